import { setImmediate } from 'node:timers/promises'
import type { Task } from '../../base/core/task.ts'

const TRIM_MS = 60_000

/** Does a long work piece by piece. `step` answers whether there is more to do. */
export const byPieces = (name: string, step: () => Promise<boolean>): Task => ({
  name,
  everyMs: TRIM_MS,
  async run(signal) {
    while (!signal.aborted && (await step())) await setImmediate()
  },
})
