import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { BodySource } from './body.ts'

/** A request as it came in: by the web framework, or straight from the connection. */
export interface Source extends BodySource {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly remoteAddress: string | undefined
  /** Aborted when the caller hangs up. */
  signal(): AbortSignal
}

/**
 * What the Node adapter passes in addition to the web request; absent when the app is called in
 * process.
 */
export interface Env {
  readonly Bindings: { readonly incoming?: IncomingMessage; readonly outgoing?: ServerResponse }
}

export type HonoContext = Context<Env>

type WithHeaders = Pick<IncomingMessage, 'headers' | 'headersDistinct'>

/**
 * A header that came several times is one list with commas, as the web reads it. Of two
 * `Authorization`, Node would hide the second.
 */
export const headerIn = (incoming: WithHeaders, name: string): string | undefined => {
  const value = incoming.headers[name]
  if (name === 'authorization' && value !== undefined)
    return incoming.headersDistinct[name]?.join(', ')
  return Array.isArray(value) ? value.join(', ') : value
}

export function webSource(context: HonoContext): Source {
  const { raw, url } = context.req
  const incoming = context.env?.incoming
  return {
    method: raw.method,
    target: url.slice(url.indexOf('/', url.indexOf('://') + 3)),
    remoteAddress: incoming?.socket.remoteAddress,
    header: (name) => (incoming ? headerIn(incoming, name) : (raw.headers.get(name) ?? undefined)),
    signal: () => raw.signal,
    whole: async () => new Uint8Array(await raw.arrayBuffer()),
    pieces: () => (incoming && !incoming.readableDidRead ? pieces(incoming) : (raw.body ?? none())),
  }
}

const HUNG_UP = 'The caller hung up.'

export function nodeSource(incoming: IncomingMessage, outgoing: ServerResponse): Source {
  let controller: AbortController | undefined
  function signal(): AbortSignal {
    if (controller) return controller.signal
    const made = (controller = new AbortController())
    const hangUp = (): void => {
      if (!outgoing.writableFinished) made.abort(HUNG_UP)
    }
    if (outgoing.closed) hangUp()
    else outgoing.once('close', hangUp)
    return made.signal
  }
  return {
    method: incoming.method ?? 'GET',
    target: incoming.url ?? '/',
    remoteAddress: incoming.socket.remoteAddress,
    header: (name) => headerIn(incoming, name),
    signal,
    whole: (bytes) => shortBody(incoming, bytes),
    pieces: () => pieces(incoming),
  }
}

/** A stream that is destroyed would take the connection along, and the refusal with it. */
const pieces = (incoming: IncomingMessage): AsyncIterable<Uint8Array> =>
  incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>

async function* none(): AsyncIterable<Uint8Array> {}

/** A body that is mostly there already: no iterator is made for it, and mostly no listener. */
function shortBody(incoming: IncomingMessage, bytes: number): Promise<Uint8Array> | Uint8Array {
  if (incoming.readableLength === bytes && !incoming.readableDidRead)
    return (incoming.read() as Buffer | null) ?? Buffer.alloc(0)
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const received: Buffer[] = []
  let isWhole = false
  incoming.on('data', (piece: Buffer) => received.push(piece))
  incoming.once('end', () => {
    isWhole = true
    resolve(Buffer.concat(received))
  })
  incoming.once('error', reject)
  incoming.once('close', () => {
    if (!isWhole) reject(new Error(HUNG_UP))
  })
  return promise
}

/** For how long, and how much of, an unused body is read, so that its sender reads the answer. */
const UNREAD_MS = 500
const UNREAD_BYTES_MAX = 64 * 1024 * 1024

/**
 * Discards the rest of bodies that were answered early. Most of it arrives a moment after the
 * answer, so connections are handled together.
 */
export function createUnread(): (incoming: IncomingMessage) => void {
  let waiting: IncomingMessage[] = []
  function look(): void {
    const all = waiting
    waiting = []
    for (const incoming of all) if (!incoming.complete) readAway(incoming)
  }
  return (incoming) => {
    if (waiting.push(incoming) === 1) setImmediate(look)
  }
}

function readAway(incoming: IncomingMessage): void {
  let bytes = 0
  const giveUp = (): void => incoming.socket.destroySoon()
  const late = setTimeout(giveUp, UNREAD_MS)
  const end = (): void => clearTimeout(late)
  incoming.on('data', ({ length }: Buffer) => {
    bytes += length
    if (bytes > UNREAD_BYTES_MAX) giveUp()
  })
  for (const name of ['end', 'error', 'close']) incoming.once(name, end)
}
