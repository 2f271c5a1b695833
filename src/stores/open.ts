import { chmod, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../base/core/db.ts'
import { allMigrations } from './all.ts'
import { makeFolder } from './database/data-lock.ts'
import { migrate } from './database/migrate.ts'
import { watchReach, type ReachedDb } from './reach.ts'

export interface DatabasePlace {
  /** `postgres://...`; without it the database is a file in `dataDir`. */
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  now(): number
  onError(thrown: Error): void
}

/**
 * Opens the database of the settings and applies its migrations. Only the engine in use is loaded.
 */
export async function openDb({
  databaseUrl,
  dataDir,
  now,
  onError,
}: DatabasePlace): Promise<ReachedDb> {
  const db: Db = databaseUrl
    ? (await import('./database/postgres.ts')).openPostgres(databaseUrl, now, onError)
    : await openFile(dataDir, now)
  await migrate(db, allMigrations, now())
  return watchReach(db, now, onError)
}

const OWNER_ONLY = 0o600
const FOLDER_OWNER_ONLY = 0o700

/** The database holds hashes of keys, answers and memories, so only the owner may read it. */
async function openFile(dataDir: string, now: () => number): Promise<Db> {
  const isNew = await makeFolder(dataDir)
  const path = join(dataDir, 'farebox.db')
  // The mode of a folder that another user made, such as a volume, may not be ours to change.
  if (!isNew) await chmod(dataDir, FOLDER_OWNER_ONLY).catch(() => {})
  await (await open(path, 'a', OWNER_ONLY)).close()
  for (const file of [path, `${path}-wal`, `${path}-shm`])
    await chmod(file, OWNER_ONLY).catch(() => {})
  return (await import('./database/sqlite.ts')).openSqlite(path, { now })
}
