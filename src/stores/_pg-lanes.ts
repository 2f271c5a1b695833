import type { Lane } from './_pg-lane.ts'
import { createSessions } from './_pg-sessions.ts'
import { createStatementTexts, type StatementTexts } from './_pg-texts.ts'

/** The connections of one process to its database. */
export interface Lanes {
  readonly texts: StatementTexts
  /** One connection for as long as the work takes. */
  use<T>(work: (lane: Lane) => Promise<T>): Promise<T>
  /** Waits for those in use. */
  end(): Promise<void>
}

const LANES_MAX = 16
const WAIT_MS = 5_000
const IDLE_MS = 10_000

interface Waiting {
  resolve(lane: Lane | null): void
  reject(thrown: Error): void
}

export function createLanes(
  url: string,
  now: () => number,
  onError: (thrown: Error) => void,
): Lanes {
  const texts = createStatementTexts()
  const sessions = createSessions({ url, texts, onError })
  const idle: { readonly lane: Lane; readonly since: number }[] = []
  const waiting: Waiting[] = []
  let count = 0
  let ended: (() => void) | null = null
  const sweep = setInterval(closeIdle, IDLE_MS).unref()

  function closeIdle(): void {
    const before = now() - IDLE_MS
    while (idle[0] && idle[0].since < before) drop(idle.shift()!.lane)
  }

  function drop(lane: Lane): void {
    lane.end().catch(onError).finally(leave)
  }

  /** Room for one more connection. */
  function leave(): void {
    count--
    const next = waiting.shift()
    if (next) {
      count++
      next.resolve(null)
    } else if (count === 0) ended?.()
  }

  async function take(): Promise<Lane> {
    if (ended) throw new Error('The database is closed.')
    for (let found = idle.pop(); found; found = idle.pop()) {
      if (found.lane.isReusable()) return found.lane
      drop(found.lane)
    }
    const given = count < LANES_MAX ? (count++, null) : await turn()
    if (given) return given
    return sessions.open().catch((thrown: unknown) => {
      leave()
      throw thrown
    })
  }

  function turn(): Promise<Lane | null> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(new Error(`No connection to the database was free within ${WAIT_MS} ms.`))
      }, WAIT_MS)
      const one: Waiting = {
        resolve(lane) {
          clearTimeout(late)
          resolve(lane)
        },
        reject,
      }
      waiting.push(one)
    })
  }

  function giveBack(lane: Lane): void {
    if (!lane.isReusable()) return drop(lane)
    const next = waiting.shift()
    if (next) return next.resolve(lane)
    if (ended) return drop(lane)
    idle.push({ lane, since: now() })
  }

  return {
    texts,
    async use(work) {
      const lane = await take()
      try {
        return await work(lane)
      } finally {
        giveBack(lane)
      }
    },
    async end() {
      clearInterval(sweep)
      const all = new Promise<void>((resolve) => (ended = resolve))
      for (const { lane } of idle.splice(0)) drop(lane)
      if (count > 0) await all
    },
  }
}
