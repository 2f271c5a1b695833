import type { z } from 'zod'
import type { CallRequest, HeaderPair } from '../../base/core/call.ts'
import type { Statement } from '../../base/core/db.ts'
import type { Usd } from '../../base/core/money.ts'
import type { Challenge as Asked, Problem, Receipt } from '../../base/core/payment.ts'
import type { Payer } from '../../base/core/payment.ts'
import type { Tool } from '../../base/core/tool.ts'

/** What one call of one tool costs. */
export interface Quote {
  readonly tool: Tool
  readonly amount: Usd
  /** The caller's `Accept-Payment`: which offers it wants to see, and in which order. */
  readonly accept?: string | undefined
}

/** The part of one rail in a 402: the value, and its form in HTTP. */
export interface RailChallenge extends Asked {
  /** Pairs, because `WWW-Authenticate` may come many times. */
  readonly headers: readonly HeaderPair[]
  /** Members of the JSON body. Challenges of a list price share one object. */
  readonly body: Readonly<Record<string, unknown>>
  /** Members of the body that no two 402s share. */
  readonly once?: Readonly<Record<string, string>>
}

/** The receipt for a payer: the value, and its form in HTTP. */
export interface PaymentReceipt extends Receipt {
  readonly header: HeaderPair
}

/** What the client sent: recognised, but not yet verified. */
export interface Credential<Sent = unknown> {
  readonly rail: string
  /**
   * The payer that the credential names; idempotent answers are kept for that payer. A hash of a
   * credits key, a solution of proof of work, or a network and a wallet.
   */
  readonly payer: string
  /**
   * The wallet in `payer`, which only `verify` proves. Not set if only the payer can know the
   * credential: then presenting it is proof enough.
   */
  readonly wallet?: string
  /**
   * Names what may be used once, in a form that may be stored; null where a credential pays often.
   */
  readonly proof: string | null
  /** Until when the proof could be used, in milliseconds; a used one is remembered that long. */
  readonly proofUntil: number
  /** Presenting a valid proof uses it up, whatever the result of the call. */
  readonly spentWhenPresented?: true
  /** The parsed form of what was sent. */
  readonly data: Sent
  /** Query fields that it was read from, so that they are not reported as unused. */
  readonly reads?: readonly string[]
  /** What the key of a kept answer named in place of `payer`, in older versions. */
  readonly formerSecret?: string | undefined
  /** The idempotency key that the payment itself names, where the request has no such header. */
  readonly chosenKey?: string | undefined
  /** May be something other than a payment: it is ignored if a payment was sent too. */
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
  /** The time by which the tool must answer, in milliseconds, if its own deadline is too late. */
  readonly answerBy?: number
  /** In milliseconds: after this time an unsettled payment can no longer settle. */
  readonly validUntil?: number
  /** Its payer is not proven: anybody could have named that wallet. */
  readonly isUnproven?: true
}

/**
 * `settled`: the money has moved, or moves when `entries` are committed. They are committed in one
 * batch with the sale, so that nothing is debited without a delivery. `unknown`: the result is not
 * known yet.
 */
export type Settlement =
  | {
      readonly state: 'settled'
      readonly receipt?: PaymentReceipt
      readonly entries: readonly Statement[]
      /** What `Rail.account` would answer behind them; null where they were not heard of. */
      account?(): readonly HeaderPair[] | null
      /** Where the money moved: a CAIP-2 network, a processor, or null within this service. */
      readonly network: string | null
      /** The transaction, or another reference that the payer can look up. */
      readonly reference: string | null
      /** The chain may take back the block of it, and `Rail.stands` can tell. */
      readonly mayRevert?: boolean
    }
  | Unsettled<'refused'>
  | Unsettled<'unknown'>

/** Where an earlier transfer must have moved the money. */
export interface EarlierTransfer {
  readonly network: string
  by(transaction: string): Settlement
}

interface Unsettled<State> {
  readonly state: State
  readonly reason: string
  readonly receipt?: PaymentReceipt
  /** What a transaction that failed has cost this service, where that is known. */
  readonly lostGas?: Usd
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

/** The text of a rail for the public documents. */
export interface RailGuide {
  /** Its title, if its id is not clear to people. */
  readonly title?: string
  /** How a caller pays by it, in Markdown. `freeUrl` returns the address of a free endpoint. */
  how(freeUrl: (id: string) => string): string
  /**
   * Parameters of a request that carry a payment. No other rail uses the names for something else.
   */
  readonly parameters?: Readonly<Record<string, Described>>
  /** The same, for tools that are bound to a wallet. */
  readonly walletParameters?: Readonly<Record<string, Described>>
  /** The OpenAPI security scheme, named like the rail. */
  readonly security?: Described
  /** Set if it takes work in place of money: the protocol, and one sentence about it. */
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
  /** Request headers that bring a payment or ask for its result, in small letters. */
  readonly paymentHeaders?: readonly string[]
  /**
   * Money moves outside this service, so the result of a settlement may be unknown: the answer is
   * stored before.
   */
  readonly outside?: true
  /** The same, where only some of its payments do. */
  isOutside?(authorization: Authorization<Held>): boolean
  /** Its part of a 402 is present even if it accepts nothing, and says why. */
  readonly announces?: true
  /** It accepts every call and asks for no payment. */
  readonly free?: true
  accepts(tool: Tool): boolean
  challenge(quote: Quote, problem?: Problem): RailChallenge
  /**
   * Recognises without believing and without I/O; null when the request carries nothing of this
   * rail.
   */
  claim(request: CallRequest): Credential<Sent> | null
  /** Throws if the database shows that the credential can pay for nothing. */
  screen?(credential: Credential<Sent>): Promise<void>
  /**
   * Throws `payment_refused` or `payment_unusable` for everything that can be checked without I/O.
   */
  inspect(credential: Credential<Sent>, quote: Quote): Good
  /**
   * Whether the wallet that a credential names has signed it, as the signature itself shows: a
   * facilitator is not trusted for this. Rails without it have credentials that only their payers
   * know.
   */
  isSigned?(credential: Credential<Sent>): Promise<boolean>
  /** Throws `payment_refused` or the rail's own refusal. */
  verify(credential: Credential<Sent>, quote: Quote, good: Good): Promise<Authorization<Held>>
  /** The shape of `Authorization.data`, for payments that are read back from the database. */
  readonly held: z.ZodType<Held>
  /** The same payment, to be settled for less. Absent if payers sign one exact amount. */
  reduce?(authorization: Authorization<Held>, amount: Usd): Authorization<Held>
  /** Never throws. */
  settle(authorization: Authorization<Held>): Promise<Settlement>
  release(authorization: Authorization<Held>): Promise<void>
  /**
   * Extends the reservation to a later time, in milliseconds; false if it has ended. Absent if the
   * rail reserves nothing.
   */
  extend?(authorization: Authorization<Held>, until: number): Promise<boolean>
  /** Refunds a part of a settlement, as entries. Absent if the rail cannot do that. */
  refund?(authorization: Authorization<Held>, amount: Usd): readonly Statement[]
  /**
   * The result of a settlement whose answer was lost: `settled`, `refused` if it can never settle,
   * else `unknown`. It only reads. Never throws.
   */
  trace?(authorization: Authorization<Held>): Promise<Settlement>
  /**
   * Tries again to settle a payment whose answer was lost and that may never have been sent. It
   * pays at most once. Only `settled` is conclusive, because an earlier attempt may still succeed.
   */
  retry?(authorization: Authorization<Held>): Promise<Settlement>
  /**
   * Whether the transaction of a settlement is still in a block; null where nobody can tell now.
   * Never throws.
   */
  stands?(authorization: Authorization<Held>, reference: string): Promise<boolean | null>
  /**
   * How the same payment would be settled by a transfer of the same payer, amount and network that
   * was made before; null where no transfer can stand for it.
   */
  settledBefore?(authorization: Authorization<Held>): EarlierTransfer | null
  /** Headers with the state of a payer's account, sent with every answer. */
  account?(payer: string): Promise<readonly HeaderPair[]>
  offers?(tool: Tool): readonly PaymentInfo[]
  /** Without it, documents show only the rail's id. */
  readonly guide?: RailGuide
  /** The entry of this rail in the payment manifest; null if it accepts nothing. */
  describe(): Readonly<Record<string, unknown>> | null
}
