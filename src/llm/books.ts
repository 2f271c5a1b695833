import type { ModelUsageStore, ModelUse } from '../stores/model-usage.ts'

/** Writes down what providers have told of tokens. */
export interface Books {
  note(use: ModelUse): void
  /** Writes what is not yet written. */
  close(): Promise<void>
}

const FLUSH_MS = 1_000
/** More than this are written at once. */
const WAITING_MAX = 500

/**
 * One write for the calls of a second: a call does not wait for its line in the books, which tells
 * what was used and moves no money.
 */
export function createBooks({ add }: Pick<ModelUsageStore, 'add'>): Books {
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
