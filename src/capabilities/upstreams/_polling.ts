import { setTimeout } from 'node:timers/promises'
import { nullIfTheirs } from '../../base/core/failover.ts'

interface Wait {
  readonly withinMs: number
  readonly signal: AbortSignal
}

const LOOK_MS = 1_000

/**
 * Looks again and again until there is something, or null in the end. A provider that fails
 * meanwhile is asked again: what is waited for was sent, so its failure is no answer.
 */
export async function polled<T>(
  look: () => Promise<T | null>,
  { withinMs, signal }: Wait,
): Promise<T | null> {
  for (let leftMs = withinMs; ; leftMs -= LOOK_MS) {
    const found = await look().catch(nullIfTheirs)
    if (found !== null || leftMs <= 0) return found
    await setTimeout(Math.min(LOOK_MS, leftMs), undefined, { signal })
  }
}
