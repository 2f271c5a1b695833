import { Fault } from '../../base/core/fault.ts'
import { MINUTE_MS, HOUR_MS } from '../../base/core/milliseconds.ts'
import type { RateCounterStore } from '../../stores/rate-counters.ts'

/** A limit on the calls of one client in a time window. */
export interface Limit {
  /** Counts one; throws `rate_limited` past the limit. Synchronous if there are no replicas. */
  take(client: string): Promise<void> | void
  /** Throws at the limit, without counting. */
  assert(client: string): Promise<void>
  isSpent(client: string): Promise<boolean>
  /** The count of the last window. */
  countOf(client: string): Promise<number>
}

/** Shared counters of several replicas; null without replicas. */
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
  add(client: string): Promise<Spent> | Spent
  look(client: string): Promise<Spent | null> | Spent | null
}

/** A counter of this process. */
export interface Window extends Counter {
  /** Counts so many; default: one. */
  add(client: string, by?: number): Spent
  look(client: string): Spent | null
}

/** The length of a window, by its name in messages. */
const WINDOWS_MS = { 'a minute': MINUTE_MS, 'an hour': HOUR_MS }

export function createLimit(
  what: string,
  most: number,
  together?: Together,
  per: keyof typeof WINDOWS_MS = 'a minute',
): Limit {
  const windowMs = WINDOWS_MS[per]
  const counter = together?.rateCounters
    ? sharedCounter(`${what} ${per}`, together.rateCounters, windowMs, together.now)
    : createWindow(windowMs)
  const refuse = ({ forgottenInMs }: Spent): Fault =>
    new Fault('rate_limited', `Too many ${what}: at most ${most} ${per}.`, {
      retryAfterSeconds: Math.max(1, Math.ceil(forgottenInMs / 1000)),
    })
  const check = (spent: Spent): void => {
    if (spent.count > most) throw refuse(spent)
  }
  return {
    take(client) {
      const spent = counter.add(client)
      return spent instanceof Promise ? spent.then(check) : check(spent)
    },
    async assert(client) {
      const before = await counter.look(client)
      if (before && before.count >= most) throw refuse(before)
    },
    isSpent: async (client) => ((await counter.look(client))?.count ?? 0) >= most,
    countOf: async (client) => (await counter.look(client))?.count ?? 0,
  }
}

/** Clients that this process noted within the last minute. */
export interface LatelySeen {
  /** How often it was noted in that minute. */
  note(client: string): number
  has(client: string): boolean
}

export function createLatelySeen(): LatelySeen {
  const counter = createWindow(MINUTE_MS)
  return {
    note: (client) => counter.add(client).count,
    has: (client) => counter.look(client) !== null,
  }
}

/** A counter of this process, and when it is reset. */
interface Own {
  count: number
  until: number
}

/**
 * Counts in two generations. A count lives for one window, so the older generation has ended when
 * the younger one is as old as a window, and is dropped as a whole.
 */
export function createWindow(windowMs: number): Window {
  let young = new Map<string, Own>()
  let old = new Map<string, Own>()
  let turnsAt = 0

  function find(client: string, at: number): Own | undefined {
    if (at >= turnsAt) {
      old = at >= turnsAt + windowMs ? new Map() : young
      young = new Map()
      turnsAt = at + windowMs
    }
    const found = young.get(client) ?? old.get(client)
    return found && found.until > at ? found : undefined
  }

  return {
    add(client, by = 1) {
      const at = performance.now()
      const known = find(client, at)
      const own = known ?? { count: 0, until: at + windowMs }
      if (!known) young.set(client, own)
      own.count += by
      return { count: own.count, forgottenInMs: own.until - at }
    },
    look(client) {
      const at = performance.now()
      const own = find(client, at)
      return own ? { count: own.count, forgottenInMs: own.until - at } : null
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
