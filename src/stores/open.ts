import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../core/db.ts'
import { allMigrations } from './all.ts'
import { migrate } from './migrate.ts'

export interface Place {
  /** `postgres://...`; without it the database is a file in `dataDir`. */
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  now(): number
  onError(thrown: Error): void
}

/**
 * Opens the database that the settings name, brought to the present. An engine loads only if used.
 */
export async function openDb({ databaseUrl, dataDir, now, onError }: Place): Promise<Db> {
  const db = databaseUrl
    ? (await import('./postgres.ts')).openPostgres(databaseUrl, onError)
    : await openFile(dataDir)
  await migrate(db, allMigrations, now())
  return db
}

async function openFile(dataDir: string): Promise<Db> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  return (await import('./sqlite.ts')).openSqlite(join(dataDir, 'farebox.db'))
}
