import { setTimeout as pause } from 'node:timers/promises'
import { channelFault } from './terms.ts'

/** Calls of one channel wait here for each other, in the order in which they came. */
export interface Turns {
  /**
   * Makes attempts until one does not answer `busy`, one call of a channel after the other. `first`
   * is tried before: a voucher that another call was asked for must not wait behind that call.
   * Throws `channel_busy` when too many wait, or after too long.
   */
  take<T>(
    id: string,
    first: () => Promise<T | 'busy'>,
    attempt: () => Promise<T | 'busy'>,
  ): Promise<T>
}

/** Calls of one channel that wait in this process. */
const WAITING_MAX = 64
const WAIT_MS = 30_000
/** Another replica may hold the channel, so it is asked for again and again. */
const ASK_AGAIN_MS = 10
const RETRY_SECONDS = 2

export function createTurns(): Turns {
  const lines = new Map<string, { waiting: number; last: Promise<unknown> }>()

  async function until<T>(attempt: () => Promise<T | 'busy'>): Promise<T> {
    const end = performance.now() + WAIT_MS
    while (performance.now() < end) {
      const taken = await attempt()
      if (taken !== 'busy') return taken
      await pause(ASK_AGAIN_MS)
    }
    throw channelFault('channel_busy', RETRY_SECONDS)
  }

  return {
    async take(id, first, attempt) {
      const taken = await first()
      if (taken !== 'busy') return taken
      const line = lines.get(id) ?? { waiting: 0, last: Promise.resolve() }
      if (line.waiting >= WAITING_MAX) throw channelFault('channel_busy', RETRY_SECONDS)
      lines.set(id, line)
      line.waiting += 1
      const turn = line.last.then(() => until(attempt))
      line.last = turn.then(
        () => {},
        () => {},
      )
      try {
        return await turn
      } finally {
        line.waiting -= 1
        if (line.waiting === 0) lines.delete(id)
      }
    },
  }
}
