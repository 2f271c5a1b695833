import { getCompileCacheDir } from 'node:module'
import { fileURLToPath } from 'node:url'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import type { Host } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { FIRST_COMPILER_ONLY } from '../../base/core/thread-work.ts'
import { lazily } from '../../base/lib/lazily.ts'
import type { Task, WorkEnd } from './_thread.ts'
import { watchLoop } from './priority.ts'
import { watchTask, type Bounds, type Excess } from './_watch.ts'

export interface PoolOptions {
  readonly threadsMax: number
  /** How long a thread that has nothing to do is kept. */
  readonly idleMs: number
  /** How many tasks may wait for a thread. */
  readonly queueMax: number
}

export interface PoolTask {
  /** Whose export `work` is called with the input. */
  readonly file: URL
  readonly input: unknown
  /** Aborted when the caller no longer waits for the answer. */
  readonly signal: AbortSignal
  readonly bounds: Bounds
  /** Whether the event loop goes first. */
  readonly isLow?: boolean
  /** The message for the caller of a task that takes too much. */
  faultOf(excess: Excess): Fault
}

/** Has a task done in a thread. Faults that it throws arrive; to take too much is one as well. */
export type RunInPool = (poolTask: PoolTask) => Promise<unknown>

/** Far above what any task may take, because to reach it may end the process. */
const HEAP_MB_MAX = 1_024
/** What is parsed lives long or not at all: more room for the young is more memory, and no time. */
const YOUNG_MB_MAX = 12
const ENTRY = new URL('./_thread.ts', import.meta.url)
const BEFORE_ENTRY = new URL('./_types-out.mjs', import.meta.url)

/** A pool that starts with the first task and ends with the host. */
export function openPool(host: Host, options: PoolOptions): RunInPool {
  const opened = lazily(() => createPool(options))
  host.onClose(async () => (await opened.made())?.destroy())
  const isLow = watchLoop()
  return async (poolTask) => answerOf(await runIn(await opened(), { ...poolTask, isLow: isLow() }))
}

function answerOf(end: WorkEnd): unknown {
  if (end.kind === 'done') return end.value
  const { code, message, body, retryAfterSeconds } = end
  throw new Fault(code, message, {
    ...(body && { body }),
    ...(retryAfterSeconds && { retryAfterSeconds }),
  })
}

const ALONE: PoolOptions = { threadsMax: 1, idleMs: 0, queueMax: 1 }

/** Has a task done in a thread that begins with it and ends with it, and sees no environment. */
export async function runAlone(poolTask: PoolTask): Promise<unknown> {
  const pool = await createPool(ALONE)
  try {
    return answerOf(await runIn(pool, poolTask))
  } finally {
    await pool.destroy()
  }
}

/**
 * Threads get no environment. So they keep no compile cache either, which the engine would hold for
 * the life of the thread: it would turn 45 MB of libraries into 144. The types of their sources are
 * already stripped, which saves 8 MB and 80 ms in each.
 */
async function createPool({ threadsMax, idleMs, queueMax }: PoolOptions): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  if (!getEnvironmentData(FIRST_COMPILER_ONLY))
    setEnvironmentData(FIRST_COMPILER_ONLY, new SharedArrayBuffer(4))
  setEnvironmentData('folder-without-types', getCompileCacheDir())
  const pool = new Piscina({
    env: {},
    filename: fileURLToPath(ENTRY),
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', BEFORE_ENTRY.href],
    name: 'work',
    minThreads: 0,
    maxThreads: threadsMax,
    idleTimeout: idleMs,
    maxQueue: queueMax,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX, maxYoungGenerationSizeMb: YOUNG_MB_MAX },
  })
  // Of a thread without a task, which nobody waits for: unheard, it would end the process.
  return pool.setMaxListeners(0).on('error', () => {})
}

/** What the threads of a pool may hold together between their tasks. */
const IDLE_MB_MAX = 96
const TRIES = 3

/** What the threads of a pool held when their last task had ended, by their ids. */
const heldMb = new WeakMap<Piscina, Map<number, number>>()

/** The callers of lost tasks get an error at once. */
const RETIRED_KEPT = 100
/** Threads that were ended though nothing had failed. */
interface Retired {
  /** The latest of them. */
  readonly ids: Set<number>
  readonly count: number
}

const retired = new WeakMap<Piscina, Retired>()

/**
 * Ends a thread after its task where all threads of the pool hold too much together, or where it
 * keeps a low priority. A task that it is given in that moment is done by another one.
 */
function retire(pool: Piscina, begun: Int32Array): void {
  const [id = 0, , held = 0, mustEnd = 0] = begun
  const known = heldMb.get(pool) ?? new Map<number, number>()
  heldMb.set(pool, known.set(id, held))
  const living = new Set(pool.threads.map(({ threadId }) => threadId))
  for (const one of known.keys()) if (!living.has(one)) known.delete(one)
  const all = [...known.values()].reduce((sum, each) => sum + each, 0)
  if (all <= IDLE_MB_MAX && mustEnd === 0) return
  const { ids, count } = retired.get(pool) ?? { ids: new Set(), count: 0 }
  retired.set(pool, { ids: ids.add(id), count: count + 1 })
  const [oldest = 0] = ids
  if (ids.size > RETIRED_KEPT) ids.delete(oldest)
  void pool.threads.find(({ threadId }) => threadId === id)?.terminate()
}

async function runIn(pool: Piscina, poolTask: PoolTask, tries = TRIES): Promise<WorkEnd> {
  const { file, input, signal, bounds, faultOf, isLow = false } = poolTask
  // The library counts only tasks without a signal against its limit.
  if (pool.queueSize >= pool.options.maxQueue) throw faultOf('wait')
  const begun = new Int32Array(new SharedArrayBuffer(16))
  const folder = getCompileCacheDir() ?? null
  const task: Task = { file: file.href, input, begun, isLow, folder }
  const watch = watchTask(pool, begun, bounds)
  const retiredBefore = retired.get(pool)?.count
  const unstarted = new AbortController()
  const onError = (thrown: Error) => {
    // The thread it waits for could not start, as while files are replaced; there is no other.
    if (begun[0] === 0 && pool.threads.length === 0) unstarted.abort(thrown)
  }
  pool.on('error', onError)
  try {
    const ends = AbortSignal.any([signal, watch.signal, unstarted.signal])
    const end = (await pool.run(task, { signal: ends })) as WorkEnd
    retire(pool, begun)
    return end
  } catch (thrown) {
    const [id = 0] = begun
    const isEnded = signal.aborted || watch.excess() !== null
    const hasBegun = id !== 0 && !retired.get(pool)?.ids.has(id)
    // A thread that was ended on purpose may take any number of tasks with it in a crowd.
    const left = retired.get(pool)?.count === retiredBefore ? tries - 1 : tries
    if (!isEnded && !hasBegun && left > 0) return await runIn(pool, poolTask, left)
    if (signal.aborted) throw new Fault('caller_gone', 'The caller hung up.')
    const excess = watch.excess() ?? (isOutOfMemory(thrown) ? 'memory' : null)
    throw excess ? faultOf(excess) : (unstarted.signal.reason ?? thrown)
  } finally {
    pool.off('error', onError)
    watch.stop()
  }
}

const isOutOfMemory = (thrown: unknown): boolean =>
  (thrown as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY'
