import type { Db } from '../base/core/db.ts'
import { isStoreAway, storeAway } from '../base/core/fault.ts'

/** A database whose failures to be reached, or to be written to, are told from all others. */
export interface ReachedDb extends Db {
  /** Throws `storeAway` where calls fail for that reason. It writes, at most once a second. */
  check(): Promise<void>
}

const CHECK_EACH_MS = 1_000
const CHECK_WITHIN_MS = 2_000
const RECENT_MS = 3_000

const SYSTEM = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EIO',
  'ENETUNREACH',
  'ENOSPC',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
/**
 * Of PostgreSQL: connections, resources such as the disk, a server that stops or is a standby, and
 * its files. Of SQLite: the disk is full or broken, or another process holds the file.
 */
const STATE =
  /^(?:08...|53...|57P0[1-5]|58030|25006)$|^SQLITE_(?:FULL|IOERR|BUSY|CANTOPEN|READONLY)/

/** Tells calls and `/health` that the store is away, and the operator once for each time. */
export function watchReach(db: Db, now: () => number, onError: (thrown: Error) => void): ReachedDb {
  let awayAt = -Infinity
  let checkedAt = -Infinity
  let checking: Promise<void> | null = null

  function failed(thrown: unknown): never {
    if (!isAway(thrown)) throw thrown
    const away = storeAway('The database cannot be used.', thrown)
    if (now() - awayAt > RECENT_MS) onError(away)
    awayAt = now()
    throw away
  }

  async function check(): Promise<void> {
    checkedAt = now()
    const sql = `insert into leases values ('health', '', $1)
      on conflict (name) do update set until = excluded.until`
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => reject(storeAway('The database has not answered.')),
      CHECK_WITHIN_MS,
    )
    const written = watched.batch([{ sql, values: [now()] }], 'now')
    await Promise.race([written, late]).finally(() => clearTimeout(timer))
    if (now() - awayAt < RECENT_MS) throw storeAway('The database failed a moment ago.')
  }

  const watched: ReachedDb = {
    engine: db.engine,
    all: (sql, values) => db.all<never>(sql, values).catch(failed),
    one: (sql, values) => db.one<never>(sql, values).catch(failed),
    batch: (statements, durable) => db.batch(statements, durable).catch(failed),
    run: (script, lockKey, durable) => db.run(script, lockKey, durable).catch(failed),
    close: () => db.close(),
    check() {
      if (checking && now() - checkedAt < CHECK_EACH_MS) return checking
      checking = check()
      checking.catch(() => {})
      return checking
    },
  }
  return watched
}

function isAway(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false
  const { code, cause } = thrown as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && (SYSTEM.has(code) || STATE.test(code))) return true
  if (thrown instanceof AggregateError && thrown.errors.some(isAway)) return true
  return isStoreAway(thrown) || isAway(cause)
}
