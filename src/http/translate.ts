import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { CallReply, CallRequest } from '../core/call.ts'
import { Fault } from '../core/fault.ts'

export interface DoorOptions {
  readonly bodyBytesMax: number
  /** Reverse proxies whose `X-Forwarded-For` is believed. */
  readonly proxyHops: number
}

/**
 * What the Node adapter hands over beside the web request; absent when the app is called in
 * process.
 */
export interface Env {
  readonly Bindings: { readonly incoming?: IncomingMessage }
}

export type HonoContext = Context<Env>

/** A web request as a call. Nothing is read that a free answer would not need. */
export function toCallRequest(context: HonoContext, options: DoorOptions): CallRequest {
  const raw = context.req.raw
  const headers = context.env?.incoming?.headers
  const url = context.req.url
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const mark = url.indexOf('?', start)
  let body: Promise<string> | undefined
  const header = (name: string): string | undefined => {
    const value = headers ? headers[name] : raw.headers.get(name)
    return (Array.isArray(value) ? value.join(', ') : value) ?? undefined
  }
  return {
    id: randomUUID(),
    method: raw.method,
    path: normalised(mark < 0 ? url.slice(start) : url.slice(start, mark)),
    query: mark < 0 ? '' : url.slice(mark + 1),
    header,
    text: () => (body ??= readText(raw, header('content-length'), options.bodyBytesMax)),
    get client() {
      return clientOf(header('x-forwarded-for'), context, options.proxyHops)
    },
    get signal() {
      return raw.signal
    },
  }
}

/** One spelling for every path that means the same place. */
export function normalised(path: string): string {
  if (!/%|\/\/|.\/$/.test(path)) return path
  const plain = decoded(path).replace(/\/{2,}/g, '/')
  return plain.length > 1 ? plain.replace(/\/$/, '') : plain
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function clientOf(forwarded: string | undefined, context: HonoContext, hops: number): string {
  const socket = context.env?.incoming?.socket.remoteAddress ?? 'unknown'
  if (hops === 0 || !forwarded) return socket
  const chain = forwarded.split(',').map((address) => address.trim())
  return chain[Math.max(0, chain.length - hops)] ?? socket
}

async function readText(
  raw: Request,
  length: string | undefined,
  bytesMax: number,
): Promise<string> {
  const tooLarge = () => new Fault('body_too_large', `The body must be at most ${bytesMax} bytes.`)
  if (length !== undefined) {
    if (Number(length) > bytesMax) throw tooLarge()
    return raw.text().catch(brokenOff)
  }
  if (!raw.body) return ''
  const pieces: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const piece of raw.body) {
      bytes += piece.byteLength
      if (bytes > bytesMax) throw tooLarge()
      pieces.push(piece)
    }
  } catch (thrown) {
    brokenOff(thrown)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** A body that ends before its end is its sender's doing, and no failure of ours. */
function brokenOff(thrown: unknown): never {
  if (thrown instanceof Fault) throw thrown
  throw new Fault('caller_gone', 'The body broke off.', { cause: thrown })
}

/**
 * What a browser page may read of an answer: without this it could neither pay nor keep a receipt.
 */
const EXPOSED = [
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'WWW-Authenticate',
  'Payment-Receipt',
  'X-Credits-Balance',
  'X-Credits-Error',
  'X-Idempotent-Replay',
  'X-Pow-Challenge',
  'X-Request-Id',
  'Retry-After',
  'Location',
  'Link',
].join(', ')

const ALWAYS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

export function toResponse(
  { status, headers, body }: CallReply,
  requestId: string,
  onBreak: (thrown: unknown) => void = () => {},
): Response {
  const all: Record<string, string> = { ...ALWAYS, 'x-request-id': requestId }
  for (const [name, value] of headers) {
    const before = name === 'www-authenticate' ? all[name] : undefined
    all[name] = before === undefined ? value : `${before}, ${value}`
  }
  if (body.kind === 'json') {
    all['content-type'] ??= 'application/json'
    return new Response(body.text, { status, headers: all })
  }
  if (body.kind === 'binary') {
    all['content-type'] = body.contentType
    return new Response(body.bytes as Uint8Array<ArrayBuffer>, { status, headers: all })
  }
  all['content-type'] = 'text/event-stream'
  return new Response(ReadableStream.from(encoded(body.chunks, onBreak)) as ReadableStream, {
    status,
    headers: all,
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

/** What breaks a stream is told to the operator; its reader finds it cut, and hears no reason. */
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
