import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { usd, usdOf } from '../src/base/core/money.ts'
import type { Db } from '../src/base/core/db.ts'
import { createCreditStore } from '../src/stores/credits.ts'
import { openDb } from '../src/stores/open.ts'
import { createPaymentStore } from '../src/stores/payments.ts'
import { createPurchases } from '../src/stores/purchases.ts'
import { createSaleRanks } from '../src/stores/sale-ranks.ts'
import { createSaleStore } from '../src/stores/sales.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { report } from './support/load.ts'

/**
 * `node run.mjs bench/ledger.ts [sales] [seconds]`: what a call and the statistics ask of a ledger
 * of a hundred million sales over ninety days, generated in the engine until the seconds are over.
 */
const SALES = Number(process.argv[2] ?? 100_000_000)
const SECONDS = Number(process.argv[3] ?? 300)
const AT_ONCE = 1_000_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAYS = 90
const ROUNDS = 300
const WALLETS = 100_000

/** The newest first, as dense as all of them would be; a tenth of them name a wallet. */
const GENERATED = `insert into sales select 'g' || n,
    $3::bigint - (n::float8 / $4::float8 * ${DAYS * DAY_MS})::bigint,
    'tool-' || n % 400, (array['x402','credits','pow','mpp'])[1 + n % 4], 1000 * (n % 3),
    case when n % 10 = 0 then '0x' || lpad(to_hex((n / 10) % ${WALLETS}), 40, '0') end, null, null
  from generate_series($1::bigint, $2::bigint) as n`

const SUMS = 'count(*), sum(amount)'

const postgres = await startPostgres()
try {
  const databaseUrl = await postgres.freshDatabase()
  const db = await openDb({ databaseUrl, dataDir: '', now: Date.now, onError: () => {} })
  await fill(databaseUrl)
  await measure(db)
  await db.close()
} finally {
  await postgres.stop()
}

async function fill(url: string): Promise<void> {
  const session = new Client(url)
  await session.connect()
  const { rows: indexes } = await session.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
      where tablename = 'sales' and indexname <> 'sales_pkey'`,
  )
  await session.query('alter table sales set unlogged')
  await session.query('alter table sales drop constraint sales_pkey')
  for (const { name } of indexes) await session.query(`drop index ${name}`)
  const now = Date.now()
  const started = performance.now()
  let count = 0
  while (count < SALES && performance.now() - started < SECONDS * 1_000) {
    await session.query(GENERATED, [count + 1, count + AT_ONCE, now, SALES])
    count += AT_ONCE
  }
  const filled = performance.now()
  await session.query(`set maintenance_work_mem = '1GB'`)
  await session.query('alter table sales add primary key (call_id)')
  for (const { made } of indexes) await session.query(made)
  const summedUntil = Math.floor(Date.now() / HOUR_MS) - 1
  await session.query(
    `insert into sale_hours select at / ${HOUR_MS}, ${SUMS} from sales
      where at < $1 group by 1`,
    [summedUntil * HOUR_MS],
  )
  await session.query(
    `insert into sale_totals select slug, rail, ${SUMS} from sales where at < $1 group by 1, 2`,
    [summedUntil * HOUR_MS],
  )
  await session.query('vacuum analyze sales')
  const size = await session.query<{ rows: string; indexes: string }>(
    `select pg_table_size('sales') as rows, pg_indexes_size('sales') as indexes`,
  )
  const bytes = (text: string): string => `${(Number(text) / count).toFixed(0)} bytes a row`
  report(
    `${count / 1e6} million sales`,
    `rows ${bytes(size.rows[0]!.rows)}`,
    `indexes ${bytes(size.rows[0]!.indexes)}`,
    `${((filled - started) / 1_000).toFixed(0)} s to write, ${((performance.now() - filled) / 1_000).toFixed(0)} s to index and sum`,
  )
  await session.end()
}

async function measure(db: Db): Promise<void> {
  const [sales, credits, payments] = [
    createSaleStore(db),
    createCreditStore(db),
    createPaymentStore(db),
  ]
  const keyHash = 'bench'
  await credits.issue({ keyHash, keyId: 'bench', label: 'bench' }, usd('$1000'), Date.now())
  const price = usdOf(1_000)
  const held: string[] = []
  const hold = (id: string) => ({ id, keyHash, amount: price })
  await timed('a call: hold', async () => {
    held.push(randomUUID())
    await credits.hold(hold(held.at(-1)!), Date.now() + 60_000)
  })
  await timed('a call: debit and sale', async () => {
    const callId = randomUUID()
    const sale = { callId, at: Date.now(), slug: 'hash', rail: 'credits', amount: 1_000 }
    const nobody = { payer: null, network: null, reference: 'bench' }
    await db.batch([
      ...credits.debit(hold(held.pop()!), Date.now()),
      sales.add({ ...sale, ...nobody }),
    ])
  })
  await timed('a call: claim of a proof', async () => {
    const [proof, callId, until] = [randomUUID(), randomUUID(), Date.now() + 60_000]
    const claim = { proof, rail: 'pow', slug: 'hash', callId, request: 'r', lease: until, until }
    await payments.spend(claim, Date.now())
  })
  await timed('a call: its balance', () => credits.account(keyHash))
  await timed('a receipt: one sale of all', () => sales.find(`g${random(1_000_000)}`))
  const purchases = createPurchases(db)
  await timed('purchases of a wallet, 90 days', () =>
    purchases.sums({ wallet: someWallet(), since: Date.now() - DAYS * DAY_MS }),
  )
  const hour = Math.floor(Date.now() / HOUR_MS)
  await timed('stats: totals', () => sales.totals())
  await timed('stats: last 24 hours', () => sales.since(hour - 24))
  await timed('ranks of a day', () => createSaleRanks(db).since(Date.now() - DAY_MS, Date.now()))
  await timed('trim: a thousand old sales', () => sales.forget(Date.now() - 80 * DAY_MS))
}

function random(most: number): number {
  return Math.floor(Math.random() * most)
}

async function timed(name: string, act: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  const until = performance.now() + 10_000
  while (times.length < ROUNDS && performance.now() < until) {
    const started = performance.now()
    await act()
    times.push(performance.now() - started)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => `${(sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2)} ms`
  report(name, `p50 ${at(0.5)}`, `p99 ${at(0.99)}`, `${times.length} times`)
}

function someWallet(): string {
  return `0x${random(WALLETS).toString(16).padStart(40, '0')}`
}
