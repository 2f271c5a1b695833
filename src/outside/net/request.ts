import type { Dispatcher } from 'undici'
import { lazily } from '../../base/lib/lazily.ts'
import { ACCEPT_ENCODING, decodeBody } from './_body.ts'
import { createDeadline, type Deadline } from './_deadline.ts'
import { followed, type Hop } from './_redirect.ts'
import type { EgressPolicy, EgressOptions } from './_egress-policy.ts'

export interface RequestOptions {
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Aborted when the caller no longer waits. */
  readonly signal?: AbortSignal
  /** From the first look-up to the last byte, with redirects. */
  readonly timeoutMs?: number
  /** Of the body, compressed or not. */
  readonly bytesMax?: number
  /** With 0, a redirect is an answer like any other. */
  readonly redirectsMax?: number
}

interface Head {
  readonly status: number
  readonly headers: Headers
  /** The URL of the answer, after redirects. */
  readonly url: string
}

export interface Answer extends Head {
  readonly bytes: Buffer
}

export interface StreamedAnswer extends Head {
  /** Throws the faults of `request`. The deadline covers the whole stream. */
  readonly chunks: AsyncIterable<Uint8Array>
}

/** The only HTTP client. Every error is a fault that names the host and nothing more. */
export interface Client {
  request(url: string | URL, options?: RequestOptions): Promise<Answer>
  stream(url: string | URL, options?: RequestOptions): Promise<StreamedAnswer>
  close(): Promise<void>
}

const TIMEOUT_MS = 15_000
const BYTES_MAX = 5 * 1024 * 1024
const REDIRECTS_MAX = 5
const REDIRECT_BODY_BYTES_MAX = 16 * 1024
const STATUSES_WITHOUT_BODY = new Set([204, 304])
const DEFAULT_HEADERS = [
  ['accept', '*/*'],
  ['user-agent', 'farebox'],
] as const

export function createClient(options: EgressOptions = {}): Client {
  /** undici takes 30 MB, so it is loaded with the first request. */
  const open = lazily(async () => (await import('./_egress-policy.ts')).createEgressPolicy(options))

  async function stream(url: string | URL, request: RequestOptions = {}): Promise<StreamedAnswer> {
    const egress = await open()
    const deadline = createDeadline(request.timeoutMs ?? TIMEOUT_MS, request.signal)
    const first = firstHop(egress.parse(url), request)
    try {
      const { hop, answer } = await followed(first, {
        redirectsMax: request.redirectsMax ?? REDIRECTS_MAX,
        send: (hop) => send(hop, { egress, deadline }),
        onRedirect: (_, { body }) => void body.dump({ limit: REDIRECT_BODY_BYTES_MAX }),
      })
      const { body, ...head } = answer
      const bounds = { host: hop.url.host, bytesMax: request.bytesMax ?? BYTES_MAX }
      const chunks = decodeBody(body, encodingOf(hop, head), bounds)
      return { ...head, chunks: withFaults(deadline, hop, chunks) }
    } catch (thrown) {
      deadline.end()
      throw thrown
    }
  }

  return {
    stream,
    async request(url, request) {
      const { chunks, ...head } = await stream(url, request)
      return { ...head, bytes: await bytesOf(chunks) }
    },
    close: async () => (await open.made())?.close(),
  }
}

/** A whole body. Each piece can be checked as it arrives, and the rest refused. */
export async function bytesOf(
  chunks: AsyncIterable<Uint8Array>,
  see: (piece: Uint8Array) => void = () => {},
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of chunks) {
    see(piece)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function firstHop(url: URL, { method = 'GET', headers, body }: RequestOptions): Hop {
  const sent = new Headers(headers)
  sent.set('accept-encoding', ACCEPT_ENCODING)
  for (const [name, value] of DEFAULT_HEADERS) if (!sent.has(name)) sent.set(name, value)
  return { method, url, headers: sent, body: body ?? null, origin: url.origin, ledBy: null }
}

interface Exchange {
  readonly egress: EgressPolicy
  readonly deadline: Deadline
}

interface Reached extends Head {
  readonly body: Dispatcher.ResponseData['body']
}

async function send(hop: Hop, { egress, deadline }: Exchange): Promise<Reached> {
  const { method, url, headers, body } = hop
  const { signal } = deadline
  const path = url.pathname + url.search
  try {
    signal.throwIfAborted()
    const answer = await deadline.race(
      egress.agentFor(hop).request({ origin: url.origin, path, method, headers, body, signal }),
    )
    return { ...headOf(url, answer), body: answer.body }
  } catch (thrown) {
    throw deadline.faultOf(thrown, url.host)
  }
}

function headOf(url: URL, { statusCode, headers }: Dispatcher.ResponseData): Head {
  const received = new Headers()
  for (const [name, values] of Object.entries(headers))
    for (const value of [values ?? []].flat()) received.append(name, value)
  return { status: statusCode, headers: received, url: url.href }
}

/** Servers may name an encoding even where there is no body. */
function encodingOf({ method }: Hop, { status, headers }: Head): string {
  const isEmpty =
    method === 'HEAD' || STATUSES_WITHOUT_BODY.has(status) || headers.get('content-length') === '0'
  return isEmpty ? '' : (headers.get('content-encoding') ?? '')
}

async function* withFaults(
  deadline: Deadline,
  { url }: Hop,
  chunks: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  try {
    yield* chunks
  } catch (thrown) {
    throw deadline.faultOf(thrown, url.host)
  } finally {
    deadline.end()
  }
}
