/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../src/base/core/db.ts'
import { openDb } from '../../src/stores/open.ts'
import { ENGINES, type TestPlace } from '../support/engines.ts'
import { RUN_SEED } from '../support/runs/seed.ts'
import { LEDGERS, playPurchases, type LedgerName } from '../support/purse/schedule.ts'

/**
 * Seeded schedules of purchases, on each chain that the purse spends on and on all of them: sellers
 * that are honest, slow, lying, dear, broken or cut off, answers that are replayed, processes that
 * die at any step and are followed by others, nodes that are away, buyers whose own payment is
 * refused. Whatever happens, nothing is paid twice, no cap is passed, and the books are those of
 * the chain; `support/purse/verdict.ts` says what that means.
 */

const SCHEDULES = 100
/** How many more are played in CI; `npm run test:long` asks for 10,000. */
const MORE = Number(process.env['PURSE_SCHEDULES'] ?? 300) - SCHEDULES
const NAMES = Object.keys(LEDGERS) as LedgerName[]
/** Chains that are played on, with the share of the schedules; the last spends on all of them. */
const WORLDS: readonly (readonly [chains: readonly LedgerName[], share: number])[] = [
  [['base'], 1],
  ...NAMES.filter((name) => name !== 'base').map((name) => [[name], 0.2] as const),
  [NAMES, 0.2],
]
/** The one chain, or `all`, that is to be played on, with all of the schedules. */
const CHAIN = process.env['PURSE_CHAIN']
interface World {
  readonly name: string | undefined
  readonly chains: readonly LedgerName[]
  readonly share: number
}
const WANTED = WORLDS.flatMap(([chains, share]): readonly World[] => {
  const name = chains.length === 1 ? chains[0] : 'all'
  if (CHAIN === undefined) return [{ name, chains, share }]
  return name === CHAIN ? [{ name, chains, share: 1 }] : []
})
const SHARES = { SQLite: 0.8, PostgreSQL: 0.2 } as const
/** The one schedule that is to be looked at. */
const SEED = process.env['PURSE_SEED']
const TOLD_MAX = 5
/** On SQLite, what these pay is the same in each run; PostgreSQL answers when it likes. */
const FIRST = 20
/**
 * Payments of schedules that are drawn: 1.1 for each in the mean, with a deviation of 0.9. By
 * chance, their sum falls below one for each; four roots of their number less is five deviations.
 */
const leastOf = (schedules: number): number => schedules - 4 * Math.sqrt(schedules)

describe.each(ENGINES)('on $name', (engine) => {
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

  const seedsFrom = (first: number, length: number): readonly number[] =>
    SEED ? [Number(SEED)] : Array.from({ length }, (_, at) => first + at)
  const shareOf = (schedules: number, { share }: World): number =>
    Math.ceil(schedules * SHARES[engine.name] * share)
  const timeoutOf = (schedules: number): number => 120_000 + schedules * 500

  // What differs from chain to chain is not in the database: one engine is enough for the others.
  const isFirst = engine === ENGINES[0]
  const wanted = WANTED.filter(({ name }) => isFirst || name === 'base' || name === CHAIN)

  const few = { timeout: timeoutOf(SCHEDULES) }
  const fixed = { timeout: timeoutOf(FIRST), skip: SEED !== undefined }
  test.each(isFirst ? wanted : [])(
    'the first schedules pay more than once each: $name',
    fixed,
    (world) => play(world, seedsFrom(1, FIRST), FIRST),
  )
  test.each(wanted)('schedules keep the books true: $name', few, (world) => {
    const schedules = shareOf(SCHEDULES, world)
    return play(world, seedsFrom(RUN_SEED, schedules), leastOf(schedules))
  })
  const more = { tags: 'ci', timeout: timeoutOf(MORE), skip: SEED !== undefined }
  test.each(wanted)('more schedules keep them true: $name', more, (world) => {
    const schedules = shareOf(MORE, world)
    return play(world, seedsFrom(RUN_SEED + SCHEDULES, schedules), leastOf(schedules))
  })

  async function play(
    { name, chains }: World,
    seeds: readonly number[],
    least: number,
  ): Promise<void> {
    const failed: string[] = []
    let moved = 0
    for (const seed of seeds) {
      await db.batch(
        ['purse_spends', 'sales'].map((table) => ({ sql: `delete from ${table}`, values: [] })),
      )
      const { wrongs, story } = await playPurchases(seed, db, chains)
      const again = `PURSE_CHAIN=${name} PURSE_SEED=${seed} npm test -- test/purse/schedules.test.ts`
      if (wrongs.length > 0) failed.push([`seed ${seed}: ${again}`, ...wrongs].join('\n    '))
      const row = await db.one<{ n: number }>(
        'select count(*) as n from purse_spends where moved = 1',
      )
      moved += Number(row?.n ?? 0)
      if (SEED) process.stdout.write(`${story.join('\n')}\n`)
    }
    expect(failed.length, failed.slice(0, TOLD_MAX).join('\n')).toBe(0)
    // Schedules in which nobody is paid would prove nothing.
    if (!SEED) expect(moved).toBeGreaterThan(least)
  }
})
