import { Fault } from '../../base/core/fault.ts'
import { usdOf } from '../../base/core/money.ts'
import type { Expense } from '../../base/core/spending.ts'
import { limit, type Limiter } from '../../base/core/time-limits.ts'
import type { Limits } from '../../base/core/tool.ts'
import { MB } from '../../base/lib/fields.ts'
import { scanJson, type JsonBounds } from '../../base/lib/json-scan.ts'
import { eventsOf, isEventStream, type ServerSentEvent } from '../../outside/net/event-stream.ts'
import { retryAfterMs } from '../../outside/net/retry-after.ts'
import { bytesOf, type Client, type StreamedAnswer } from '../../outside/net/request.ts'
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
  /** Beside those of the provider. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. Without it and without `upload`, the request is a GET. */
  readonly body?: Record<string, unknown>
  readonly upload?: { readonly contentType: string; readonly bytes: Uint8Array }
  readonly limits: Limits
  /** What the provider bills; announced before it is asked. */
  readonly expense: Expense
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
  /** A whole answer that says nothing of use: its caller may have wished for that. */
  | { readonly kind: 'useless'; readonly message: string }

/** A conversation: no model writes more text at once, and its JSON is as flat as its wire. */
const WHOLE: AnswerBounds = { bytesMax: 4 * MB, valuesMax: 100_000, depthMax: 64 }
/** Pictures, as text in base64: no more than can be copied without blocking other calls. */
export const PICTURES: AnswerBounds = { ...WHOLE, bytesMax: 24 * MB, valuesMax: 1_000 }
const EVENT: AnswerBounds = { ...WHOLE, bytesMax: MB }
const FAILURE: AnswerBounds = { ...WHOLE, bytesMax: 64 * 1024 }
/** What is passed on as it came, or piece by piece. */
const BYTES_MAX = 64 * MB
const BYTES: AnswerBounds = { bytesMax: BYTES_MAX, valuesMax: Infinity, depthMax: Infinity }

const SPARE_MS = 1_000

const failures = new WeakMap<Fault, Failure>()

/** Failures of requests that a provider has not answered, or has refused: it bills neither. */
const unbilled = new WeakSet<object>()

export const isUnbilled = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && unbilled.has(thrown)

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

/** Opens the answer. A request that comes to nothing here is not billed. */
async function open(options: AttemptOptions, limiter: Limiter): Promise<StreamedAnswer> {
  try {
    return await opened(options, limiter)
  } catch (thrown) {
    // One that ran out of time may still be answered, and billed.
    if (failureOf(thrown) && !limiter.signal.aborted) {
      unbilled.add(thrown as Fault)
      options.expense.costs(usdOf(0))
    }
    throw thrown
  }
}

async function opened(options: AttemptOptions, limiter: Limiter): Promise<StreamedAnswer> {
  const { client, provider, path, body, upload, limits } = options
  const sent = upload?.bytes ?? (body && JSON.stringify(body))
  const answer = await limiter.race(async () =>
    client
      .stream(`${provider.base}${path}`, {
        method: sent === undefined ? 'GET' : 'POST',
        headers: {
          ...(sent !== undefined && { 'content-type': upload?.contentType ?? 'application/json' }),
          accept: body?.['stream'] ? 'text/event-stream' : 'application/json',
          ...options.headers,
          ...provider.headers,
        },
        ...(sent !== undefined && { body: sent }),
        signal: limiter.signal,
        // The limiter ends it first, and says why.
        timeoutMs: limits.totalMs + SPARE_MS,
        bytesMax: BYTES_MAX,
        redirectsMax: 0,
      })
      .catch((thrown: unknown) => brokeOff(thrown, provider.title)),
  )
  const chunks = broken(answer.chunks, provider.title)
  if (answer.status >= 200 && answer.status < 300) return { ...answer, chunks }
  const read = async () => bytesOf(chunks, guard(FAILURE, provider.title))
  const said = await limiter.race(read).catch(() => '')
  throw failed(failureAt(answer, messageIn(hidden(String(said), provider))))
}

async function* broken(
  chunks: AsyncIterable<Uint8Array>,
  title: string,
): AsyncIterable<Uint8Array> {
  try {
    yield* chunks
  } catch (thrown) {
    brokeOff(thrown, title)
  }
}

/** Network errors contain addresses of the operator, so buyers do not get them. */
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

/** What a provider says of its refusal. */
function messageIn(said: string): string {
  let message = ''
  try {
    const body = record(JSON.parse(said))
    const error = body['error']
    const told = typeof error === 'string' ? error : record(error)['message']
    message = typeof told === 'string' ? told : ''
  } catch {
    message = ''
  }
  return `The provider refuses the request${message ? `: ${message.slice(0, 300)}` : '.'}`
}

/** A shorter one is no secret, and may stand in any answer. */
const SECRET_LENGTH_MIN = 8

/** What a provider says without the operator's key, wherever it repeats it. */
const hidden = (said: string, { secret = '' }: OpenProvider): string =>
  secret.length >= SECRET_LENGTH_MIN && said.includes(secret)
    ? said.replaceAll(secret, '***')
    : said

/** Looks at the pieces of an answer, and throws at the first that makes it hold too much. */
function guard(bounds: AnswerBounds, title: string): (piece: Uint8Array) => void {
  const scan = bounds === BYTES ? null : scanJson(bounds)
  let bytes = 0
  return (piece) => {
    bytes += piece.byteLength
    if (bytes > bounds.bytesMax || (scan?.see(piece) ?? null) !== null)
      throw failed({ kind: 'bad', message: `${title} sent an answer that is too large.` })
  }
}

/** The whole answer of a provider, as it came. */
export const askBytes = (options: AttemptOptions): Promise<Buffer> => ask(options, BYTES)

async function ask(options: AttemptOptions, bounds: AnswerBounds): Promise<Buffer> {
  const { title } = options.provider
  const limiter = limit(title, options.limits, options.signal)
  try {
    const { chunks } = await open(options, limiter)
    const said = await limiter.race(async () => bytesOf(chunks, guard(bounds, title)))
    limiter.end()
    return said
  } catch (thrown) {
    limiter.abandon()
    throw thrown
  }
}

/** Larger answers are read with pauses, so that other requests do not wait for the whole answer. */
const LARGE_BYTES = 256 * 1024

/**
 * The whole answer of a provider, which must be JSON. It is parsed here: within its bounds that
 * takes 30 ms at most, and less than to take what another thread has parsed.
 */
export async function askWhole(options: AttemptOptions): Promise<Record<string, unknown>> {
  const bytes = await ask(options, options.bounds ?? WHOLE)
  const isLarge = bytes.length > LARGE_BYTES
  if (isLarge) await new Promise(setImmediate)
  const said = hidden(bytes.toString('utf8'), options.provider)
  if (isLarge) await new Promise(setImmediate)
  try {
    return record(JSON.parse(said))
  } catch {
    throw failed({ kind: 'bad', message: `${options.provider.title} did not answer with JSON.` })
  }
}

/**
 * The events of a provider, as they come in: those of one moment together. Its connection ends when
 * its reader stops.
 */
export async function* askStream(options: AttemptOptions): AsyncIterable<readonly ProviderEvent[]> {
  const { title } = options.provider
  const limiter = limit(title, options.limits, options.signal)
  try {
    const { chunks, headers } = await open(options, limiter)
    if (!isEventStream(headers))
      throw failed({ kind: 'bad', message: `${title} did not answer with a stream of events.` })
    const source = { title, chunks, limiter, eventBytesMax: EVENT.bytesMax }
    for await (const events of eventsOf(source))
      yield events.map(({ event, data }) =>
        eventOf({ event, data: hidden(data, options.provider) }, title),
      )
  } catch (thrown) {
    limiter.abandon()
    throw thrown
  }
}

function eventOf(
  { event, data }: Pick<ServerSentEvent, 'event' | 'data'>,
  title: string,
): ProviderEvent {
  const name = event ? `event: ${event}\n` : ''
  const lines = data.includes('\n') ? data.split('\n').join('\ndata: ') : data
  return { raw: `${name}data: ${lines}\n\n`, data: dataIn(data, title) }
}

/** Shorter ones hold too little to be worth a look beforehand. */
const PLAIN_LENGTH = 2_000

function dataIn(data: string, title: string): Record<string, unknown> | null {
  if (data === '[DONE]') return null
  if (data.length > PLAIN_LENGTH) guard(EVENT, title)(Buffer.from(data, 'utf8'))
  try {
    return record(JSON.parse(data))
  } catch {
    throw failed({ kind: 'bad', message: `${title} sent an event that is no JSON.` })
  }
}
