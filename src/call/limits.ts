import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { Fault } from '../core/fault.ts'
import type { RateCounterStore } from '../stores/rate-counters.ts'

/** A limit on the calls of one client in a while. */
export interface Limit {
  /** Counts one; throws `rate_limited` past the limit. */
  take(client: string): Promise<void>
  /** Throws at the limit, without counting. */
  assert(client: string): Promise<void>
  isSpent(client: string): Promise<boolean>
  /** The count of the last window. */
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

/** How long counts live, by how a limit is told. */
const WINDOWS_MS = { 'a minute': 60_000, 'an hour': 3_600_000 }

export function createLimit(
  what: string,
  most: number,
  together?: Together,
  per: keyof typeof WINDOWS_MS = 'a minute',
): Limit {
  const windowMs = WINDOWS_MS[per]
  const counter = together?.rateCounters
    ? sharedCounter(`${what} ${per}`, together.rateCounters, windowMs, together.now)
    : ownCounter(most, windowMs)
  const refuse = ({ forgottenInMs }: Spent): Fault =>
    new Fault('rate_limited', `Too many ${what}: at most ${most} ${per}.`, {
      retryAfterSeconds: Math.max(1, Math.ceil(forgottenInMs / 1000)),
    })
  return {
    async take(client) {
      const spent = await counter.add(client)
      if (spent.count > most) throw refuse(spent)
    },
    async assert(client) {
      const before = await counter.look(client)
      if (before && before.count >= most) throw refuse(before)
    },
    isSpent: async (client) => ((await counter.look(client))?.count ?? 0) >= most,
    countOf: async (client) => (await counter.look(client))?.count ?? 0,
  }
}

const spent = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Spent => ({
  count: consumedPoints,
  forgottenInMs: msBeforeNext,
})

function ownCounter(points: number, windowMs: number): Counter {
  const limiter = new RateLimiterMemory({ points, duration: windowMs / 1000 })
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

function sharedCounter(
  what: string,
  counters: RateCounterStore,
  windowMs: number,
  now: () => number,
): Counter {
  const nameOf = (client: string): string => `${what} ${client}`
  return {
    async add(client) {
      const at = now()
      const { count, until } = await counters.add(nameOf(client), at + windowMs, at)
      return { count, forgottenInMs: until - at }
    },
    async look(client) {
      const at = now()
      const found = await counters.find(nameOf(client), at)
      return found && { count: found.count, forgottenInMs: found.until - at }
    },
  }
}
