import { setTimeout as pause } from 'node:timers/promises'

/** Between two steps, for what arrives meanwhile. */
const PAUSE_MS = 250

/**
 * Loads what would otherwise be loaded by the first call that needs it, in the time of its buyer.
 * One step after the other; what cannot be loaded is tried again by that call.
 */
export const warmUp =
  (
    steps: readonly (() => Promise<unknown>)[],
    onTrouble: (what: string, cause: unknown) => void,
  ): ((signal: AbortSignal) => Promise<void>) =>
  async (signal) => {
    for (const step of steps) {
      await pause(PAUSE_MS, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      await step().catch((thrown: unknown) => onTrouble('warm up', thrown))
    }
  }
