import { Fault, type FaultCode } from '../core/fault.ts'

/** What a thread is asked: the export `work` of a file, called with this input. */
export interface Task {
  readonly file: string
  readonly input: unknown
  /** Set to 1 when the work begins, so that whoever waits knows whether it ever did. */
  readonly begun: Int32Array
}

/** An error loses its class on the way between threads, so faults travel as data. */
export type Told =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'fault'; readonly code: FaultCode; readonly message: string }

interface Unit {
  work(input: unknown): unknown
}

export async function work({ file, input, begun }: Task): Promise<Told> {
  const unit = (await import(file)) as Unit
  Atomics.store(begun, 0, 1)
  try {
    return { kind: 'done', value: await unit.work(input) }
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown
    return { kind: 'fault', code: thrown.code, message: thrown.message }
  }
}
