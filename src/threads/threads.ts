import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'
import type { Capability } from '../core/capability.ts'
import { Fault } from '../core/fault.ts'
import type { Task, Told } from './_thread.ts'
import { watchTask } from './_watch.ts'

/**
 * Work that would hold up everybody else, done in another thread: parsing what strangers wrote.
 * A thread that takes too much time or memory is ended, and nobody but its caller notices.
 */
export interface Threads {
  /**
   * Calls the export `work` of a file with data that can be cloned, and answers what it answers.
   * Faults that it throws arrive; too much time or memory is a fault as well.
   */
  run<Result>(file: URL, input: unknown, options?: ThreadOptions): Promise<Result>
}

export interface ThreadOptions {
  /** What a site has sent, such as `the page`. Without it, the input itself is to blame. */
  readonly subject?: string
  /** For a thread to be free, and again from there to the answer. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 12_000
const MEMORY_MB_MAX = 256
/** Far above, because to reach it may end the process. */
const HEAP_MB_MAX = 1_024
/** What is parsed lives long or not at all: more room for the young is more memory, and no time. */
const YOUNG_MB_MAX = 12
const IDLE_MS = 20_000
const QUEUE_MAX = 200
const ENTRY = new URL('./_thread.ts', import.meta.url)

export const createThreads = (): Capability<Threads> => ({
  name: 'threads',
  settings: [],
  open(host) {
    let opened: Promise<Piscina> | undefined
    const open = () => (opened ??= createPool())
    host.onClose(async () => (await opened)?.destroy())
    return ({ signal }) => ({
      async run<Result>(file: URL, input: unknown, options: ThreadOptions = {}) {
        const told = await ask(await open(), { file, input, options, signal })
        if (told.kind === 'fault') throw new Fault(told.code, told.message)
        return told.value as Result
      },
    })
  },
})

export const threads = createThreads()

async function createPool(): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  return new Piscina({
    filename: fileURLToPath(ENTRY),
    name: 'work',
    minThreads: 0,
    maxThreads: Math.max(2, Math.min(4, availableParallelism())),
    idleTimeout: IDLE_MS,
    maxQueue: QUEUE_MAX,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX, maxYoungGenerationSizeMb: YOUNG_MB_MAX },
  })
}

interface Asking {
  readonly file: URL
  readonly input: unknown
  readonly options: ThreadOptions
  readonly signal: AbortSignal
}

async function ask(pool: Piscina, { file, input, options, signal }: Asking): Promise<Told> {
  const { subject, timeoutMs = TIMEOUT_MS } = options
  const tooMuch = (what: string) =>
    subject === undefined
      ? new Fault('bad_input', `The input takes ${what} to read.`)
      : new Fault('upstream_failed', `${capitalised(subject)} takes ${what} to read.`)
  const begun = new Int32Array(new SharedArrayBuffer(4))
  const task: Task = { file: file.href, input, begun }
  const watch = watchTask(pool, begun, { timeoutMs, bytesMax: MEMORY_MB_MAX * 1024 * 1024 })
  try {
    const ends = AbortSignal.any([signal, watch.signal])
    return (await pool.run(task, { signal: ends })) as Told
  } catch (thrown) {
    if (signal.aborted) throw new Fault('caller_gone', 'The caller hung up.')
    const excess = watch.excess()
    if (excess === 'time') throw tooMuch(`longer than ${timeoutMs / 1000} s`)
    if (excess === 'wait' || isFull(thrown))
      throw new Fault('overloaded', 'All threads are busy.', { retryAfterSeconds: 5 })
    if (excess === 'memory' || isOutOfMemory(thrown)) throw tooMuch(`more than ${MEMORY_MB_MAX} MB`)
    throw thrown
  } finally {
    watch.stop()
  }
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const isFull = (thrown: unknown): boolean =>
  thrown instanceof Error && /task queue is at limit/i.test(thrown.message)

const isOutOfMemory = (thrown: unknown): boolean =>
  (thrown as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
