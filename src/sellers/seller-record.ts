import type { Crawl } from '../stores/seller-crawls.ts'
import type { Route, Seller } from './routes.ts'
import type { History } from '../purse/chains.ts'
import type { Verdict } from './verdict.ts'

/** What is known of one wallet that a seller names. */
export interface WalletRecord {
  readonly wallet: string
  /** Settled calls; null where the chain is not watched for it. */
  readonly history: History | null
  readonly circular: History
  readonly refunded: number
  /** The last settled call, in milliseconds. */
  readonly lastAt: number | null
  /** Since when it has been watched, in milliseconds. */
  readonly since: number | null
  /** Other sellers, under other domains, that name it. */
  readonly sharedWith: readonly string[]
}

/** Everything that is known of one seller, without asking it anything. */
export interface SellerRecord {
  readonly seller: Seller
  readonly crawls: readonly Crawl[]
  readonly wallets: readonly WalletRecord[]
  /** The CAIP-2 id of Base, or of the chain that stands for it here. */
  readonly base: string
  /** The time of the last block that was read for histories; null where no chain is read. */
  readonly readUpTo: number | null
  /** By the rules of the router, and by what is known now. */
  verdictOf(route: Route): Verdict
}
