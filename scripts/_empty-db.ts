import type { Db } from '../src/core/db.ts'
import { allMigrations } from '../src/stores/all.ts'
import { migrate } from '../src/stores/migrate.ts'
import { openSqlite } from '../src/stores/sqlite.ts'

/** For tools that are run without a service: nothing is remembered. */
export async function emptyDb(): Promise<Db> {
  const db = openSqlite(':memory:')
  await migrate(db, allMigrations, Date.now())
  return db
}
