import { storeAway } from '../../base/core/fault.ts'
import type { PgConnection } from './_pg-connection.ts'
import { createSessions } from './_pg-sessions.ts'
import { createStatementTexts, type StatementTexts } from './_pg-texts.ts'

/** The connections of one process to its database. */
export interface Pool {
  readonly texts: StatementTexts
  /** One connection for as long as the work takes. */
  use<T>(work: (connection: PgConnection) => Promise<T>): Promise<T>
  /** Waits for those in use. */
  end(): Promise<void>
}

const LANES_MAX = 16
const WAIT_MS = 5_000
const IDLE_MS = 10_000

interface Waiting {
  resolve(connection: PgConnection | null): void
  reject(thrown: Error): void
}

export function createPool(url: string, now: () => number, onError: (thrown: Error) => void): Pool {
  const texts = createStatementTexts()
  const sessions = createSessions({ url, texts, onError })
  const idle: { readonly connection: PgConnection; readonly since: number }[] = []
  const waiting: Waiting[] = []
  let count = 0
  let ended: (() => void) | null = null
  const sweep = setInterval(closeIdle, IDLE_MS).unref()

  function closeIdle(): void {
    const before = now() - IDLE_MS
    while (idle[0] && idle[0].since < before) drop(idle.shift()!.connection)
  }

  function drop(connection: PgConnection): void {
    connection.end().catch(onError).finally(leave)
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

  async function take(): Promise<PgConnection> {
    if (ended) throw new Error('The database is closed.')
    for (let found = idle.pop(); found; found = idle.pop()) {
      if (found.connection.isReusable()) return found.connection
      drop(found.connection)
    }
    const given = count < LANES_MAX ? (count++, null) : await turn()
    if (given) return given
    return sessions.open().catch((thrown: unknown) => {
      leave()
      throw thrown
    })
  }

  function turn(): Promise<PgConnection | null> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1)
        reject(storeAway(`No connection to the database was free within ${WAIT_MS} ms.`))
      }, WAIT_MS)
      const one: Waiting = {
        resolve(connection) {
          clearTimeout(late)
          resolve(connection)
        },
        reject,
      }
      waiting.push(one)
    })
  }

  function release(connection: PgConnection): void {
    if (!connection.isReusable()) return drop(connection)
    const next = waiting.shift()
    if (next) return next.resolve(connection)
    if (ended) return drop(connection)
    idle.push({ connection, since: now() })
  }

  return {
    texts,
    async use(work) {
      const connection = await take()
      try {
        return await work(connection)
      } finally {
        release(connection)
      }
    },
    async end() {
      clearInterval(sweep)
      const all = new Promise<void>((resolve) => (ended = resolve))
      for (const { connection } of idle.splice(0)) drop(connection)
      if (count > 0) await all
    },
  }
}
