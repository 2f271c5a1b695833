/** A clock that runs with the real one, and can be put forward. */
export interface Clock {
  readonly now: () => number
  readonly advance: (byMs: number) => void
}

export function createClock(): Clock {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    advance(byMs) {
      ahead += byMs
    },
  }
}

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/**
 * How long a test waits for what must come, on a machine that has much else to do. `expect.poll`
 * waits so long wherever nothing else is said.
 */
export const POLL_LIMIT = { timeout: 20 * SECOND }
