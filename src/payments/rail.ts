import type { z } from 'zod'
import type { CallRequest, HeaderPair } from '../core/call.ts'
import type { Statement } from '../core/db.ts'
import type { Usd } from '../core/money.ts'
import type { Challenge as Asked, Problem, Receipt } from '../core/payment.ts'
import type { Payer } from '../core/payment.ts'
import type { Tool } from '../core/tool.ts'

/** What one call of one tool costs. */
export interface Quote {
  readonly tool: Tool
  readonly amount: Usd
  /** The caller's `Accept-Payment`: which offers it wants to see, and in which order. */
  readonly accept?: string | undefined
}

/** What one rail asks for in a 402: the value, and what HTTP makes of it. */
export interface RailChallenge extends Asked {
  /** Pairs, because `WWW-Authenticate` may come many times. */
  readonly headers: readonly HeaderPair[]
  /** Members of the JSON body. Challenges of a list price share one object. */
  readonly body: Readonly<Record<string, unknown>>
  /** Members of the body that no two 402s share. */
  readonly once?: Readonly<Record<string, string>>
}

/** What a payer is told about its settlement: the value, and what HTTP makes of it. */
export interface PaymentReceipt extends Receipt {
  readonly header: HeaderPair
}

/** What the client sent, recognised but not yet believed. */
export interface Credential<Sent = unknown> {
  readonly rail: string
  /**
   * Who pays, as far as the credential says: an idempotent answer is kept for that payer. A hash of
   * a credits key, a solution of proof of work, or a network and a wallet.
   */
  readonly payer: string
  /**
   * The wallet in `payer`, which only `verify` proves. Not set where the credential is known to its
   * payer alone: then to present it is proof enough.
   */
  readonly wallet?: string
  /**
   * Names what may be used once, in a form that may be stored; null where a credential pays often.
   */
  readonly proof: string | null
  /** Until when the proof could be used, in milliseconds; a used one is remembered that long. */
  readonly proofUntil: number
  /** Presenting a good proof uses it up, whatever becomes of the call. */
  readonly spentWhenPresented?: true
  /** The rail's own reading of what was sent. */
  readonly data: Sent
  /** Query fields that it was read from, so that nobody reports them as unused. */
  readonly reads?: readonly string[]
  /** The idempotency key that the payment itself names, where the request has no such header. */
  readonly chosenKey?: string | undefined
  /** May be something else than a payment: gives way when a payment came beside it. */
  readonly weak?: true
}

/** A payment that will succeed if settled now. Plain data, so that it can be stored. */
export interface Authorization<Held = unknown> {
  readonly rail: string
  readonly payer: Payer
  readonly amount: Usd
  readonly proof: string | null
  /** What the rail needs in order to settle. */
  readonly data: Held
  /** The tool must have answered by then, in milliseconds, where its own deadline is too late. */
  readonly answerBy?: number
  /** In milliseconds: by then, one that has not been settled can be no more. */
  readonly validUntil?: number
  /** Its payer is named and not proven: anybody could have named that wallet. */
  readonly isUnproven?: true
}

/**
 * `settled`: the money has moved, or moves when `entries` are committed; they travel in one batch
 * with the sale, so that nothing is debited that was not delivered. `unknown`: nobody can tell yet.
 */
export type Settlement =
  | {
      readonly state: 'settled'
      readonly receipt?: PaymentReceipt
      readonly entries: readonly Statement[]
      /** Where the money moved: a CAIP-2 network, a processor, or null within this service. */
      readonly network: string | null
      /** The transaction, or whatever else the payer can look up. */
      readonly reference: string | null
    }
  | Unsettled<'refused'>
  | Unsettled<'unknown'>

interface Unsettled<State> {
  readonly state: State
  readonly reason: string
  readonly receipt?: PaymentReceipt
}

/** One offer, as machine-readable descriptions list it under `x-payment-info`. */
export interface PaymentInfo {
  readonly intent: 'charge'
  readonly method: string
  /** Millionths of a dollar. */
  readonly amount: string
  readonly currency: string
  readonly chainId: number
  readonly description: string
}

/** A parameter or a security scheme, as OpenAPI describes it. */
type Described = Readonly<Record<string, unknown>>

/** What there is to know of a rail before paying by it, for the public documents. */
export interface RailGuide {
  /** What people call it, where its name says nothing to them. */
  readonly title?: string
  /** How a caller pays by it, in Markdown. `freeUrl` tells where a free endpoint of ours is. */
  how(freeUrl: (id: string) => string): string
  /** What carries a payment in a request, by names that no other rail uses for something else. */
  readonly parameters?: Readonly<Record<string, Described>>
  /** The same, of tools that belong to a wallet alone. */
  readonly walletParameters?: Readonly<Record<string, Described>>
  /** The security scheme that carries it, which is named like the rail. */
  readonly security?: Described
  /** It takes work in place of money: the protocol, and in a sentence what it is. */
  readonly work?: { readonly protocol: string; readonly summary: string }
}

/**
 * One way to pay. `claim` and `inspect` do no I/O; then the proof is claimed; `verify` reserves and
 * moves nothing; afterwards exactly one of `settle` and `release` is called, once. Every rail
 * passes `test/support/rail-contract.ts`. `Sent` is what it reads from a request, `Good` what
 * `inspect` finds for `verify`, and `Held` what `settle` needs.
 */
export interface Rail<Sent = unknown, Good = unknown, Held = unknown> {
  readonly id: string
  /**
   * Money moves outside this service, where it can be lost from sight: the answer is kept before.
   */
  readonly outside?: true
  /** Its part of a 402 stands even where it takes nothing, and says why. */
  readonly announces?: true
  /** It takes every call, and asks for nothing. */
  readonly free?: true
  accepts(tool: Tool): boolean
  challenge(quote: Quote, problem?: Problem): RailChallenge
  /**
   * Recognises without believing and without I/O; null when the request carries nothing of this
   * rail.
   */
  claim(request: CallRequest): Credential<Sent> | null
  /** Throws where a look into our own books shows that it can pay for nothing. */
  screen?(credential: Credential<Sent>): Promise<void>
  /**
   * Throws `payment_refused` or `payment_unusable` for all that can be told without asking anybody.
   */
  inspect(credential: Credential<Sent>, quote: Quote): Good
  /**
   * Whether the wallet that a credential names has signed it, as the signature itself shows: never
   * on the word of a facilitator. Rails without it have credentials that only their payers know.
   */
  isSigned?(credential: Credential<Sent>): Promise<boolean>
  /** Throws `payment_refused` or the rail's own refusal. */
  verify(credential: Credential<Sent>, quote: Quote, good: Good): Promise<Authorization<Held>>
  /** The shape of `Authorization.data`, for payments that are read back from the database. */
  readonly held: z.ZodType<Held>
  /**
   * The same payment, to be settled for less. Rails whose payers have signed one amount have none.
   */
  reduce?(authorization: Authorization<Held>, amount: Usd): Authorization<Held>
  /** Never throws. */
  settle(authorization: Authorization<Held>): Promise<Settlement>
  release(authorization: Authorization<Held>): Promise<void>
  /**
   * Keeps the reservation until a later time, in milliseconds; false when it has ended. Rails that
   * reserve nothing have none.
   */
  extend?(authorization: Authorization<Held>, until: number): Promise<boolean>
  /**
   * Gives back a part of what was settled, as entries. Rails that cannot do that have none.
   */
  refund?(authorization: Authorization<Held>, amount: Usd): readonly Statement[]
  /**
   * What became of a settlement that was lost from sight: `settled`, `refused` when it can never
   * settle any more, else `unknown`. Asks and moves nothing. Never throws.
   */
  trace?(authorization: Authorization<Held>): Promise<Settlement>
  /**
   * Tries again to settle what was lost from sight and may never have been sent. Pays once, however
   * often; only `settled` says something, for an earlier attempt may still come through.
   */
  retry?(authorization: Authorization<Held>): Promise<Settlement>
  /** The state of a payer's account after a charge, told anew with every answer. */
  account?(payer: string): Promise<readonly HeaderPair[]>
  offers?(tool: Tool): readonly PaymentInfo[]
  /** The documents say its name alone where it has none. */
  readonly guide?: RailGuide
  /** What the payment manifest says of this rail; null where it can take nothing at all. */
  describe(): Readonly<Record<string, unknown>> | null
}
