import type { Capability } from '../base/core/capability.ts'
import type { Db } from '../base/core/db.ts'
import { DAY_MS } from '../base/core/milliseconds.ts'
import { createModelUsageStore, type ModelTotals } from './model-usage.ts'
import type { Sale } from './sales.ts'

export interface PurchaseQuery {
  /** The wallet that has paid. */
  readonly wallet: string
  /** Milliseconds since the epoch. */
  readonly since: number
  readonly slug?: string | undefined
  readonly network?: string | undefined
}

/** The purchases of one tool, on one network, on one day. */
export interface PurchaseSum {
  readonly slug: string
  readonly network: string | null
  /** Days since the epoch. */
  readonly day: number
  readonly calls: number
  /** Micro-dollars. */
  readonly paid: number
  readonly first: number
  readonly last: number
}

/** What wallets have bought here. */
export interface Purchases {
  /** More are not summed for one call, so that no history makes a call slow. */
  readonly most: number
  /** Sums of the newest purchases, `most` of them. */
  sums(query: PurchaseQuery): Promise<readonly PurchaseSum[]>
  /** The newest first. */
  recent(query: PurchaseQuery, limit: number): Promise<readonly Sale[]>
  models(query: PurchaseQuery): Promise<readonly ModelTotals[]>
}

const PURCHASES_MAX = 20_000

export const purchases: Capability<Purchases> = {
  name: 'purchases',
  texts: 'own',
  settings: [],
  open({ db }) {
    const all = createPurchases(db)
    return () => all
  },
}

export function createPurchases(db: Db): Purchases {
  const usage = createModelUsageStore(db)
  return {
    most: PURCHASES_MAX,
    async sums(query) {
      const { sql: newest, values } = newestOf(query, PURCHASES_MAX)
      const sql = `select slug, network, at / ${DAY_MS} as day, count(*) as calls,
          sum(amount) as paid, min(at) as first, max(at) as last
        from (${newest}) as newest group by slug, network, at / ${DAY_MS}`
      const rows = await db.all<PurchaseSum>(sql, values)
      return rows.map(({ slug, network, ...numbers }) => ({
        slug,
        network,
        day: Number(numbers.day),
        calls: Number(numbers.calls),
        paid: Number(numbers.paid),
        first: Number(numbers.first),
        last: Number(numbers.last),
      }))
    },
    async recent(query, limit) {
      const { sql, values } = newestOf(query, limit)
      const rows = await db.all<Sale>(sql, values)
      return rows.map((row) => ({ ...row, at: Number(row.at), amount: Number(row.amount) }))
    },
    models: ({ wallet, since }) => usage.ofPayer(wallet, since),
  }
}

function newestOf({ wallet, since, slug, network }: PurchaseQuery, limit: number) {
  const values: (string | number)[] = [wallet, since, limit]
  const more = Object.entries({ slug, network }).flatMap(([column, wanted]) => {
    if (wanted === undefined) return []
    values.push(wanted)
    return [` and ${column} = $${values.length}`]
  })
  const sql = `select call_id as "callId", at, slug, rail, amount, payer, network, reference
    from sales where payer = $1 and at >= $2${more.join('')} order by at desc, call_id limit $3`
  return { sql, values }
}
