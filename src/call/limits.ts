import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { Fault } from '../core/fault.ts'
import type { RateCounterStore } from '../stores/rate-counters.ts'

/** A limit on the calls of one client in a minute. */
export interface Limit {
  /** Counts one; throws `rate_limited` past the limit. */
  take(client: string): Promise<void>
  /** Throws at the limit, without counting. */
  assert(client: string): Promise<void>
  isSpent(client: string): Promise<boolean>
  /** The count of the last minute. */
  countOf(client: string): Promise<number>
}

/** Shared counters of several replicas; null when this process is alone. */
export interface Together {
  readonly rateCounters: RateCounterStore | null
  now(): number
}

/** A count, and when it expires. */
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
