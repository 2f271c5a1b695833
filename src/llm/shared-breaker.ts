import type { ModelRestStore } from '../stores/model-rests.ts'
import type { Breaker } from './breaker.ts'

/** How old what is known of other replicas may be. */
const READ_MS = 2_000

/**
 * A breaker that is shared with other replicas: a wrong key or a quota is then noticed once, and
 * not by each of them. No call waits for the database.
 */
export function shared(breaker: Breaker, store: ModelRestStore): Breaker {
  let readAt = Number.NEGATIVE_INFINITY

  async function read(now: number): Promise<void> {
    for (const { candidate, until } of await store.all(now)) breaker.learn(candidate, until)
  }

  /** Notes what a change means for others. What the database does not take, they find out. */
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
