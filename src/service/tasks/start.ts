import type { Task } from '../../base/core/task.ts'
import type { LeaseStore } from '../../stores/leases.ts'

export interface Tasks {
  /**
   * Aborts running tasks, waits at most this long for them, and leaves the work to other replicas.
   */
  stop(withinMs: number): Promise<void>
}

export interface TaskOptions {
  readonly leases: LeaseStore
  /** Names this replica among others. */
  readonly holder: string
  now(): number
  onTrouble(what: string, cause: unknown): void
}

/** Long enough for a late renewal; short enough that another replica soon replaces a dead one. */
const LEASE_BEATS = 3
const LEASE_MS_MIN = 10_000

/**
 * Runs each task at its interval, never twice at once, and only with its lease. A task that fails
 * is reported and tried again.
 */
export function startTasks(tasks: readonly Task[], options: TaskOptions): Tasks {
  const { leases, holder, now, onTrouble } = options
  const underWay = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  async function isOurs({ name, everyMs, everywhere }: Task): Promise<boolean> {
    if (everywhere) return true
    const term = Math.max(LEASE_MS_MIN, LEASE_BEATS * everyMs)
    return leases.take(name, holder, { now: now(), until: now() + term })
  }

  /** While a run goes on, the timer only renews its lease. */
  async function beat(task: Task): Promise<void> {
    if (!(await isOurs(task)) || underWay.has(task.name) || stopping.signal.aborted) return
    const run = task.run(stopping.signal).finally(() => underWay.delete(task.name))
    underWay.set(task.name, run)
    await run
  }

  const timers = tasks.map((task) =>
    setInterval(() => {
      beat(task).catch((thrown: unknown) => onTrouble(`task ${task.name}`, thrown))
    }, task.everyMs).unref(),
  )
  return {
    async stop(withinMs) {
      stopping.abort()
      for (const timer of timers) clearInterval(timer)
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, withinMs)
      await Promise.race([Promise.allSettled(underWay.values()), late])
      clearTimeout(timer)
      await leases.release(holder)
    },
  }
}
