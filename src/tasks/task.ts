import type { LeaseStore } from '../stores/leases.ts'

/** Work that is due every so often, whoever calls. One replica does it for all of them. */
export interface Task {
  readonly name: string
  readonly everyMs: number
  /** Every replica does its own. */
  readonly everywhere?: true
  run(): Promise<void>
}

export interface Tasks {
  /** Lets a run that has begun finish, and leaves the work to others. */
  stop(): Promise<void>
}

export interface TaskOptions {
  readonly leases: LeaseStore
  /** Names this replica among others. */
  readonly holder: string
  now(): number
  onTrouble(what: string, cause: unknown): void
}

/**
 * Long enough for a beat that comes late, short enough that a dead replica is not missed for long.
 */
const LEASE_BEATS = 3
const LEASE_MS_MIN = 10_000

/**
 * Runs each task on its beat, never twice at once, and only where its lease is. A task that fails
 * is reported and tried again.
 */
export function startTasks(tasks: readonly Task[], options: TaskOptions): Tasks {
  const { leases, holder, now, onTrouble } = options
  const underWay = new Map<string, Promise<void>>()
  let isStopping = false

  async function isOurs({ name, everyMs, everywhere }: Task): Promise<boolean> {
    if (everywhere) return true
    const term = Math.max(LEASE_MS_MIN, LEASE_BEATS * everyMs)
    return leases.take(name, holder, { now: now(), until: now() + term })
  }

  /** The beat of a run that goes on only prolongs its lease. */
  async function beat(task: Task): Promise<void> {
    if (!(await isOurs(task)) || underWay.has(task.name) || isStopping) return
    const run = task.run().finally(() => underWay.delete(task.name))
    underWay.set(task.name, run)
    await run
  }

  const timers = tasks.map((task) =>
    setInterval(() => {
      beat(task).catch((thrown: unknown) => onTrouble(`task ${task.name}`, thrown))
    }, task.everyMs).unref(),
  )
  return {
    async stop() {
      isStopping = true
      for (const timer of timers) clearInterval(timer)
      await Promise.allSettled(underWay.values())
      await leases.release(holder)
    },
  }
}
