import type { Usd } from '../base/core/money.ts'

/** A payment to another seller, written down before it leaves. */
export interface Spend {
  /** One purchase has one id, however often it is tried: it is signed once. */
  readonly id: string
  readonly callId: string
  /** The wallet of the buyer for whom it is made; null where none is known. */
  readonly payer: string | null
  /** The buyer named the seller, and may be the seller: then a loss is the buyer's, too. */
  readonly isNamedByPayer?: boolean
  readonly chain: string
  readonly origin: string
  /** The domain that the seller registered: all its hosts are one seller. */
  readonly domain: string
  readonly url: string
  /** The wallet that is paid, in the one form in which it is compared. */
  readonly payTo: string
  readonly amount: Usd
  /** What the chain takes from this service besides: the most, until it has ended. */
  readonly fee?: Usd
  readonly nonce: string
  /** After it, the signature is worth nothing. */
  readonly expires: number
  /** The signed payment, as it is sent. */
  readonly payment: string
}

/**
 * A spend and what is known of it. Money and goods are two facts, and each may be unknown: `moved`
 * is what the chain says, `delivered` what the seller did.
 */
export interface SpendRow extends Spend {
  readonly at: number
  readonly moved: 0 | 1 | null
  readonly delivered: 0 | 1 | null
  readonly status: number | null
  readonly ms: number | null
  readonly tx: string | null
  readonly answer: string | null
}

/** The most that may be spent. */
export interface Caps {
  readonly call: Usd
  /** In a day at one seller: one wallet that is paid, or one registered domain. */
  readonly seller: Usd
  readonly hour: Usd
  readonly day: Usd
  /** For one buyer, whose own payments have not settled. */
  readonly payer: Usd
}

export type CapName = keyof Caps

export type Reserved =
  | { readonly kind: 'new' }
  | { readonly kind: 'known'; readonly spend: SpendRow }
  | { readonly kind: 'capped'; readonly cap: CapName; readonly left: Usd }
  | { readonly kind: 'refused'; readonly why: string }

/** Says from the last payments to a seller why it is paid no more; null where it may be paid. */
export type SellerJudge = (payments: readonly SellerPayment[]) => string | null

/** What the seller did with a payment that was sent. */
export interface Delivered {
  readonly delivered: 0 | 1
  readonly status: number | null
  readonly ms: number
  readonly tx: string | null
  /** Kept for the same call, should this process die before it is sold. */
  readonly answer: string | null
}

/** Sums of spending, in micro-dollars, by result. */
export interface PurseSum {
  readonly chain: string
  readonly ending: 'bought' | 'lost' | 'unused' | 'open'
  readonly spends: number
  readonly amount: number
  /** What the chains took besides, or may take. */
  readonly fees: number
}

/** A payment to a seller; `delivered` is null while it is under way. */
export interface SellerPayment extends Omit<PaymentEnding, 'delivered'> {
  readonly delivered: 0 | 1 | null
}

/** How the payments to one seller on one chain ended, the newest first. */
export interface PaymentEnding {
  readonly origin: string
  /** The wallet that was paid, in the one form in which it is compared. */
  readonly payTo: string
  readonly chain: string
  readonly at: number
  readonly moved: 0 | 1 | null
  readonly delivered: 0 | 1
  readonly status: number | null
  readonly amount: number
  readonly ms: number | null
}
