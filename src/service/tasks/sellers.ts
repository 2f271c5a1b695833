import type { Demand } from '../../buying/sellers/demand.ts'
import { FOLLOW_MS, type ChainSales } from '../../buying/sellers/settlements/chain-sales.ts'
import type { SellerKeeper } from '../../buying/sellers/refresh.ts'
import type { Purse } from '../../buying/purse/purse.ts'
import type { Task } from './task.ts'

const CRAWL_MS = 15_000
const WALK_MS = 60_000
const RECONCILE_MS = 5_000
const STORE_SEARCHES_MS = 10_000
const TRIM_SEARCHES_MS = 60_000

/** What keeps the index of other sellers true. */
interface SellerWork {
  readonly keeper: SellerKeeper
  readonly chainSales: Pick<ChainSales, 'follow'>
  readonly purse: Pick<Purse, 'reconcile'>
  readonly demand: Pick<Demand, 'flush' | 'trim'>
}

export const sellerTasks = ({ keeper, chainSales, purse, demand }: SellerWork): readonly Task[] => [
  { name: 'crawl-sellers', everyMs: CRAWL_MS, run: (signal) => keeper.crawlDue(signal) },
  { name: 'walk-registries', everyMs: WALK_MS, run: (signal) => keeper.walkDue(signal) },
  { name: 'reconcile-purse', everyMs: RECONCILE_MS, run: (signal) => purse.reconcile(signal) },
  { name: 'follow-settlements', everyMs: FOLLOW_MS, run: (signal) => chainSales.follow(signal) },
  {
    name: 'store-searches',
    everyMs: STORE_SEARCHES_MS,
    everywhere: true,
    run: () => demand.flush(),
  },
  { name: 'trim-searches', everyMs: TRIM_SEARCHES_MS, run: (signal) => demand.trim(signal) },
]
