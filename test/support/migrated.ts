import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '../../src/stores/open.ts'

const FILE = 'farebox.db'

let folder: Promise<string> | undefined

/** Puts a database with all tables into the folder of a test, as a copy, which is quicker. */
export async function putDatabase(dataDir: string): Promise<void> {
  folder ??= makeTables()
  await copyFile(join(await folder, FILE), join(dataDir, FILE))
}

async function makeTables(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'farebox-tables-'))
  await giveTables({ dataDir })
  return dataDir
}

/** Makes all tables of the service in a database. */
export async function giveTables(place: { databaseUrl?: string; dataDir: string }): Promise<void> {
  const db = await openDb({ ...place, now: () => 0, onError: () => {} })
  await db.close()
}
