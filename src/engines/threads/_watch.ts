import type { Piscina } from 'piscina'

/** Why a task was given up. */
export type Excess = 'wait' | 'time' | 'memory'

export interface Watch {
  /** Aborted when a task takes too much. */
  readonly signal: AbortSignal
  /** Which limit it exceeds. */
  excess(): Excess | null
  stop(): void
}

export interface Bounds {
  /** For a thread to begin. */
  readonly waitMs: number
  /** From there to the answer. */
  readonly timeoutMs: number
  /** What the thread may hold. */
  readonly memoryMbMax: number
  /** Whether what it held before the task counts, such as libraries of other tasks. */
  readonly countsBefore: boolean
}

const EVERY_MS = 25
const MB = 1024 * 1024

/**
 * Watches a task and what the thread that began it holds, buffers included. The limits of the
 * engine count no buffers, and an array that grows through them ends the process instead of the
 * thread.
 */
export function watchTask(
  pool: Piscina,
  begun: Int32Array,
  { waitMs, timeoutMs, memoryMbMax, countsBefore }: Bounds,
): Watch {
  const ended = new AbortController()
  let found: Excess | null = null
  let isBegun = false
  let sinceMs = performance.now()
  const timer = setInterval(() => void look(), EVERY_MS)
  return { signal: ended.signal, excess: () => found, stop: () => clearInterval(timer) }

  async function look(): Promise<void> {
    if (!isBegun && begun[0] !== 0) {
      isBegun = true
      sinceMs = performance.now()
    }
    const tookMs = performance.now() - sinceMs
    if (tookMs > (isBegun ? timeoutMs : waitMs)) return end(isBegun ? 'time' : 'wait')
    const thread = isBegun && pool.threads.find(({ threadId }) => threadId === begun[0])
    const held = thread ? await thread.getHeapStatistics().catch(() => undefined) : undefined
    const beforeMb = countsBefore ? 0 : (begun[1] ?? 0)
    if (held && held.used_heap_size + held.external_memory > (memoryMbMax + beforeMb) * MB)
      end('memory')
  }

  function end(excess: Excess): void {
    found ??= excess
    ended.abort()
  }
}
