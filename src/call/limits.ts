import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { Fault } from '../core/fault.ts'
import type { RateCounterStore } from '../stores/rate-counters.ts'

/** A bound on what one client may do in a minute. */
export interface Limit {
  /** Counts one more; throws `rate_limited` past the bound. */
  take(client: string): Promise<void>
  /** Throws when the bound is reached, counting nothing. */
  assert(client: string): Promise<void>
  isSpent(client: string): Promise<boolean>
  /** What was counted within the last minute. */
  countOf(client: string): Promise<number>
}

/** Where several replicas count together; null where this process is alone. */
export interface Together {
  readonly rateCounters: RateCounterStore | null
  now(): number
}

/** How much a client has done, and for how long that counts. */
interface Spent {
  readonly count: number
  readonly forgottenInMs: number
}

interface Counter {
  add(client: string): Promise<Spent>
  look(client: string): Promise<Spent | null>
}

const WINDOW_MS = 60_000

export function createLimit(what: string, perMinute: number, together?: Together): Limit {
  const counter = together?.rateCounters
    ? sharedCounter(what, together.rateCounters, together.now)
    : ownCounter(perMinute)
  const refuse = ({ forgottenInMs }: Spent): Fault =>
    new Fault('rate_limited', `Too many ${what}: at most ${perMinute} a minute.`, {
      retryAfterSeconds: Math.max(1, Math.ceil(forgottenInMs / 1000)),
    })
  return {
    async take(client) {
      const spent = await counter.add(client)
      if (spent.count > perMinute) throw refuse(spent)
    },
    async assert(client) {
      const before = await counter.look(client)
      if (before && before.count >= perMinute) throw refuse(before)
    },
    isSpent: async (client) => ((await counter.look(client))?.count ?? 0) >= perMinute,
    countOf: async (client) => (await counter.look(client))?.count ?? 0,
  }
}

const spent = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Spent => ({
  count: consumedPoints,
  forgottenInMs: msBeforeNext,
})

function ownCounter(perMinute: number): Counter {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_MS / 1000 })
  return {
    async add(client) {
      const state = limiter.consume(client)
      return spent(await state.catch((refusal: RateLimiterRes) => refusal))
    },
    async look(client) {
      const state = await limiter.get(client)
      return state && spent(state)
    },
  }
}

function sharedCounter(what: string, rateCounters: RateCounterStore, now: () => number): Counter {
  const nameOf = (client: string): string => `${what} ${client}`
  return {
    async add(client) {
      const at = now()
      const { count, until } = await rateCounters.add(nameOf(client), at + WINDOW_MS, at)
      return { count, forgottenInMs: until - at }
    },
    async look(client) {
      const at = now()
      const found = await rateCounters.find(nameOf(client), at)
      return found && { count: found.count, forgottenInMs: found.until - at }
    },
  }
}
