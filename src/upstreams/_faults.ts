import type { z } from 'zod'
import { Fault } from '../core/fault.ts'
import { parsingOf } from '../core/first-parses.ts'
import { DAY_MS } from '../core/milliseconds.ts'
import type { Answer } from '../net/request.ts'
import { retryAfterMs } from '../net/retry-after.ts'

/** What a status means where it is the caller's doing; every other one above 399 reads 502. */
export type Refusals = Readonly<Record<number, (body: string) => Fault>>

/** What the caller is told of a provider that fails. */
interface Failing {
  readonly title: string
  readonly refusals?: Refusals
  backoffMs?(answer: Answer): number
}

/** A fault of the network is told under the provider's name: its address may be the operator's. */
export const named =
  ({ title }: Failing, url: string) =>
  (thrown: unknown): never => {
    const { host } = new URL(url)
    if (!(thrown instanceof Fault) || !thrown.message.startsWith(host)) throw thrown
    throw new Fault(thrown.code, `${title}${thrown.message.slice(host.length)}`, thrown.detail)
  }

export async function* namedChunks(
  chunks: AsyncIterable<Uint8Array>,
  rename: (thrown: unknown) => never,
): AsyncIterable<Uint8Array> {
  try {
    yield* chunks
  } catch (thrown) {
    rename(thrown)
  }
}

/** Throws unless the status is a good one. */
export function accept(
  { title, refusals }: Failing,
  ask: { readonly refusals?: Refusals },
  { status, headers, bytes }: Answer,
): void {
  if (status >= 200 && status < 300) return
  const refuse = (ask.refusals ?? refusals)?.[status]
  if (refuse) throw refuse(bytes.toString('utf8', 0, 10_000))
  if (status === 429)
    throw new Fault('upstream_failed', `${title} is asked more often than it allows (429).`, {
      ...retryAfter(headers),
    })
  if (status === 401 || status === 403)
    throw new Fault('upstream_failed', `${title} refuses this instance (${status}).`)
  throw new Fault('upstream_failed', `${title} answered ${status}.`)
}

/** Some have quotas of a day. */
const REST_MS_MAX = DAY_MS

function retryAfter(headers: Headers): { retryAfterSeconds?: number } {
  const forMs = retryAfterMs(headers, REST_MS_MAX)
  return forMs ? { retryAfterSeconds: Math.ceil(forMs / 1_000) } : {}
}

/** How long an answer asks to be left alone. */
export const backoffMsOf = ({ backoffMs }: Failing, answer: Answer): number =>
  backoffMs?.(answer) ||
  (answer.status === 429 ? (retryAfterMs(answer.headers, REST_MS_MAX) ?? 0) : 0)

/** An answer as the schema reads it, or a fault. */
export function parsed<S extends z.ZodType>(
  { title }: Failing,
  schema: S,
  text: string,
): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new Fault('upstream_failed', `${title} did not answer with JSON.`, { cause })
  }
  const result = schema.safeParse(value, parsingOf(schema, value))
  if (result.success) return result.data
  throw new Fault('upstream_failed', `${title} answered in an unknown shape.`, {
    cause: result.error,
  })
}
