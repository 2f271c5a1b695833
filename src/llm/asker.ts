import type { Host } from '../core/capability.ts'
import { createClient, type Client } from '../net/request.ts'
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
      nameOf(candidate: Candidate): string
      attempt(candidate: Candidate): Promise<Answer>
    },
  ): Promise<{ candidate: Candidate; answer: Answer }>
}

/** One client and one memory of failures, for as long as the host lives. */
export function openAsker(
  host: Pick<Host, 'now' | 'onClose'>,
  remembering: (own: Breaker) => Breaker = (own) => own,
): Asker {
  const client = createClient({ policy: 'trusted' })
  host.onClose(() => client.close())
  const breaker = remembering(createBreaker())
  return {
    client,
    ask: (candidates, how) => walk(candidates, { ...how, breaker, now: host.now }),
  }
}
