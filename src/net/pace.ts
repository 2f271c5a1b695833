import { setTimeout } from 'node:timers/promises'
import { Fault } from '../core/fault.ts'

export interface PaceOptions {
  /** Who is not to be asked more often, for the fault. */
  readonly name: string
  readonly perSecond: number
  /** A turn that would come later than this is refused at once. */
  readonly waitMaxMs?: number
  /** Both for tests: a clock that only goes forward, and how to wait. */
  readonly clock?: () => number
  readonly wait?: (forMs: number, signal: AbortSignal) => Promise<unknown>
}

/** Waits for a turn. Turns are given in the order of asking, no more than so many in a second. */
export type Pace = (signal: AbortSignal) => Promise<void>

const WAIT_MAX_MS = 10_000

export function createPace({
  name,
  perSecond,
  waitMaxMs = WAIT_MAX_MS,
  clock = () => performance.now(),
  wait = (forMs, signal) => setTimeout(forMs, undefined, { signal }),
}: PaceOptions): Pace {
  const spacingMs = 1_000 / perSecond
  let nextAt = 0
  return async (signal) => {
    const turnAt = Math.max(clock(), nextAt)
    const forMs = turnAt - clock()
    if (forMs > waitMaxMs)
      throw new Fault('overloaded', `${name} is asked as often as it allows; ask again later.`, {
        retryAfterSeconds: Math.ceil(forMs / 1_000),
      })
    nextAt = turnAt + spacingMs
    if (forMs <= 0) return
    await wait(forMs, signal).catch((thrown: unknown) => {
      throw signal.aborted ? new Fault('caller_gone', 'The caller hung up.') : thrown
    })
  }
}
