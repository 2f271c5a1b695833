import type { ModelRestStore } from '../../stores/model-rests.ts'
import type { Breaker } from './breaker.ts'

/** The largest age of the state read from other replicas. */
const READ_MS = 2_000

/**
 * A circuit breaker that is shared with other replicas, so that a wrong key or an exceeded quota is
 * noticed only once. No call waits for the database.
 */
export function shared(breaker: Breaker, store: ModelRestStore): Breaker {
  let readAt = Number.NEGATIVE_INFINITY

  async function read(now: number): Promise<void> {
    for (const { candidate, until } of await store.all(now)) breaker.learn(candidate, until)
  }

  /**
   * Stores a change for the other replicas. If the database fails, they notice the problem
   * themselves.
   */
  function noted(name: string, change: () => void): void {
    const before = breaker.restsUntil(name)
    change()
    const after = breaker.restsUntil(name)
    if (after > before) void store.rest(name, after).catch(() => {})
    else if (after < before) void store.end(name).catch(() => {})
  }

  return {
    ...breaker,
    mayTry(name, now) {
      if (now - readAt >= READ_MS) {
        readAt = now
        void read(now).catch(() => {})
      }
      return breaker.mayTry(name, now)
    },
    succeeded: (name) => noted(name, () => breaker.succeeded(name)),
    failed: (name, now) => noted(name, () => breaker.failed(name, now)),
    backOff: (name, ms, now) => noted(name, () => breaker.backOff(name, ms, now)),
  }
}
