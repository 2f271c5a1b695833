import type { Piscina } from 'piscina'

export interface Watch {
  /** Aborted when the thread holds too much. */
  readonly signal: AbortSignal
  stop(): void
}

const EVERY_MS = 25

/**
 * Watches what the thread that began a task holds, buffers included. The limits of the engine count
 * no buffers, and an array that grows through them ends the process instead of the thread.
 */
export function watchMemory(pool: Piscina, begun: Int32Array, bytesMax: number): Watch {
  const greed = new AbortController()
  const timer = setInterval(() => void look(), EVERY_MS)
  return { signal: greed.signal, stop: () => clearInterval(timer) }

  async function look(): Promise<void> {
    const thread = pool.threads.find(({ threadId }) => threadId === begun[0])
    const held = await thread?.getHeapStatistics().catch(() => undefined)
    if (held && held.used_heap_size + held.external_memory > bytesMax) greed.abort()
  }
}
