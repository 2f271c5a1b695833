/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../src/base/core/db.ts'
import { allMigrations } from '../src/stores/all.ts'
import { openDb } from '../src/stores/open.ts'
import { freshPostgres } from './support/postgres.ts'
import { RUN_SEED } from './support/runs/seed.ts'
import { playSchedule } from './support/simulation/schedule.ts'

/**
 * Seeded runs against the real parts of a paid call: processes are killed, steps are delayed and
 * overtaken, calls are repeated and stolen, money is lost from sight, the database fails. Whatever
 * happens, what is left behind must be right; `support/simulation/verdict.ts` says what that means.
 */

/** How many schedules the engines play. SQLite is quicker and plays more of them. */
const SCHEDULES = 150
/** How many more they play in CI; `npm run test:long` asks for 10,000. */
const MORE = Number(process.env['SIMULATION_SCHEDULES'] ?? 1_000) - SCHEDULES
const SHARES = { sqlite: 0.7, postgres: 0.3 } as const
/** The one schedule that is to be looked at. */
const SEED = process.env['SIMULATION_SEED']
const TOLD_MAX = 5

const migrations = JSON.stringify(allMigrations)
const renamed = new Map(
  [...migrations.matchAll(/alter table (\w+) rename to (\w+)/g)].map(([, from, to]) => [from, to]),
)
const tables = [...migrations.matchAll(/create table (\w+)/g)].map(
  ([, name]) => renamed.get(name) ?? name,
)

const seedsFrom = (first: number, length: number): number[] =>
  Array.from({ length }, (_, at) => first + at)
const timeoutOf = (schedules: number): number => 120_000 + schedules * 1_000

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  let db: Db
  let dataDir: string

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'farebox-simulation-'))
    const databaseUrl = engine === 'postgres' ? await freshPostgres() : undefined
    db = await openDb({ databaseUrl, dataDir, now: Date.now, onError: () => {} })
  })
  afterAll(async () => {
    await db.close()
    await rm(dataDir, { recursive: true })
  })

  const first = RUN_SEED + (engine === 'sqlite' ? 0 : SCHEDULES + MORE)
  const [few, more] = [SCHEDULES, MORE].map((count) => Math.ceil(count * SHARES[engine])) as [
    number,
    number,
  ]

  test('schedules keep every invariant', { timeout: timeoutOf(few) }, () =>
    play(SEED ? [Number(SEED)] : seedsFrom(first, few)),
  )
  test.skipIf(SEED !== undefined)(
    'more schedules keep them',
    { tags: 'ci', timeout: timeoutOf(more) },
    () => play(seedsFrom(first + few, more)),
  )

  async function play(seeds: readonly number[]): Promise<void> {
    const failed: string[] = []
    for (const seed of seeds) {
      await db.batch(tables.map((table) => ({ sql: `delete from ${table}`, values: [] })))
      const { wrongs, story } = await playSchedule(seed, db)
      if (wrongs.length > 0) failed.push(reportOf(seed, wrongs))
      if (SEED) process.stdout.write(`${story.join('\n')}\n`)
    }
    expect(failed.length, failed.slice(0, TOLD_MAX).join('\n')).toBe(0)
  }

  /** What a developer needs: what went wrong, and how to see it happen. */
  function reportOf(seed: number, wrongs: readonly string[]): string {
    const again = `SIMULATION_SEED=${seed} npm test -- test/simulation.test.ts -t ${engine}`
    return [`seed ${seed}: ${again}`, ...wrongs].join('\n    ')
  }
})
