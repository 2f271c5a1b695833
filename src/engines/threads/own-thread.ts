import { availableParallelism } from 'node:os'
import type { Capability } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import type { ThreadWork } from '../../base/core/thread-work.ts'
import { createFairSlots } from '../../base/lib/fair-slots.ts'
import { runAlone } from './_pool.ts'
import { watchLoop } from './priority.ts'
import type { Excess } from './_watch.ts'

/**
 * A thread for a single task. Its effects end with the thread, which never runs another task. It is
 * no wall: programs of strangers get a process (`own-process.ts`).
 */
export interface OwnThread {
  /**
   * Returns the result of the work, or the limit that it exceeded. Faults that it throws are passed
   * on.
   */
  run<Input, Result>(
    work: ThreadWork<Input, Result>,
    input: Input,
    bounds: OwnBounds,
  ): Promise<OwnEnd<Result>>
}

export interface OwnBounds {
  /** From the beginning of the work; what it prepares before does not count. */
  readonly timeoutMs: number
  readonly memoryMbMax: number
}

type OwnEnd<Result> =
  | { readonly excess: null; readonly result: Result }
  | { readonly excess: 'time' | 'memory' }

/** For a thread to be free, and again for it to load what it needs. */
const WAIT_MS = 10_000
const PREPARE_MS = 30_000

export const ownThread: Capability<OwnThread> = {
  name: 'own-thread',
  texts: 'own',
  settings: [],
  open() {
    const threadsMax = Math.max(2, Math.min(4, availableParallelism()))
    const slots = createFairSlots({
      slots: threadsMax,
      slotsPerClient: threadsMax - 1,
      waitMs: WAIT_MS,
      waitingMax: 100,
      what: 'All threads for programs',
      retryAfterSeconds: 5,
    })
    const isLow = watchLoop()
    return (scope) => ({
      async run<Input, Result>(
        { file }: ThreadWork<Input, Result>,
        input: Input,
        { timeoutMs, memoryMbMax }: OwnBounds,
      ): Promise<OwnEnd<Result>> {
        const leave = await slots.take(scope)
        let found: Excess | null = null
        const faultOf = (excess: Excess): Fault => {
          found = excess
          return new Fault('overloaded', 'All threads are busy.', { retryAfterSeconds: 5 })
        }
        const excessOf = (): Excess | null => found
        try {
          const bounds = { waitMs: PREPARE_MS, timeoutMs, memoryMbMax, countsBefore: true }
          const { signal } = scope
          const result = await runAlone({
            file,
            input,
            signal,
            bounds,
            faultOf,
            isLow: isLow(),
          })
          return { excess: null, result: result as Result }
        } catch (thrown) {
          const excess = excessOf()
          if (excess === 'time' || excess === 'memory') return { excess }
          throw thrown
        } finally {
          leave()
        }
      },
    })
  },
}
