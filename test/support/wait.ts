import type { Worker } from 'node:worker_threads'
import { vi } from 'vitest'
import { POLL_LIMIT } from './clock.ts'

/** Waits until something holds; the machine may be busy with other tests. */
export const eventually = (
  check: () => unknown,
  timeoutMs = POLL_LIMIT.timeout,
): Promise<unknown> => vi.waitFor(check, { timeout: timeoutMs, interval: 20 })

/** Milliseconds of work that this thread has done since; blind to how busy its neighbours are. */
export function startWork(): () => number {
  const before = process.threadCpuUsage()
  return () => total(process.threadCpuUsage(before)) / 1_000
}

const RUNS_MAX = 3

/**
 * The least work of up to three runs, in milliseconds of this thread; ends with the first that is
 * below `enoughMs`. What an input causes comes each time. Compiling, a collection of garbage and
 * cold caches of a busy machine do not.
 */
export async function leastWork(enoughMs: number, run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let left = RUNS_MAX; left > 0 && least >= enoughMs; left -= 1) {
    const worked = startWork()
    await run()
    least = Math.min(least, worked())
  }
  return least
}

const threads = new Set<Worker>()
process.on('worker', (thread) => {
  threads.add(thread)
  thread.once('exit', () => threads.delete(thread))
})

/** As `startWork`, with the work of the threads that this one opened and that still run. */
export function startWorkInThreads(): () => Promise<number> {
  const own = startWork()
  const before = usageOfThreads()
  return async () => {
    const earlier = await before
    let micros = 0
    for (const [thread, used] of await usageOfThreads()) micros += used - (earlier.get(thread) ?? 0)
    return own() + micros / 1_000
  }
}

async function usageOfThreads(): Promise<ReadonlyMap<Worker, number>> {
  const usages = new Map<Worker, number>()
  const measured = [...threads].map(async (thread) => {
    // A thread that ends meanwhile has none.
    const usage = await thread.cpuUsage().catch(() => undefined)
    if (usage) usages.set(thread, total(usage))
  })
  await Promise.all(measured)
  return usages
}

const total = ({ user, system }: { user: number; system: number }): number => user + system
