/** Stops requests to a failing candidate for a while. One per candidate. */
export interface Breaker {
  /** Whether it may be asked now. Once a rest is over, one call at a time tries it. */
  mayTry(name: string, now: number): boolean
  /** It is being asked. Each attempt ends in one of the others. */
  began(name: string): void
  /** The caller left before it was known how the attempt ends. */
  abandoned(name: string): void
  succeeded(name: string): void
  failed(name: string, now: number): void
  /** Not before so long. */
  backOff(name: string, ms: number, now: number): void
  /** Others have found that it is not to be asked before then. */
  learn(name: string, until: number): void
  /** 0 where it does not rest. */
  restsUntil(name: string): number
}

interface State {
  failures: number
  /** Until when it rests; 0 where it does not. */
  until: number
  backoffMs: number
  isTried: boolean
}

const FAILURES_MAX = 3
const BACKOFF_MS = 30_000
const BACKOFF_MS_MAX = 300_000

export function createBreaker(): Breaker {
  const states = new Map<string, State>()
  const stateOf = (name: string): State => {
    const known = states.get(name)
    if (known) return known
    const state = { failures: 0, until: 0, backoffMs: BACKOFF_MS, isTried: false }
    states.set(name, state)
    return state
  }
  return {
    mayTry(name, now) {
      const state = states.get(name)
      if (!state || state.until === 0) return true
      return now >= state.until && !state.isTried
    },
    began(name) {
      const state = stateOf(name)
      state.isTried = state.until > 0
    },
    abandoned(name) {
      stateOf(name).isTried = false
    },
    succeeded(name) {
      const state = states.get(name)
      // The result of a call that began before the pause does not end the pause.
      if (!state || state.until === 0 || state.isTried) states.delete(name)
    },
    failed(name, now) {
      const state = stateOf(name)
      state.failures += 1
      const wasTried = state.isTried
      state.isTried = false
      if (state.failures < FAILURES_MAX && !wasTried) return
      state.until = now + state.backoffMs
      state.backoffMs = Math.min(BACKOFF_MS_MAX, state.backoffMs * 2)
    },
    backOff(name, ms, now) {
      const state = stateOf(name)
      state.isTried = false
      state.until = Math.max(state.until, now + ms)
    },
    learn(name, until) {
      const state = stateOf(name)
      state.until = Math.max(state.until, until)
    },
    restsUntil: (name) => states.get(name)?.until ?? 0,
  }
}
