import { expect, test } from 'vitest'
import { allMigrations } from './all.ts'
import { migrate } from './database/migrate.ts'
import { createSaleRanks } from './sale-ranks.ts'
import { createSaleStore } from './sales.ts'
import { openSqlite } from './database/sqlite.ts'

const NOW = 1_000_000

test('each buyer is counted once, and anonymous buyers are not counted', async () => {
  const db = openSqlite(':memory:')
  await migrate(db, allMigrations, NOW)
  const sales = createSaleStore(db)
  const sold = [
    ['hash', 'ada', 100, 10],
    ['hash', 'ada', 600, 10],
    ['hash', 'bob', 700, 10],
    ['hash', null, 800, 0],
    ['time', 'bob', 900, 5],
    ['time', 'bob', 10, 5],
  ] as const
  await db.batch(
    sold.map(([slug, payer, at, amount], n) =>
      sales.add({
        callId: `call-${n}`,
        at: NOW - 1_000 + at,
        slug,
        rail: 'test',
        amount,
        payer,
        network: null,
        reference: null,
      }),
    ),
  )
  expect(await createSaleRanks(db).since(NOW - 950, NOW)).toEqual({
    from: NOW - 950,
    ranks: [
      { slug: 'hash', calls: 4, lateCalls: 3, buyers: 2, repeatBuyers: 1, revenue: 30 },
      { slug: 'time', calls: 1, lateCalls: 1, buyers: 1, repeatBuyers: 0, revenue: 5 },
    ],
  })
})
