import type { Db, Statement } from '../base/core/db.ts'
import { HOUR_MS } from '../base/core/milliseconds.ts'
import { commitWith, rowOf } from '../base/core/transaction.ts'
import type { Commit, Transaction } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const saleMigrations: readonly Migration[] = [
  {
    name: 'sales-1',
    sql: [
      `create table sales (
        call_id text primary key, at bigint not null, slug text not null, rail text not null,
        amount bigint not null, payer text, network text, reference text)`,
      'create index sales_at on sales (at)',
      'create index sales_payer on sales (payer, at)',
    ],
  },
  {
    name: 'sales-2',
    sql: [
      'create table sale_hours (hour bigint primary key, calls bigint not null, revenue bigint not null)',
      `create table sale_totals (
        slug text not null, rail text not null, calls bigint not null, revenue bigint not null,
        primary key (slug, rail))`,
    ],
  },
  {
    // Most sales name no wallet, and need no place in this index.
    name: 'sales-3',
    sql: [
      'drop index sales_payer',
      'create index sales_of_payer on sales (payer, at) where payer is not null',
    ],
  },
]

/** One settled call. */
export interface Sale {
  readonly callId: string
  readonly at: number
  readonly slug: string
  readonly rail: string
  /** Micro-dollars; 0 on rails without money. */
  readonly amount: number
  readonly payer: string | null
  readonly network: string | null
  readonly reference: string | null
}

export interface SaleTotals {
  readonly calls: number
  readonly revenue: number
}

export interface SaleStore {
  /** Guarded: a call is sold once. */
  add(sale: Sale): Statement
  /** Guarded: lowers a sale that has cost less than its quote. */
  reduce(callId: string, amount: number): Statement
  /** The money of a sale is in another transaction than it was. */
  refer(callId: string, reference: string): Statement
  /** The money of a sale is gone: it counts as a call that has earned nothing. */
  annul(callId: string, also: readonly Statement[]): Transaction<Commit<void>>
  has(callId: string): Promise<boolean>
  /** What one call was sold for; null where nothing was. */
  find(callId: string): Promise<Sale | null>
  /** All sales by tool and rail, from the sums and the hours that are not summed yet. */
  totals(): Promise<readonly ToolTotals[]>
  /** The sales since an hour, with the running hour. */
  since(hour: number): Promise<SaleTotals>
  /** Sums one hour that ended before `hour`; false if none is left. Safe with replicas. */
  sumHour(hour: number): Promise<boolean>
  /** Deletes some of the sales before that time whose hours are summed; false if none is left. */
  forget(before: number): Promise<boolean>
}

export interface ToolTotals extends SaleTotals {
  readonly slug: string
  readonly rail: string
}

const FORGOTTEN_AT_ONCE = 1_000

const TOTALS = 'count(*) as calls, coalesce(sum(amount), 0) as revenue'

export function createSaleStore(db: Db): SaleStore {
  return {
    add: ({ callId, at, slug, rail, amount, payer, network, reference }) => ({
      sql: 'insert into sales values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing',
      values: [callId, at, slug, rail, amount, payer, network, reference],
      guard: true,
    }),
    reduce: (callId, amount) => ({
      sql: 'update sales set amount = $2 where call_id = $1 and amount > $2',
      values: [callId, amount],
      guard: true,
    }),
    refer: (callId, reference) => ({
      sql: 'update sales set reference = $2 where call_id = $1',
      values: [callId, reference],
    }),
    annul: annulled,
    async has(callId) {
      const row = await db.one('select call_id from sales where call_id = $1', [callId])
      return row !== null
    },
    async find(callId) {
      const sql = `select call_id as "callId", at, slug, rail, amount, payer, network, reference
        from sales where call_id = $1`
      const row = await db.one<Sale>(sql, [callId])
      return row && { ...row, at: Number(row.at), amount: Number(row.amount) }
    },
    async totals() {
      const sql = `select slug, rail, sum(calls) as calls, sum(revenue) as revenue from (
          select slug, rail, calls, revenue from sale_totals
          union all select slug, rail, ${TOTALS} from sales where at >= $1 group by slug, rail
        ) as parts group by slug, rail order by slug, rail`
      return (await db.all<ToolTotals>(sql, [await unsummedFrom()])).map(counted)
    },
    async since(hour) {
      const from = Math.max(hour * HOUR_MS, await unsummedFrom())
      const sql = `select coalesce(sum(calls), 0) as calls, coalesce(sum(revenue), 0) as revenue from (
          select calls, revenue from sale_hours where hour >= $1
          union all select ${TOTALS} from sales where at >= $2
        ) as parts`
      return counted((await db.one<SaleTotals>(sql, [hour, from])) ?? { calls: 0, revenue: 0 })
    },
    async sumHour(before) {
      const sql = 'select min(at) as at from sales where at >= $1 and at < $2'
      const row = await db.one<{ at: number | null }>(sql, [await unsummedFrom(), before * HOUR_MS])
      if (row === null || row.at === null) return false
      await db.run(() => summed(Math.floor(Number(row.at) / HOUR_MS)))
      return true
    },
    async forget(before) {
      const until = Math.min(before, await unsummedFrom())
      const old = 'select call_id from sales where at < $1 order by at limit $2'
      const sql = `delete from sales where call_id in (${old})`
      await db.batch([{ sql, values: [until, FORGOTTEN_AT_ONCE] }], 'soon')
      // Without the order PostgreSQL reads the whole table where none is left.
      const more = 'select call_id from sales where at < $1 order by at limit 1'
      return (await db.one(more, [until])) !== null
    },
  }

  /** The end of the last summed hour. */
  async function unsummedFrom(): Promise<number> {
    const row = await db.one<{ hour: number | null }>('select max(hour) as hour from sale_hours')
    return row === null || row.hour === null ? 0 : (Number(row.hour) + 1) * HOUR_MS
  }
}

/** The sums of an hour that was summed lose it too. */
function* annulled(callId: string, also: readonly Statement[]): Transaction<Commit<void>> {
  const sale = yield* rowOf<Pick<Sale, 'at' | 'slug' | 'rail' | 'amount'>>(
    'select at, slug, rail, amount from sales where call_id = $1',
    [callId],
  )
  if (!sale) return commitWith(undefined, also)
  const { slug, rail, amount } = sale
  const hour = Math.floor(sale.at / HOUR_MS)
  const sums = yield* rowOf('select hour from sale_hours where hour = $1', [hour])
  const writes: Statement[] = [
    { sql: 'update sales set amount = 0 where call_id = $1', values: [callId] },
  ]
  if (sums)
    writes.push(
      {
        sql: 'update sale_hours set revenue = revenue - $2 where hour = $1',
        values: [hour, amount],
      },
      {
        sql: 'update sale_totals set revenue = revenue - $3 where slug = $1 and rail = $2',
        values: [slug, rail, amount],
      },
    )
  return commitWith(undefined, [...also, ...writes])
}

/** The first replica to write the hour wins; its sums are the only ones. */
function* summed(hour: number): Transaction<Commit<void>> {
  const range = [hour * HOUR_MS, (hour + 1) * HOUR_MS]
  yield [
    {
      sql: `insert into sale_hours select $1, ${TOTALS} from sales where at >= $2 and at < $3
        on conflict (hour) do nothing`,
      values: [hour, ...range],
      guard: true,
    },
  ]
  return commitWith(undefined, [
    {
      sql: `insert into sale_totals select slug, rail, ${TOTALS} from sales
        where at >= $1 and at < $2 group by slug, rail
        on conflict (slug, rail) do update set
          calls = sale_totals.calls + excluded.calls, revenue = sale_totals.revenue + excluded.revenue`,
      values: range,
    },
  ])
}

const counted = <T extends SaleTotals>(row: T): T => ({
  ...row,
  calls: Number(row.calls),
  revenue: Number(row.revenue),
})
