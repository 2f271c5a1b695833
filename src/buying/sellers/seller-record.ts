import type { PaymentEnding } from '../../stores/purse-rows.ts'
import type { Crawl, PriceSeen } from '../../stores/seller-crawls.ts'
import type { Route, Seller } from './routes.ts'
import type { History } from '../purse/chains.ts'
import type { SellerVerdict } from './verdict.ts'

/** The record of one wallet of a seller. */
export interface WalletRecord {
  readonly wallet: string
  /** Its settled calls; null if its payments are not followed. */
  readonly history: History | null
  readonly circular: History
  readonly refunded: number
  /** The last settled call, in milliseconds. */
  readonly lastAt: number | null
  /** When following it began, in milliseconds. */
  readonly since: number | null
  /** Sellers under other domains that name the same wallet. */
  readonly sharedWith: readonly string[]
}

/** The stored record of one seller. */
export interface SellerRecord {
  readonly seller: Seller
  readonly crawls: readonly Crawl[]
  readonly wallets: readonly WalletRecord[]
  /** The newest first. */
  readonly prices: readonly PriceSeen[]
  /** Payments of this service to it that have ended, the newest first. */
  readonly payments: readonly PaymentEnding[]
  /** The CAIP-2 id of Base, or of the sandbox chain in its place. */
  readonly base: string
  /** The time of the last block that was read for histories; null if no chain is read. */
  readonly readUpTo: number | null
  /** Whether a route may be bought now, by the rules of the router. */
  verdictOf(route: Route): SellerVerdict
}
