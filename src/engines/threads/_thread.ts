import { threadId } from 'node:worker_threads'
import { Fault, type FaultCode, type FaultDetail } from '../core/fault.ts'
import type { WorkClock } from '../core/thread-work.ts'
import { createClearOut, heldBytes } from './collect-after-tasks.ts'
import { keepBytesIn, type KeepBytes } from './keep-bytes.ts'
import { resolveFarebox } from './farebox-import.ts'
import { lowerOwnPriority } from './priority.ts'

/** What a thread is asked: the export `work` of a file, called with this input. */
export interface Task {
  readonly file: string
  readonly input: unknown
  /**
   * The thread's id, set when the work begins, so that the waiting side knows that it began; the
   * megabytes that the thread held at the start of the work, and at its end.
   */
  readonly begun: Int32Array
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
    }

interface Unit {
  work(input: unknown, clock: WorkClock, prepared: unknown): unknown
  /** What is loaded before the time of the work counts; `work` is handed it. */
  prepare?(keep: KeepBytes): Promise<unknown>
}

const clearOut = createClearOut()

export async function work({ file, input, begun, folder }: Task): Promise<WorkEnd> {
  lowerOwnPriority()
  resolveFarebox()
  const unit = (await import(file)) as Unit
  const prepared = await unit.prepare?.(keepBytesIn(folder))
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
    if (!(thrown instanceof Fault)) throw thrown
    return { kind: 'fault', code: thrown.code, message: thrown.message, body: thrown.detail.body }
  }
}
