import type { Capability } from '../base/core/capability.ts'
import type { Db } from '../base/core/db.ts'

/** What was sold of one tool. Buyers are counted, never named. */
export interface SaleRank {
  readonly slug: string
  readonly calls: number
  /** Calls of the later half of the time. */
  readonly lateCalls: number
  /** Wallets and keys that are known. */
  readonly buyers: number
  /** Those of them that came again. */
  readonly repeatBuyers: number
  /** Micro-dollars. */
  readonly revenue: number
}

export interface SaleRanks {
  /** Sums of the newest sales since a time, and the time from which they are whole. */
  since(since: number, now: number): Promise<{ from: number; ranks: readonly SaleRank[] }>
}

/** More are not summed for one call, so that no history makes a call slow. */
const SALES_MAX = 20_000

export const saleRanks: Capability<SaleRanks> = {
  name: 'sale-ranks',
  texts: 'own',
  settings: [],
  open({ db }) {
    const all = createSaleRanks(db)
    return () => all
  },
}

export const createSaleRanks = (db: Db): SaleRanks => ({
  async since(since, now) {
    const beyond = await db.one<{ at: number }>(
      'select at from sales where at >= $1 order by at desc limit 1 offset $2',
      [since, SALES_MAX],
    )
    const from = beyond ? Number(beyond.at) + 1 : since
    const middle = Math.floor((from + now) / 2)
    const sql = `select slug, sum(calls) as calls, sum(late) as "lateCalls",
        sum(revenue) as revenue, count(payer) as buyers,
        sum(case when payer is not null and calls > 1 then 1 else 0 end) as "repeatBuyers"
      from (
        select slug, payer, count(*) as calls, sum(amount) as revenue,
          sum(case when at >= $2 then 1 else 0 end) as late
        from sales where at >= $1 group by slug, payer
      ) as each_buyer group by slug order by slug`
    const rows = await db.all<SaleRank>(sql, [from, middle])
    return {
      from,
      ranks: rows.map(({ slug, ...numbers }) => ({
        slug,
        calls: Number(numbers.calls),
        lateCalls: Number(numbers.lateCalls),
        buyers: Number(numbers.buyers),
        repeatBuyers: Number(numbers.repeatBuyers),
        revenue: Number(numbers.revenue),
      })),
    }
  },
})
