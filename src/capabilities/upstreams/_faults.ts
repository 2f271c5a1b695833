import type { z } from 'zod'
import { Fault } from '../../base/core/fault.ts'
import { parsingOf } from '../../base/core/first-parses.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import type { Answer } from '../../outside/net/request.ts'
import { retryAfterMs } from '../../outside/net/retry-after.ts'

/**
 * The statuses that a caller's input causes, each with its fault; every other one above 399 becomes
 * a 502.
 */
export type Refusals = Readonly<Record<number, (body: string, headers: Headers) => Fault>>

/**
 * A refusal that the operator must mend; some providers give it the status of a caller's mistake.
 */
export const keyRefused = (title: string): Fault =>
  new Fault('upstream_failed', `${title} refuses the key of this instance.`)

/** What the caller learns about a provider that fails. */
interface Failing {
  readonly title: string
  readonly refusals?: Refusals
  backoffMs?(answer: Answer): number
}

/** A network fault names the provider instead of its address, which may be the operator's own. */
export const nameSource =
  ({ title }: Failing, url: string) =>
  (thrown: unknown): never => {
    const { host } = new URL(url)
    if (!(thrown instanceof Fault) || !thrown.message.startsWith(host)) throw thrown
    throw new Fault(thrown.code, `${title}${thrown.message.slice(host.length)}`, thrown.detail)
  }

export async function* chunksOf(
  chunks: AsyncIterable<Uint8Array>,
  rename: (thrown: unknown) => never,
): AsyncIterable<Uint8Array> {
  try {
    yield* chunks
  } catch (thrown) {
    rename(thrown)
  }
}

/** Throws unless the status is a success. */
export function accept(
  { title, refusals }: Failing,
  ask: { readonly refusals?: Refusals },
  { status, headers, bytes }: Answer,
  withoutKeys: (text: string) => string,
): void {
  if (status >= 200 && status < 300) return
  const refuse = (ask.refusals ?? refusals)?.[status]
  if (refuse) throw refuse(withoutKeys(bytes.toString('utf8', 0, 10_000)), headers)
  if (status === 429)
    throw new Fault('upstream_failed', `${title} refuses more requests at the moment (429).`, {
      ...retryAfter(headers),
    })
  if (status === 401 || status === 403)
    throw new Fault('upstream_failed', `${title} refuses this instance (${status}).`)
  throw new Fault('upstream_failed', `${title} answered ${status}.`)
}

/** Some quotas are renewed only once a day. */
const REST_MS_MAX = DAY_MS

function retryAfter(headers: Headers): { retryAfterSeconds?: number } {
  const forMs = retryAfterMs(headers, REST_MS_MAX)
  return forMs ? { retryAfterSeconds: Math.ceil(forMs / 1_000) } : {}
}

/** The pause that an answer asks for, in milliseconds. */
export const backoffMsOf = ({ backoffMs }: Failing, answer: Answer): number =>
  backoffMs?.(answer) ||
  (answer.status === 429 ? (retryAfterMs(answer.headers, REST_MS_MAX) ?? 0) : 0)

/** An answer parsed by the schema, or a fault. */
export function parseAnswer<S extends z.ZodType>(
  { title }: Failing,
  schema: S,
  text: string,
  seen?: (value: unknown, refusedAt?: string) => void,
): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new Fault('upstream_failed', `${title} did not answer with JSON.`, { cause })
  }
  const result = schema.safeParse(value, parsingOf(schema, value))
  seen?.(value, result.success ? undefined : placeOf(result.error))
  if (result.success) return result.data
  throw new Fault('upstream_failed', `${title} answered in an unknown shape.`, {
    cause: result.error,
  })
}

/** Where an answer does not fit, and how; without a value of it. */
function placeOf({ issues: [first] }: z.ZodError): string {
  if (!first) return 'unknown shape'
  const place = first.path.map((part) => (typeof part === 'number' ? '[]' : `.${String(part)}`))
  const where = place.join('').replace(/^\./, '').slice(0, 100)
  return `${where || 'the whole answer'}: ${first.message.slice(0, 100)}`
}
