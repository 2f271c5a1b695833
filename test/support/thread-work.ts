import { getPriority } from 'node:os'
import { getEnvironmentData, isMainThread, threadId } from 'node:worker_threads'
import { notFound } from '../../src/base/core/fault.ts'
import { FIRST_COMPILER_ONLY } from '../../src/base/core/thread-work.ts'

export interface Job {
  readonly what: string
  readonly bytes?: Uint8Array
  /** The first number ends what waits; the second is its niceness and 1, once it waits. */
  readonly flag?: Int32Array
}

export interface Done {
  readonly isMain: boolean
  readonly thread: number
  readonly echo: Job
  /** Names of the variables that the thread sees. */
  readonly variables: readonly string[]
}

/** As a library keeps what it has loaded. */
const held: Uint8Array[] = []

/** What a thread may be asked to do, well or badly. */
export function work(input: Job): Done {
  if (input.what === 'fault') throw notFound('no such thing')
  if (input.what === 'bug') throw new TypeError('a bug')
  if (input.what === 'loop') for (;;) Math.random()
  if (input.what === 'wait' && input.flag) {
    Atomics.store(input.flag, 1, getPriority() + 1)
    Atomics.wait(input.flag, 0, 0)
  }
  if (input.what === 'second')
    for (const until = Date.now() + 1_000; Date.now() < until;) Math.random()
  if (input.what === 'memory') {
    const kept: unknown[] = []
    for (;;) kept.push(Array.from({ length: 10_000 }, () => ({})))
  }
  if (input.what === 'buffers') {
    const kept: Uint8Array[] = []
    for (;;) kept.push(new Uint8Array(1_000_000).fill(1))
  }
  if (input.what === 'array') {
    const kept: number[] = []
    for (;;) kept.push(kept.length)
  }
  if (input.what === 'litter') Array.from({ length: 2_000_000 }, (_, at) => [at])
  if (input.what === 'hold') held.push(new Uint8Array(120_000_000).fill(1))
  if (input.what === 'count') {
    const shared = getEnvironmentData(FIRST_COMPILER_ONLY) as unknown as SharedArrayBuffer
    return {
      variables: Object.keys(process.env),
      isMain: isMainThread,
      thread: Atomics.add(new Int32Array(shared), 0, 1),
      echo: input,
    }
  }
  return {
    variables: Object.keys(process.env),
    isMain: isMainThread,
    thread: threadId,
    echo: input,
  }
}
