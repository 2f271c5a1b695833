import { availableParallelism } from 'node:os'
import type { Capability } from '../../base/core/capability.ts'
import { badInput, Fault } from '../../base/core/fault.ts'
import { createFairSlots } from '../../base/lib/fair-slots.ts'
import { KB, MB } from '../../base/lib/fields.ts'
import type { ThreadWork } from '../../base/core/thread-work.ts'
import { openPool } from './_pool.ts'
import type { Excess } from './_watch.ts'

/**
 * Runs work in another thread that would block the event loop, such as parsing untrusted text. A
 * thread that takes too much time or memory is terminated; only its caller is affected.
 */
export interface Threads {
  /**
   * Runs work on an input that can be cloned, and answers what it answers. Faults that it throws
   * arrive; too much time or memory is a fault as well.
   */
  run<Input, Result>(
    work: ThreadWork<Input, Result>,
    input: Input,
    options?: ThreadOptions,
  ): Promise<Result>
}

export interface ThreadOptions {
  /** What a site has sent, such as `the page`. Without it, the input itself is to blame. */
  readonly subject?: string
  /** The field of the input that is to blame, where no site has sent it. */
  readonly field?: string | (() => string | undefined)
  /** The limit for the wait for a free thread, and then again for the work itself. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 12_000
const MEMORY_MB_MAX = 256
const THREADS = { idleMs: 20_000, queueMax: 200 }
const WAITING_MAX = 200
const SLOTS_FOR_SMALL = 1
/** To start a thread and load its libraries, which is not the time of the caller's work. */
const START_MS = 25_000
const BOUNDS = { waitMs: START_MS, memoryMbMax: MEMORY_MB_MAX, countsBefore: false }
/** Input of this size is read in some ten milliseconds, whatever it holds. */
const SMALL_BYTES = 16 * KB

export const createThreads = (): Capability<Threads> => ({
  name: 'threads',
  texts: 'own',
  settings: [],
  open(host) {
    const threadsMax = Math.max(3, Math.min(4, availableParallelism()))
    const ask = openPool(host, { ...THREADS, threadsMax })
    const slots = createFairSlots({
      slots: threadsMax,
      // One client leaves one of the slots for long work to others.
      slotsPerClient: Math.max(1, threadsMax - SLOTS_FOR_SMALL - 1),
      slotsForSmall: SLOTS_FOR_SMALL,
      waitMs: TIMEOUT_MS,
      waitingMax: WAITING_MAX,
      what: 'All threads',
      retryAfterSeconds: 5,
    })
    return (scope) => ({
      async run<Input, Result>(
        { file }: ThreadWork<Input, Result>,
        input: Input,
        options: ThreadOptions = {},
      ) {
        const { timeoutMs = TIMEOUT_MS } = options
        const isSmall = sizeOf(input, SMALL_BYTES) < SMALL_BYTES
        const leave = await slots.take(scope, { waitMs: timeoutMs, isSmall })
        try {
          const bounds = { ...BOUNDS, timeoutMs }
          const faultOf = (excess: Excess) => tooMuch(excess, options, timeoutMs)
          return (await ask({ file, input, signal: scope.signal, bounds, faultOf })) as Result
        } finally {
          leave()
        }
      },
    })
  },
})

export const threads = createThreads()

function tooMuch(excess: Excess, { subject, field }: ThreadOptions, timeoutMs: number): Fault {
  if (excess === 'wait')
    return new Fault('overloaded', 'All threads are busy.', { retryAfterSeconds: 5 })
  const what =
    excess === 'time' ? `longer than ${timeoutMs / 1000} s` : `more than ${MEMORY_MB_MAX} MB`
  if (subject !== undefined)
    return new Fault('upstream_failed', `${capitalised(subject)} takes ${what} to read.`)
  const name = typeof field === 'function' ? field() : field
  return name === undefined
    ? badInput(`The input takes ${what} to read.`)
    : badInput(`${name}: takes ${what}; send something smaller or simpler`)
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** The member that takes most room: what makes long work where no other is named. */
export function largestField(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const sized = Object.entries(input).map(([name, value]) => [name, sizeOf(value, MB)] as const)
  return sized.toSorted(([, one], [, other]) => other - one)[0]?.[0]
}

/** Characters and bytes of a value that is cloned, or any number not less than `most`. */
function sizeOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return 8
  let size = 8
  for (const name in value) {
    size += name.length + sizeOf(value[name as never], most - size)
    if (size >= most) break
  }
  return size
}
