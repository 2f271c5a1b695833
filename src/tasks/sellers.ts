import type { SellerKeeper } from '../sellers/keep.ts'
import type { Task } from './task.ts'

const CRAWL_MS = 15_000
const WALK_MS = 60_000

/** What keeps the index of other sellers true. */
export const sellerTasks = (keeper: SellerKeeper): readonly Task[] => [
  { name: 'crawl-sellers', everyMs: CRAWL_MS, run: (signal) => keeper.crawlDue(signal) },
  { name: 'walk-registries', everyMs: WALK_MS, run: (signal) => keeper.walkDue(signal) },
]
