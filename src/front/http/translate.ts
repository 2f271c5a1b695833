import type { ServerResponse } from 'node:http'
import type { BodyBounds } from '../../selling/call/input-bounds.ts'
import type { CallReply, CallRequest } from '../../base/core/call.ts'
import { timedId } from '../../base/lib/timed-id.ts'
import { readBody, type BodyBudget } from './body.ts'
import { clientOf } from './client.ts'
import { alwaysFor, headersOf } from './head.ts'
import type { Source } from './source.ts'
import { ALREADY_SENT, stream } from './stream.ts'

export interface TranslateOptions {
  /** Reverse proxies whose `X-Forwarded-For` is believed. */
  readonly proxyHops: number
  readonly bodies: BodyBudget
  /** A proxy is in front, but none is trusted. */
  onUnknownProxy(): void
}

/** A request while it is being answered. */
export interface OpenCall {
  readonly request: CallRequest
  /** What was read of its body. */
  bytes(): number
  /** Releases the resources of the call. */
  end(): void
}

/** Makes a call of any request. Nothing is read that a free answer does not need. */
export function openCall(
  source: Source,
  { proxyHops, bodies, onUnknownProxy }: TranslateOptions,
  boundsOf: (method: string, path: string) => BodyBounds,
): OpenCall {
  const { method, target, header } = source
  const mark = target.indexOf('?')
  const path = normalised(mark < 0 ? target : target.slice(0, mark))
  let body: Promise<string> | undefined
  let held: ReturnType<BodyBudget['open']> | undefined
  const forwarded = header('x-forwarded-for')
  if (proxyHops === 0 && forwarded !== undefined) onUnknownProxy()
  const client = clientOf(forwarded, source.remoteAddress, proxyHops)
  function text(): Promise<string> {
    const budget = (held ??= bodies.open(client))
    return (body ??= readBody(source, boundsOf(method, path), budget))
  }
  const request = {
    id: timedId(),
    method,
    path,
    query: mark < 0 ? '' : target.slice(mark + 1),
    header,
    text,
    client,
    // Most calls need none. Getters are slow to make, so the other members are values.
    get signal() {
      return source.signal()
    },
  }
  return { request, bytes: () => held?.taken() ?? 0, end: () => held?.release() }
}

/** One spelling for every path that means the same place. */
export function normalised(path: string): string {
  if (!/%|\/\/|.\/$/.test(path)) return path
  const plain = decodePath(path).replace(/\/{2,}/g, '/')
  return plain.length > 1 ? plain.replace(/\/$/, '') : plain
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export type Responder = (reply: CallReply, requestId: string, way?: Destination) => Response

/** The response to write to, and the handler of its failures. */
interface Destination {
  /** Absent when the app is called in process, and where no body may follow. */
  readonly outgoing?: ServerResponse | undefined
  onBreak(thrown: unknown): void
}

export function responderFor(options: { readonly isOpenToPages: boolean }): Responder {
  const always = alwaysFor(options)
  return (reply, requestId, way = { onBreak() {} }) =>
    toResponse(reply, headersOf(reply, requestId, always), way)
}

/** Passes on what another protocol has answered, with the headers that every answer has. */
export function passerFor(options: { readonly isOpenToPages: boolean }) {
  const always = alwaysFor(options)
  return (response: Response, requestId: string): Response => {
    // Wrapping it in another response would turn its text into a stream.
    for (const [name, value] of Object.entries(always)) response.headers.set(name, value)
    response.headers.set('x-request-id', requestId)
    // Whether the connection goes on is decided here alone.
    response.headers.delete('connection')
    return response
  }
}

function toResponse(
  { status, body }: CallReply,
  headers: Readonly<Record<string, string>>,
  { outgoing, onBreak }: Destination,
): Response {
  if (body.kind === 'json') return new Response(body.text, { status, headers })
  if (body.kind === 'binary')
    return new Response(body.bytes as Uint8Array<ArrayBuffer>, { status, headers })
  if (outgoing) {
    outgoing.writeHead(status, headers)
    stream(body.chunks, outgoing, onBreak)
    return ALREADY_SENT
  }
  return new Response(ReadableStream.from(encoded(body.chunks, onBreak)) as ReadableStream, {
    status,
    headers,
  })
}

/** The answer to a preflight: any page may call, with any well-formed header. */
export function preflight(asked: string | null): Response {
  const wanted = asked && /^[A-Za-z0-9-]+(\s*,\s*[A-Za-z0-9-]+)*$/.test(asked) ? asked : '*'
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
      'access-control-allow-headers': wanted,
      'access-control-max-age': '86400',
    },
  })
}

/** The error that breaks a stream is logged; the client sees a broken stream without a reason. */
async function* encoded(
  chunks: AsyncIterable<string>,
  onBreak: (thrown: unknown) => void,
): AsyncIterable<Uint8Array> {
  const encoder = new TextEncoder()
  let broken = false
  try {
    for await (const chunk of chunks) yield encoder.encode(chunk)
  } catch (thrown) {
    broken = true
    onBreak(thrown)
  }
  if (broken) throw new Error('A stream broke.')
}
