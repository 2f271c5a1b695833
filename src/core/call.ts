import type { Events } from './payload.ts'

export type HeaderPair = readonly [name: string, value: string]

/** A call as the house sees it, whichever door it came through. */
export interface CallRequest {
  readonly id: string
  readonly method: string
  /** Without trailing or doubled slashes, so that no spelling of a path goes around the till. */
  readonly path: string
  /** The query string without its question mark. */
  readonly query: string
  header(name: string): string | undefined
  /** The body as text, read when first asked for. Throws `body_too_large`. */
  text(): Promise<string>
  /** Who is calling, for limits: an address, never an identity. */
  readonly client: string
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal
}

export interface CallReply {
  readonly status: number
  readonly headers: readonly HeaderPair[]
  readonly body: ReplyBody
}

export type ReplyBody =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'binary'; readonly contentType: string; readonly bytes: Uint8Array }
  | { readonly kind: 'events'; readonly chunks: Events['chunks'] }

export const json = (value: unknown): ReplyBody => ({ kind: 'json', text: JSON.stringify(value) })
