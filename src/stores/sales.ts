import type { Db, Statement } from '../core/db.ts'
import type { Migration } from './migrate.ts'

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
]

/** One settled call. */
export interface Sale {
  readonly callId: string
  readonly at: number
  readonly slug: string
  readonly rail: string
  /** Micro-dollars; 0 on rails that take no money. */
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
  /** Guarded: a sale that has cost less than it was booked for. */
  reduce(callId: string, amount: number): Statement
  has(callId: string): Promise<boolean>
  totals(since: number): Promise<SaleTotals>
  byRail(since: number): Promise<readonly ({ rail: string } & SaleTotals)[]>
  topTools(since: number, limit: number): Promise<readonly ({ slug: string } & SaleTotals)[]>
}

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
    async has(callId) {
      const row = await db.one('select call_id from sales where call_id = $1', [callId])
      return row !== null
    },
    async totals(since) {
      const row = await db.one<SaleTotals>(`select ${TOTALS} from sales where at >= $1`, [since])
      return counted(row ?? { calls: 0, revenue: 0 })
    },
    async byRail(since) {
      const sql = `select rail, ${TOTALS} from sales where at >= $1 group by rail order by rail`
      return (await db.all<{ rail: string } & SaleTotals>(sql, [since])).map(counted)
    },
    async topTools(since, limit) {
      const sql = `select slug, ${TOTALS} from sales where at >= $1
        group by slug order by calls desc, slug limit $2`
      return (await db.all<{ slug: string } & SaleTotals>(sql, [since, limit])).map(counted)
    },
  }
}

const counted = <T extends SaleTotals>(row: T): T => ({
  ...row,
  calls: Number(row.calls),
  revenue: Number(row.revenue),
})
