import { setTimeout as sleep } from 'node:timers/promises'
import { Fault } from '../../base/core/fault.ts'
import { failureOf, type Failure } from './attempt.ts'
import type { Breaker } from './breaker.ts'

export interface WalkOptions<Candidate, Answer> {
  readonly breaker: Breaker
  readonly signal: AbortSignal
  now(): number
  nameOf(candidate: Candidate): string
  attempt(candidate: Candidate): Promise<Answer>
}

const ATTEMPTS_MAX = 4
/** Up to this wait, the same provider is asked again. */
const WAIT_MS_MAX = 2_000
const RETRY_MS = { min: 100, spread: 300 }
const CLOSED_MS = 600_000

/**
 * The answer of the first candidate that gives one. Candidates whose breaker is open are skipped,
 * unless all are. A refusal of the request itself, or a useless answer, counts only if a second
 * candidate agrees.
 */
export async function walk<Candidate, Answer>(
  all: readonly Candidate[],
  options: WalkOptions<Candidate, Answer>,
): Promise<{ candidate: Candidate; answer: Answer }> {
  const { breaker, nameOf, now, signal } = options
  const awake = all.filter((candidate) => breaker.mayTry(nameOf(candidate), now()))
  const queue = (awake.length > 0 ? awake : all).map((candidate) => ({ candidate, retries: 1 }))
  const failures: Failure[] = []
  let badInput: Fault | null = null
  let refusals = 0
  for (let tries = 0; tries < ATTEMPTS_MAX; tries += 1) {
    const next = queue.shift()
    if (!next) break
    const { candidate } = next
    const name = nameOf(candidate)
    breaker.began(name)
    try {
      const answer = await options.attempt(candidate)
      breaker.succeeded(name)
      return { candidate, answer }
    } catch (thrown) {
      if (signal.aborted) {
        breaker.abandoned(name)
        throw thrown
      }
      if (thrown instanceof Fault && thrown.code === 'bad_input') {
        breaker.abandoned(name)
        badInput ??= thrown
        tries -= 1
        continue
      }
      const failure = failureOf(thrown)
      if (!failure) {
        breaker.abandoned(name)
        throw thrown
      }
      failures.push(failure)
      noteFailure(breaker, name, { failure, now: now() })
      if (hangsOnRequest(failure) && ++refusals > 1) break
      const waitMs = waitBefore(failure)
      if (waitMs !== null && next.retries > 0) {
        queue.unshift({ candidate, retries: 0 })
        await sleep(waitMs, undefined, { signal }).catch(() => {})
      }
    }
  }
  throw outcome(failures, badInput)
}

const hangsOnRequest = ({ kind }: Failure): boolean => kind === 'refused' || kind === 'useless'

function noteFailure(
  breaker: Breaker,
  name: string,
  { failure, now }: { readonly failure: Failure; readonly now: number },
): void {
  // One buyer must not be able to put a model to rest for all others.
  if (failure.kind === 'useless') breaker.abandoned(name)
  else if (failure.kind === 'closed') breaker.backOff(name, CLOSED_MS, now)
  else if (failure.kind === 'busy' && failure.retryAfterMs > WAIT_MS_MAX)
    breaker.backOff(name, failure.retryAfterMs, now)
  else if (failure.kind !== 'refused' && failure.kind !== 'busy') breaker.failed(name, now)
  else breaker.succeeded(name)
}

/** The wait before the same candidate is asked again; null if it is not. */
function waitBefore(failure: Failure): number | null {
  if (failure.kind === 'busy')
    return failure.retryAfterMs <= WAIT_MS_MAX ? failure.retryAfterMs : null
  if (failure.kind !== 'unreachable') return null
  return RETRY_MS.min + Math.random() * RETRY_MS.spread
}

/** The fault when no candidate answered. */
function outcome(failures: readonly Failure[], badInput: Fault | null): Fault {
  const refused = failures.find((failure) => failure.kind === 'refused')
  if (refused) return new Fault('provider_refused', refused.message)
  if (failures.length === 0)
    return badInput ?? new Fault('not_configured', 'No provider of this instance serves this tier.')
  const busy = failures.flatMap((one) => (one.kind === 'busy' ? [one.retryAfterMs] : []))
  if (busy.length === failures.length) {
    const retryAfterSeconds = Math.max(1, Math.ceil(Math.max(...busy) / 1_000))
    return new Fault('overloaded', 'All providers are busy.', { retryAfterSeconds })
  }
  const useless = failures.find((failure) => failure.kind === 'useless')
  if (useless) return new Fault('upstream_failed', useless.message, { isVain: true })
  const bad = failures.find(({ kind }) => kind === 'bad' || kind === 'closed')
  if (bad && bad.kind !== 'busy') return new Fault('upstream_failed', bad.message)
  const late = failures.find(({ kind }) => kind === 'late')
  if (late) return new Fault('upstream_timeout', 'No provider answered in time.')
  return new Fault('upstream_unreachable', 'No provider can be reached.')
}
