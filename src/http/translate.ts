import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { BodyBounds } from '../call/input-bounds.ts'
import type { CallReply, CallRequest } from '../core/call.ts'
import { readBody, type BodyBudget } from './body.ts'
import { clientOf } from './client.ts'
import { ALREADY_SENT, stream } from './stream.ts'

export interface TranslateOptions {
  /** Reverse proxies whose `X-Forwarded-For` is believed. */
  readonly proxyHops: number
  readonly bodies: BodyBudget
  /** A proxy stands in front, though none is believed. */
  onUnknownProxy(): void
}

/**
 * What the Node adapter hands over beside the web request; absent when the app is called in
 * process.
 */
export interface Env {
  readonly Bindings: { readonly incoming?: IncomingMessage; readonly outgoing?: ServerResponse }
}

export type HonoContext = Context<Env>

/** A request while it is being answered. */
export interface OpenCall {
  readonly request: CallRequest
  /** Gives back what the call holds. */
  end(): void
}

/** A web request as a call. Nothing is read that a free answer would not need. */
export function openCall(
  context: HonoContext,
  { proxyHops, bodies, onUnknownProxy }: TranslateOptions,
  boundsOf: (method: string, path: string) => BodyBounds,
): OpenCall {
  const raw = context.req.raw
  const incoming = context.env?.incoming
  const headers = incoming?.headers
  const url = context.req.url
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const mark = url.indexOf('?', start)
  const path = normalised(mark < 0 ? url.slice(start) : url.slice(start, mark))
  let body: Promise<string> | undefined
  let held: ReturnType<BodyBudget['open']> | undefined
  const header = (name: string): string | undefined => {
    const value = headers ? headers[name] : raw.headers.get(name)
    return (Array.isArray(value) ? value.join(', ') : value) ?? undefined
  }
  const forwarded = header('x-forwarded-for')
  if (proxyHops === 0 && forwarded !== undefined) onUnknownProxy()
  const client = () => clientOf(forwarded, incoming?.socket.remoteAddress, proxyHops)
  function text(): Promise<string> {
    const budget = (held ??= bodies.open(client()))
    const bounds = boundsOf(raw.method, path)
    return (body ??= readBody({ raw, incoming, header }, bounds, budget))
  }
  const request = {
    id: randomUUID(),
    method: raw.method,
    path,
    query: mark < 0 ? '' : url.slice(mark + 1),
    header,
    text,
    get client() {
      return client()
    },
    get signal() {
      return raw.signal
    },
  }
  return { request, end: () => held?.release() }
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
  'X-Resume-Token',
  'X-Pow-Challenge',
  'X-Request-Id',
  'Retry-After',
  'Location',
  'Preference-Applied',
  'Link',
]

const EXPOSED_TEXT = EXPOSED.join(', ')

/** The same, and what every page may read anyway. */
const READABLE = new Set([
  ...EXPOSED.map((name) => name.toLowerCase()),
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
])

const FOR_PAGES = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_TEXT,
} as const

const ALWAYS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

export type Responder = (reply: CallReply, requestId: string, way?: Way) => Response

/** Where an answer goes, and who hears of its failures. */
interface Way {
  /** Absent when the app is called in process, and where no body may follow. */
  readonly outgoing?: ServerResponse | undefined
  onBreak(thrown: unknown): void
}

/** `isOpenToPages`: pages of other origins may read the answers. */
export function responderFor(options: { readonly isOpenToPages: boolean }): Responder {
  const always = options.isOpenToPages ? { ...FOR_PAGES, ...ALWAYS } : ALWAYS
  return (reply, requestId, way = { onBreak() {} }) =>
    toResponse(reply, { ...always, 'x-request-id': requestId }, way)
}

/** Passes on what another protocol has answered, with the headers that every answer has. */
export function passerFor(options: { readonly isOpenToPages: boolean }) {
  const always = options.isOpenToPages ? { ...FOR_PAGES, ...ALWAYS } : ALWAYS
  return (response: Response, requestId: string): Response => {
    // Another response around its body would make a stream of what is a text.
    for (const [name, value] of Object.entries(always)) response.headers.set(name, value)
    response.headers.set('x-request-id', requestId)
    return response
  }
}

function toResponse(
  { status, headers, body }: CallReply,
  always: Readonly<Record<string, string>>,
  { outgoing, onBreak }: Way,
): Response {
  const all: Record<string, string> = { ...always }
  for (const [name, value] of headers) {
    const before = name === 'www-authenticate' ? all[name] : undefined
    all[name] = before === undefined ? value : `${before}, ${value}`
    // What a tool adds of its own is for pages, too.
    if (!READABLE.has(name) && always['access-control-allow-origin'])
      all['access-control-expose-headers'] += `, ${name}`
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
  if (outgoing) {
    outgoing.writeHead(status, all)
    stream(body.chunks, outgoing, onBreak)
    return ALREADY_SENT
  }
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
