import type { Events } from './tool-output.ts'
import type { Challenge, Receipt } from './payment.ts'

/** A longer `Idempotency-Key` is refused; documents say so. */
export const IDEMPOTENCY_KEY_CHARACTERS_MAX = 256

export type HeaderPair = readonly [name: string, value: string]

/**
 * The transport of a call. Each transport has its own form of challenges, credentials and receipts.
 */
export type Transport = 'http' | 'mcp' | 'a2a'

/** A call, whichever transport it came by. */
export interface CallRequest {
  readonly id: string
  /** Default: `http`. */
  readonly transport?: Transport
  readonly method: string
  /** Without trailing or doubled slashes, so that no spelling of a path avoids the payment. */
  readonly path: string
  /** The query string without its question mark. */
  readonly query: string
  header(name: string): string | undefined
  /**
   * Payments that came as values and not in headers, by protocol: `x402` with its payment payload,
   * `mpp` with its credential. HTTP has none of them.
   */
  readonly credentials?: Readonly<Record<string, unknown>>
  /**
   * Members of the input that another member of the same name replaced when the transport read it.
   * HTTP passes on the text of the input, and has none.
   */
  lostMembers?(): Promise<readonly string[]>
  /** JSON Pointer of the text in the message that it was part of. Default: it is the whole. */
  readonly textAt?: string
  /** The body as text, read when first asked for. Throws `body_too_large`. */
  text(): Promise<string>
  /** The client's address, for limits. It is not an identity. */
  readonly client: string
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal
}

/**
 * An answer in the form of HTTP, with the values that other transports render in their own form.
 */
export interface CallReply {
  readonly status: number
  readonly headers: readonly HeaderPair[]
  readonly body: ReplyBody
  /** With a 402: what each rail asks for. The headers and the body say the same. */
  readonly challenges?: readonly Challenge[]
  /** With an answer that was paid for. One of the headers says the same. */
  readonly receipt?: Receipt
  /**
   * The same object for replies whose status and headers are the same, but for the values of
   * `www-authenticate`: a transport may write them once.
   */
  readonly alike?: object
}

export type ReplyBody =
  | {
      readonly kind: 'json'
      readonly text: string
      readonly headers?: readonly HeaderPair[]
    }
  | { readonly kind: 'binary'; readonly contentType: string; readonly bytes: Uint8Array }
  | {
      readonly kind: 'events'
      readonly chunks: Events['chunks']
      readonly cost?: Events['cost']
      readonly headers?: readonly HeaderPair[]
    }

export const json = (value: unknown): ReplyBody => ({ kind: 'json', text: JSON.stringify(value) })
