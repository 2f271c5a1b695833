import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Db } from '../../src/base/core/db.ts'
import { openDb, type DatabasePlace } from '../../src/stores/open.ts'
import { putDatabase } from './migrated.ts'
import { emptyPostgres, freshPostgres } from './postgres.ts'

export interface TestPlace extends DatabasePlace {
  remove(): Promise<void>
}

export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** A new database with all tables of the service. */
  place(): Promise<TestPlace>
  /** Somewhere without tables. */
  emptyPlace(): Promise<TestPlace>
}

export const ENGINES: readonly Engine[] = [
  {
    name: 'SQLite',
    async place() {
      const place = await placeOf(undefined)
      await putDatabase(place.dataDir)
      return place
    },
    emptyPlace: () => placeOf(undefined),
  },
  {
    name: 'PostgreSQL',
    place: async () => placeOf(await freshPostgres()),
    emptyPlace: async () => placeOf(await emptyPostgres()),
  },
]

async function placeOf(databaseUrl: string | undefined): Promise<TestPlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'farebox-db-'))
  return {
    databaseUrl,
    dataDir,
    now: () => 0,
    onError: () => {},
    remove: () => rm(dataDir, { recursive: true }),
  }
}

/** A new database with all its tables, for the tests around this call. */
export function useDatabase(engine: Engine): () => Db {
  let place: TestPlace
  let db: Db
  beforeAll(async () => {
    place = await engine.place()
    db = await openDb(place)
  })
  afterAll(async () => {
    await db.close()
    await place.remove()
  })
  return () => db
}

export const countTrue = (answers: readonly boolean[]): number =>
  answers.filter((answer) => answer).length
