import { Fault } from '../core/fault.ts'

/** So many at once; others wait for a while, and not too many of them. */
export interface Seats {
  /** Answers how to leave again. */
  take(signal: AbortSignal): Promise<() => void>
}

const WAITING_MAX = 64
const WAIT_MS = 8_000
const RETRY_AFTER_SECONDS = 5

export function createSeats(count: number, waitMs = WAIT_MS, waitingMax = WAITING_MAX): Seats {
  const waiting = new Set<() => void>()
  let free = count

  function leave(): void {
    const [next] = waiting
    if (next) next()
    else free += 1
  }

  return {
    async take(signal) {
      if (free > 0) {
        free -= 1
        return leave
      }
      if (waiting.size >= waitingMax) throw full()
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const sit = () => resolve(leave)
      const giveUp = () => reject(signal.aborted ? gone() : full())
      const timer = setTimeout(giveUp, waitMs)
      signal.addEventListener('abort', giveUp, { once: true })
      waiting.add(sit)
      return promise.finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        waiting.delete(sit)
      })
    },
  }
}

const full = (): Fault =>
  new Fault('overloaded', 'All pages of the browser are in use.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })

const gone = (): Fault => new Fault('caller_gone', 'The caller hung up.')
