import { createParser } from 'eventsource-parser'
import { Fault } from '../core/fault.ts'
import { limit, type Limiter } from '../core/time-limits.ts'
import type { Limits } from '../core/tool.ts'
import { MB } from '../lib/fields.ts'
import { scanJson, type JsonBounds } from '../lib/json-scan.ts'
import type { Client, StreamedAnswer } from '../net/request.ts'
import type { OpenProvider } from './providers/provider.ts'
import { record } from './wires/wire.ts'

/** One event of a provider, and its data as an object where it is one. */
export interface ProviderEvent {
  readonly raw: string
  readonly data: Record<string, unknown> | null
}

export interface AttemptOptions {
  readonly client: Client
  readonly provider: OpenProvider
  readonly path: string
  /** JSON, or a form that is uploaded; without either, it is only read. */
  readonly body?: Record<string, unknown>
  readonly upload?: { readonly contentType: string; readonly bytes: Uint8Array }
  readonly limits: Limits
  readonly signal: AbortSignal
  /** Of an answer as JSON. Default: what a conversation needs. */
  readonly bounds?: AnswerBounds
}

/** What an answer may hold, so that to parse it takes no time that others would feel. */
interface AnswerBounds extends JsonBounds {
  readonly bytesMax: number
}

/** Why an attempt failed, where another candidate may do better. */
export type Failure =
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'busy'; readonly retryAfterMs: number }
  /** A wrong key, or no such model: it will not be better soon. */
  | { readonly kind: 'closed'; readonly message: string }
  | { readonly kind: 'unreachable' | 'late' | 'bad'; readonly message: string }

/** A conversation: no model writes more text at once, and its JSON is as flat as its wire. */
const WHOLE: AnswerBounds = { bytesMax: 4 * MB, valuesMax: 100_000, depthMax: 64 }
/** Pictures, as text in base64. */
export const PICTURES: AnswerBounds = { ...WHOLE, bytesMax: 32 * MB, valuesMax: 1_000 }
const EVENT: AnswerBounds = { ...WHOLE, bytesMax: MB }
const FAILURE: AnswerBounds = { ...WHOLE, bytesMax: 64 * 1024 }
/** What is passed on as it came, or piece by piece. */
const BYTES_MAX = 64 * MB
const BYTES: AnswerBounds = { bytesMax: BYTES_MAX, valuesMax: Infinity, depthMax: Infinity }

const failures = new WeakMap<Fault, Failure>()

/** A fault that says how an attempt failed. */
export function failed(failure: Failure): Fault {
  const message = failure.kind === 'busy' ? 'The provider is busy.' : failure.message
  const fault = new Fault('upstream_failed', message)
  failures.set(fault, failure)
  return fault
}

/** How an attempt failed; null for what is no failure of a provider. */
export function failureOf(thrown: unknown): Failure | null {
  if (!(thrown instanceof Fault)) return null
  const known = failures.get(thrown)
  if (known) return known
  const { message } = thrown
  if (thrown.code === 'upstream_timeout') return { kind: 'late', message }
  if (thrown.code === 'upstream_unreachable') return { kind: 'unreachable', message }
  return thrown.code === 'upstream_failed' ? { kind: 'bad', message } : null
}

async function open(options: AttemptOptions, limiter: Limiter): Promise<StreamedAnswer> {
  const { client, provider, path, body, upload, limits } = options
  const sent = upload?.bytes ?? (body && JSON.stringify(body))
  const answer = await limiter.race(async () =>
    client
      .stream(`${provider.base}${path}`, {
        method: sent === undefined ? 'GET' : 'POST',
        headers: {
          ...(sent !== undefined && { 'content-type': upload?.contentType ?? 'application/json' }),
          accept: body?.['stream'] ? 'text/event-stream' : 'application/json',
          ...provider.headers,
        },
        ...(sent !== undefined && { body: sent }),
        signal: limiter.signal,
        timeoutMs: limits.totalMs,
        bytesMax: BYTES_MAX,
        redirectsMax: 0,
      })
      .catch((thrown: unknown) => brokeOff(thrown, provider.title)),
  )
  if (answer.status >= 200 && answer.status < 300) return answer
  const said = await limiter.race(async () => read(answer.chunks, FAILURE)).catch(() => '')
  throw failed(failureAt(answer, messageIn(String(said ?? ''), provider.secret)))
}

/** What the network says names addresses of the operator, and is told to no buyer. */
function brokeOff(thrown: unknown, title: string): never {
  if (!(thrown instanceof Fault)) throw thrown
  if (thrown.code === 'upstream_unreachable')
    throw failed({ kind: 'unreachable', message: `${title} cannot be reached.` })
  throw failed({ kind: 'bad', message: `${title} broke off.` })
}

function failureAt({ status, headers }: StreamedAnswer, message: string): Failure {
  if (status === 400 || status === 413 || status === 422) return { kind: 'refused', message }
  if (status === 429) return { kind: 'busy', retryAfterMs: retryAfterMs(headers) ?? 60_000 }
  if (status === 503 || status === 529)
    return { kind: 'busy', retryAfterMs: retryAfterMs(headers) ?? 15_000 }
  if (status === 401 || status === 402 || status === 403 || status === 404)
    return { kind: 'closed', message: `The provider answered ${status}.` }
  return { kind: 'bad', message: `The provider answered ${status}.` }
}

function retryAfterMs(headers: Headers): number | null {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (exact >= 0) return exact
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return seconds >= 0 ? Math.min(seconds, 3_600) * 1_000 : null
}

/** What a provider says of its refusal, without the operator's key. */
function messageIn(said: string, secret: string | undefined): string {
  let message = ''
  try {
    const body = record(JSON.parse(said))
    const error = body['error']
    const told = typeof error === 'string' ? error : record(error)['message']
    message = typeof told === 'string' ? told : ''
  } catch {
    message = ''
  }
  const clean = secret ? message.replaceAll(secret, '***') : message
  return `The provider refuses the request${clean ? `: ${clean.slice(0, 300)}` : '.'}`
}

/** Null when the answer holds more than it may. */
async function read(
  chunks: AsyncIterable<Uint8Array>,
  bounds: AnswerBounds,
): Promise<Buffer | null> {
  const scan = bounds === BYTES ? null : scanJson(bounds)
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of chunks) {
    bytes += part.byteLength
    if (bytes > bounds.bytesMax || (scan?.see(part) ?? null) !== null) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const tooLarge = (title: string, what: string): Fault =>
  failed({ kind: 'bad', message: `${title} sent ${what} that is too large.` })

/** The whole answer of a provider, as it came. */
export const askBytes = (options: AttemptOptions): Promise<Buffer> => ask(options, BYTES)

async function ask(options: AttemptOptions, bounds: AnswerBounds): Promise<Buffer> {
  const { title } = options.provider
  const limiter = limit(title, options.limits, options.signal)
  try {
    const { chunks } = await open(options, limiter)
    const said = await limiter.race(async () =>
      read(chunks, bounds).catch((thrown: unknown) => brokeOff(thrown, title)),
    )
    if (said === null) throw tooLarge(title, 'an answer')
    return said
  } finally {
    limiter.abandon()
  }
}

/** The whole answer of a provider, which must be JSON. */
export async function askWhole(options: AttemptOptions): Promise<Record<string, unknown>> {
  const said = await ask(options, options.bounds ?? WHOLE)
  try {
    return record(JSON.parse(said.toString('utf8')))
  } catch {
    throw failed({ kind: 'bad', message: `${options.provider.title} did not answer with JSON.` })
  }
}

/** The events of a provider, as they come in. Its connection ends when its reader stops. */
export async function* askStream(options: AttemptOptions): AsyncIterable<ProviderEvent> {
  const { title } = options.provider
  const limiter = limit(title, options.limits, options.signal)
  const events: ProviderEvent[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const name = event ? `event: ${event}\n` : ''
      const lines = data.includes('\n') ? data.split('\n').join('\ndata: ') : data
      events.push({ raw: `${name}data: ${lines}\n\n`, data: parsed(data, title) })
    },
  })
  const decoder = new TextDecoder()
  let silent = 0
  try {
    const { chunks, headers } = await open(options, limiter)
    if (!/^text\/event-stream/i.test(headers.get('content-type') ?? ''))
      throw failed({ kind: 'bad', message: `${title} did not answer with a stream of events.` })
    const reader = chunks[Symbol.asyncIterator]()
    const next = async () => reader.next().catch((thrown: unknown) => brokeOff(thrown, title))
    for (let step = await limiter.race(next); !step.done; step = await limiter.race(next)) {
      parser.feed(decoder.decode(step.value, { stream: true }))
      silent = events.length > 0 ? 0 : silent + step.value.byteLength
      if (silent > EVENT.bytesMax) throw tooLarge(title, 'an event')
      for (const event of events.splice(0)) {
        limiter.pause()
        yield event
        limiter.resume()
      }
    }
  } finally {
    limiter.abandon()
  }
}

function parsed(data: string, title: string): Record<string, unknown> | null {
  if (data === '[DONE]') return null
  const bytes = Buffer.from(data, 'utf8')
  if (bytes.length > EVENT.bytesMax || scanJson(EVENT).see(bytes) !== null)
    throw tooLarge(title, 'an event')
  try {
    return record(JSON.parse(data))
  } catch {
    throw failed({ kind: 'bad', message: `${title} sent an event that is no JSON.` })
  }
}
