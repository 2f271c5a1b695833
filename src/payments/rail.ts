import type { CallRequest, HeaderPair } from '../core/call.ts'
import type { Statement } from '../core/db.ts'
import type { Usd } from '../core/money.ts'
import type { Payer, Tool } from '../core/tool.ts'

/** What one call of one tool costs. */
export interface Quote {
  readonly tool: Tool
  readonly amount: Usd
  /** The caller's `Accept-Payment`: which offers it wants to see, and in which order. */
  readonly accept?: string | undefined
}

/**
 * What one rail adds to a 402. Headers are pairs, because `WWW-Authenticate` may come many times.
 */
export interface Challenge {
  readonly headers: readonly HeaderPair[]
  readonly body: Readonly<Record<string, unknown>>
  /** Members of the body that no two 402s share. */
  readonly once?: Readonly<Record<string, string>>
}

/** What the client sent, recognised but not yet believed. */
export interface Credential {
  readonly rail: string
  /** Known to the payer only: what an idempotent answer is kept under. Never logged. */
  readonly secret: string
  /**
   * Names what may be used once, in a form that may be stored; null where a credential pays often.
   */
  readonly proof: string | null
  /** Until when the proof could be used, in milliseconds; a used one is remembered that long. */
  readonly proofUntil: number
  /** The rail's own reading of what was sent. */
  readonly data: unknown
  /** Query fields that it was read from, so that nobody reports them as unused. */
  readonly reads?: readonly string[]
  /**
   * What the payment itself says that it is to be known by, where the request has no such header.
   */
  readonly chosenKey?: string | undefined
  /** May be something else than a payment: gives way when a payment came beside it. */
  readonly weak?: true
}

/** A payment that will succeed if settled now. Plain data, so that a job can carry it. */
export interface Authorization {
  readonly rail: string
  readonly payer: Payer
  readonly amount: Usd
  readonly proof: string | null
  readonly data: unknown
  /** The tool must have answered by then, in milliseconds, where its own deadline is too late. */
  readonly answerBy?: number
  /** In milliseconds: by then, one that has not been settled can be no more. */
  readonly validUntil?: number
}

/**
 * `settled`: the money has moved, or moves when `entries` are committed; they travel in one batch
 * with the sale, so that nothing is debited that was not delivered. `unknown`: nobody can tell yet.
 */
export type Settlement =
  | {
      readonly state: 'settled'
      /** The receipt. */
      readonly headers: readonly HeaderPair[]
      readonly entries: readonly Statement[]
      /** Where the money moved: a CAIP-2 network, a processor, or null within the house. */
      readonly network: string | null
      /** The transaction, or whatever else the payer can look up. */
      readonly reference: string | null
    }
  | { readonly state: 'refused'; readonly reason: string; readonly headers?: readonly HeaderPair[] }
  | { readonly state: 'unknown'; readonly reason: string; readonly headers?: readonly HeaderPair[] }

/** One offer, as machine-readable descriptions list it under `x-payment-info`. */
export interface Offer {
  readonly intent: 'charge'
  readonly method: string
  /** Millionths of a dollar. */
  readonly amount: string
  readonly currency: string
  readonly chainId: number
  readonly description: string
}

/**
 * One way to pay. `claim` and `inspect` do no I/O; then the proof is claimed in the ledger;
 * `verify` reserves and moves nothing; afterwards exactly one of `settle` and `release` is called,
 * once. Every rail passes `test/support/rail-contract.ts`.
 */
export interface Rail {
  readonly id: string
  /**
   * Money moves outside the house, where it can be lost from sight: the answer is kept beforehand.
   */
  readonly outside?: true
  /** It takes every call, and asks for nothing. */
  readonly free?: true
  accepts(tool: Tool): boolean
  challenge(quote: Quote, reason?: string): Challenge
  /**
   * Recognises without believing and without I/O; null when the request carries nothing of this
   * rail.
   */
  claim(request: CallRequest): Credential | null
  /**
   * Throws `payment_refused` or `payment_unusable` for all that can be told without asking anybody.
   */
  inspect(credential: Credential, quote: Quote): void
  /** Throws `payment_refused` or the rail's own refusal. */
  verify(credential: Credential, quote: Quote): Promise<Authorization>
  /**
   * The same payment, to be settled for less. Rails whose payers have signed one amount have none.
   */
  reduce?(authorization: Authorization, amount: Usd): Authorization
  /** Never throws. */
  settle(authorization: Authorization): Promise<Settlement>
  release(authorization: Authorization): Promise<void>
  /**
   * What became of a settlement that was lost from sight: `settled`, `refused` when it can never
   * settle any more, else `unknown`. Asks and moves nothing. Never throws.
   */
  trace?(authorization: Authorization): Promise<Settlement>
  /**
   * Tries again to settle what was lost from sight and may never have been sent. Pays once, however
   * often; only `settled` says something, for an earlier attempt may still come through.
   */
  retry?(authorization: Authorization): Promise<Settlement>
  /** The state of the payer's account after a charge, told anew with every answer. */
  account?(credential: Credential): Promise<readonly HeaderPair[]>
  offers?(tool: Tool): readonly Offer[]
  /** What the payment manifest says of this rail. */
  describe(): Readonly<Record<string, unknown>>
}
