import type { PaymentTrace } from '../../outside/chains/payment-trace.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'
import type { Refusal } from './refusals.ts'

/** Chains on which the purse can spend, by the names that answers use. */
export const SPEND_CHAINS = {
  base: 'eip155:8453',
  algorand: 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k',
  tempo: 'eip155:4217',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
} as const
export type SpendChain = keyof typeof SPEND_CHAINS

/** The chain whose settlements of other sellers are followed continuously. */
export const FOLLOWED: SpendChain = 'base'

/** The canonical form of an address: addresses of EVM chains are in lower case. */
export const canonicalWallet = (address: string): string =>
  address.startsWith('0x') ? address.toLowerCase() : address

/** The state of one signed payment on its chain. `unknown`: it may still settle. */
export type PaymentState = PaymentTrace['state']

/**
 * The longest validity of a signature. A settlement takes seconds, and a stolen signature expires
 * soon.
 */
export const VALID_SECONDS_MAX = 90

/** The terms of a payment. */
export interface Terms {
  readonly payTo: string
  /** Base units of the token. */
  readonly units: bigint
  /** The longest validity that the seller accepts. */
  readonly timeoutSeconds: number
  readonly offer: Offer
}

/** One offer of a 402, in any protocol. */
export interface Offer {
  /**
   * An entry of `accepts` in x402: scheme, network, asset, amount, payTo, maxTimeoutSeconds, extra.
   */
  readonly accept: JsonObject
  /** The header that carries a payment for it. */
  header(payload: JsonObject): Header
}

export type Header = readonly [name: string, value: string]

export interface Signed {
  /** The `payload` of the scheme. */
  readonly payload: JsonObject
  /** Identifies the payment on the chain, in a format of the wallet. It is unique. */
  readonly nonce: string
  /** When the signature expires. */
  readonly expires: number
  /** The highest fee of the chain, in base units. */
  readonly fee?: bigint
}

/** A signed payment as it is stored. */
export interface StoredPayment extends Pick<Signed, 'nonce' | 'expires'> {
  readonly payTo: string
  readonly units: bigint
}

/** Settled calls at a wallet, and their payers. */
export interface History {
  readonly settled: number
  readonly payers: number
}

/** Whether a wallet has enough settled calls and payers; false for an unknown wallet. */
export const reaches = (history: History | undefined, least: History): boolean =>
  history !== undefined && history.settled >= least.settled && history.payers >= least.payers

/**
 * A wallet of this service on one chain; the purse has no other knowledge of the chain. It signs
 * for one token, and reads the result of a payment from the chain only.
 */
export interface SpendWallet {
  readonly chain: SpendChain
  /** CAIP-2, with at most 32 characters for the chain. */
  readonly network: string
  /** All spellings of that network, those of x402 version 1 among them. */
  readonly labels: readonly string[]
  /** The protocol by which it pays. */
  readonly wire: 'x402' | 'mpp'
  /** The payment scheme of the offers that it can pay. */
  readonly scheme: string
  readonly asset: string
  readonly decimals: number
  readonly address: string
  /** Whether money can be sent to an address. */
  isPayable(payTo: string): boolean
  /** A problem of another part of an offer, such as the name of the token; null for none. */
  objection(accept: JsonObject): Refusal | null
  /**
   * Whether others have paid that wallet so often, as the chain says now. Absent where the chain
   * cannot be asked for that, and where it is followed all the time (`FOLLOWED`).
   */
  hasHistory?(payTo: string, least: History): Promise<boolean>
  /** Its balance in base units. */
  balance(): Promise<bigint>
  /** Signs a payment. It must be stored before it is sent. */
  sign(terms: Terms, now: number): Promise<Signed>
  /**
   * Throws if the chain cannot be asked. `dead` is final: no block can include the payment any
   * more.
   */
  stateOf(kept: StoredPayment): Promise<PaymentState>
  /** The fee that the chain took for a final payment, in base units. */
  feeTaken?(kept: StoredPayment): Promise<bigint>
}
