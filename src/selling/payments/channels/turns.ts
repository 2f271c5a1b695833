import { setTimeout as pause } from 'node:timers/promises'
import { channelFault } from './terms.ts'

/** Calls of one channel wait here for each other, in the order in which they came. */
export interface Turns {
  /**
   * Makes attempts until one does not answer `busy`, one call of a channel after the other. `first`
   * is tried before: a voucher that another call was asked for must not wait behind that call.
   * `isQuiet`: no other call of the channel has come for a moment, so all that its payer has signed
   * is here. Throws `channel_busy` when too many wait, or after too long.
   */
  take<T>(
    id: string,
    first: () => Promise<T | 'busy'>,
    attempt: (isQuiet: boolean) => Promise<T | 'busy'>,
  ): Promise<T>
}

/** Calls of one channel that wait in this process. */
const WAITING_MAX = 64
const WAIT_MS = 30_000
/** Another replica may hold the channel, so it is asked for again, and less and less often. */
const ASK_AGAIN_MS = 10
const ASK_AGAIN_MS_MAX = 200
const RETRY_SECONDS = 2
/**
 * A client that calls many times at once signs one sum for all, and others for those that come
 * late. Asking it to sign again before all are here would give two calls the same sum.
 */
const QUIET_MS = 200
/** Under a steady stream of calls nobody waits longer than this for a quiet moment. */
const QUIET_MS_MAX = 3_000

export function createTurns(): Turns {
  const lines = new Map<string, Line>()

  async function until<T>(
    line: Line,
    attempt: (isQuiet: boolean) => Promise<T | 'busy'>,
  ): Promise<T> {
    const begun = performance.now()
    const end = begun + WAIT_MS
    let pauseMs = ASK_AGAIN_MS
    while (performance.now() < end) {
      const at = performance.now()
      const taken = await attempt(at >= Math.min(line.cameAt + QUIET_MS, begun + QUIET_MS_MAX))
      if (taken !== 'busy') return taken
      await pause(pauseMs)
      pauseMs = Math.min(pauseMs * 1.2, ASK_AGAIN_MS_MAX)
    }
    throw channelFault('channel_busy', RETRY_SECONDS)
  }

  return {
    async take(id, first, attempt) {
      const known = lines.get(id)
      if (known) known.cameAt = performance.now()
      const taken = await first()
      if (taken !== 'busy') return taken
      const cameAt = performance.now()
      const line = lines.get(id) ?? { waiting: 0, cameAt, last: Promise.resolve() }
      line.cameAt = cameAt
      if (line.waiting >= WAITING_MAX) throw channelFault('channel_busy', RETRY_SECONDS)
      lines.set(id, line)
      line.waiting += 1
      const turn = line.last.then(() => until(line, attempt))
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

interface Line {
  waiting: number
  /** When the last call of the channel came. */
  cameAt: number
  last: Promise<unknown>
}
