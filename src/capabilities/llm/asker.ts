import type { Host } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { UPSTREAM_LOG } from '../../base/core/upstream-log.ts'
import { createClient, type Client } from '../../outside/net/request.ts'
import { failureOf } from './attempt.ts'
import type { Breaker } from './breaker.ts'
import { createBreaker } from './breaker.ts'
import { walk } from './walk.ts'

/** Asks one candidate after the other, and remembers which of them rest. */
export interface Asker {
  readonly client: Client
  ask<Candidate, Answer>(
    candidates: readonly Candidate[],
    how: {
      readonly signal: AbortSignal
      /** The id of the call; empty if it is not recorded. */
      readonly callId?: string
      nameOf(candidate: Candidate): string
      attempt(candidate: Candidate): Promise<Answer>
    },
  ): Promise<{ candidate: Candidate; answer: Answer }>
}

/** One client and one memory of failures, for as long as the host lives. */
export function openAsker(
  host: Pick<Host, 'now' | 'onClose' | 'part'>,
  remembering: (own: Breaker) => Breaker = (own) => own,
): Asker {
  const client = createClient({ policy: 'trusted' })
  host.onClose(() => client.close())
  const breaker = remembering(createBreaker())
  const log = host.part?.(UPSTREAM_LOG)

  /**
   * An attempt whose result is reported to the dashboard; a mistake of the caller counts as an
   * answer.
   */
  async function counted<T>(title: string, callId: string, attempt: () => Promise<T>): Promise<T> {
    const sentAt = performance.now()
    const ended = (fault: string | null): void =>
      log?.ended({ callId, title, waitedMs: 0, tookMs: performance.now() - sentAt, fault })
    try {
      const answer = await attempt()
      ended(null)
      return answer
    } catch (thrown) {
      if (failureOf(thrown)) ended(Fault.from(thrown).message)
      throw thrown
    }
  }

  return {
    client,
    ask: (candidates, { callId = '', ...how }) =>
      walk(candidates, {
        ...how,
        attempt: (each) => counted(how.nameOf(each), callId, () => how.attempt(each)),
        breaker,
        now: host.now,
      }),
  }
}
