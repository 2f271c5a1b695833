/** Work that is due every so often, whoever calls. */
export interface Task {
  readonly name: string
  readonly everyMs: number
  run(): Promise<void>
}

export interface Tasks {
  /** Lets a run that has begun finish. */
  stop(): Promise<void>
}

/** Runs each task on its beat, never twice at once. A task that fails is reported and tried again. */
export function startTasks(
  tasks: readonly Task[],
  onTrouble: (what: string, cause: unknown) => void,
): Tasks {
  const underWay = new Map<string, Promise<void>>()

  function beat(task: Task): void {
    if (underWay.has(task.name)) return
    const run = task
      .run()
      .catch((thrown: unknown) => onTrouble(`task ${task.name}`, thrown))
      .finally(() => underWay.delete(task.name))
    underWay.set(task.name, run)
  }

  const timers = tasks.map((task) => setInterval(() => beat(task), task.everyMs).unref())
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(underWay.values())
    },
  }
}
