import type { ModelUsageStore, ModelUse } from '../../stores/model-usage.ts'

/** Records the token counts of providers. */
export interface UsageLog {
  note(use: ModelUse): void
  /** Writes all waiting lines. */
  close(): Promise<void>
}

const FLUSH_MS = 1_000
/** More than this are written at once. */
const WAITING_MAX = 500

/**
 * Writes the usage of one second's calls at once. A call does not wait for its line, which is a
 * record only and moves no money.
 */
export function createUsageLog({ add }: Pick<ModelUsageStore, 'add'>): UsageLog {
  let waiting: ModelUse[] = []
  let timer: NodeJS.Timeout | undefined
  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const uses = waiting
    waiting = []
    if (uses.length > 0) await add(uses)
  }
  const flushed = () => void flush().catch(() => {})
  return {
    note(use) {
      waiting.push(use)
      if (waiting.length >= WAITING_MAX) flushed()
      else timer ??= setTimeout(flushed, FLUSH_MS)
    },
    close: flush,
  }
}
