import { setTimeout } from 'node:timers/promises'
import { Fault } from '../../base/core/fault.ts'
import type { RateSlots } from '../../base/core/rate-slots.ts'

export interface PaceOptions {
  /** Name of the provider, for the fault. */
  readonly name: string
  readonly perSecond: number
  /** A slot later than this is refused at once. */
  readonly waitMaxMs?: number
  /** Rate slots that several processes share. Default: this process alone. */
  readonly rateSlots?: RateSlots
  /** For tests: a monotonic clock, and a way to wait. */
  readonly clock?: () => number
  readonly wait?: (forMs: number, signal: AbortSignal) => Promise<unknown>
}

export interface Pace {
  /** Waits for a slot. Slots are given in the order of arrival, at most so many a second. */
  turn(signal: AbortSignal): Promise<void>
  /** Gives no slot before this time has passed. */
  rest(forMs: number): Promise<void>
}

const WAIT_MAX_MS = 10_000

export function createPace({
  name,
  perSecond,
  waitMaxMs = WAIT_MAX_MS,
  clock = () => performance.now(),
  rateSlots = localSlots(clock),
  wait = (forMs, signal) => setTimeout(forMs, undefined, { signal }),
}: PaceOptions): Pace {
  const waiting = { spacingMs: 1_000 / perSecond, waitMaxMs }
  return {
    async turn(signal) {
      const { forMs, isTaken } = await rateSlots.take(name, waiting)
      if (!isTaken)
        throw new Fault('overloaded', `${name} is asked as often as it allows; ask again later.`, {
          retryAfterSeconds: Math.ceil(forMs / 1_000),
        })
      if (forMs <= 0) return
      await wait(forMs, signal).catch((thrown: unknown) => {
        throw signal.aborted ? new Fault('caller_gone', 'The caller hung up.') : thrown
      })
    },
    rest: async (forMs) => rateSlots.rest(name, forMs),
  }
}

function localSlots(clock: () => number): RateSlots {
  let nextAt = 0
  return {
    async take(_party, { spacingMs, waitMaxMs }) {
      const turnAt = Math.max(clock(), nextAt)
      const forMs = turnAt - clock()
      const isTaken = forMs <= waitMaxMs
      if (isTaken) nextAt = turnAt + spacingMs
      return { forMs, isTaken }
    },
    async rest(_party, forMs) {
      nextAt = Math.max(nextAt, clock() + forMs)
    },
  }
}
