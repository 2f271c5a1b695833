import { threadId } from 'node:worker_threads'
import { Fault, type FaultCode, type FaultDetail } from '../../base/core/fault.ts'
import type { WorkClock } from '../../base/core/thread-work.ts'
import { createClearOut, heldBytes } from './collect-after-tasks.ts'
import { keepBytesIn, type KeepBytes } from './keep-bytes.ts'
import { resolveFarebox } from './farebox-import.ts'
import { setOwnPriority } from './priority.ts'

/** What a thread is asked: the export `work` of a file, called with this input. */
export interface Task {
  readonly file: string
  readonly input: unknown
  /**
   * The thread's id, set when the work begins, so that the waiting side knows that it began; the
   * megabytes that the thread held at the start of the work, and at its end; 1 where the thread
   * must end, because it stays slower than others.
   */
  readonly begun: Int32Array
  /** The event loop of all has no time left, and goes first. */
  readonly isLow: boolean
  /** Where a unit keeps what takes long to prepare; null where nothing can be kept. */
  readonly folder: string | null
}

/** An error loses its class on the way between threads, so faults travel as data. */
export type WorkEnd =
  | { readonly kind: 'done'; readonly value: unknown }
  | {
      readonly kind: 'fault'
      readonly code: FaultCode
      readonly message: string
      readonly body: FaultDetail['body']
      readonly retryAfterSeconds: FaultDetail['retryAfterSeconds']
    }

interface Unit {
  work(input: unknown, clock: WorkClock, prepared: unknown): unknown
  /** What is loaded before the time of the work counts; `work` is handed it. */
  prepare?(keep: KeepBytes): Promise<unknown>
}

const clearOut = createClearOut()

export async function work(task: Task): Promise<WorkEnd> {
  if (!task.isLow) return done(task)
  setOwnPriority('low')
  try {
    return await done(task)
  } finally {
    if (!setOwnPriority('normal')) Atomics.store(task.begun, 3, 1)
  }
}

async function done({ file, input, begun, folder }: Task): Promise<WorkEnd> {
  resolveFarebox()
  let unit: Unit
  let prepared: unknown
  try {
    unit = (await import(file)) as Unit
    prepared = await unit.prepare?.(keepBytesIn(folder))
  } catch (thrown) {
    return faultOf(thrown)
  }
  clearOut()
  Atomics.store(begun, 1, heldBytes() / 1024 / 1024)
  Atomics.store(begun, 0, threadId)
  const end = await endOf(unit, input, prepared)
  clearOut()
  Atomics.store(begun, 2, heldBytes() / 1024 / 1024)
  return end
}

async function endOf(unit: Unit, input: unknown, prepared: unknown): Promise<WorkEnd> {
  try {
    const sinceMs = performance.now()
    const clock = { elapsedMs: () => Math.round(performance.now() - sinceMs) }
    return { kind: 'done', value: await unit.work(input, clock, prepared) }
  } catch (thrown) {
    return faultOf(thrown)
  }
}

/** A fault as plain data. A bug is thrown on, and reaches the caller of the thread as an error. */
function faultOf(thrown: unknown): WorkEnd {
  const { code, message, detail } = Fault.from(thrown)
  if (code === 'internal') throw thrown
  const { body, retryAfterSeconds } = detail
  return { kind: 'fault', code, message, body, retryAfterSeconds }
}
