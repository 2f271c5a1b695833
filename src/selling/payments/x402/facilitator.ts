import type {
  PaymentPayload,
  PaymentRequirements,
  SettleResponse,
  VerifyResponse,
} from '@x402/core/types'
import type { PaymentTrace } from '../../chains/payment-trace.ts'

/** `exact`: the quote is paid. `upto`: at most the quote, and what the call has cost. */
export type Scheme = 'exact' | 'upto'

/**
 * Verifies and settles on a network: this process, or a remote facilitator. A payment with an
 * EIP-3009 transfer is passed as an x402 payload, whichever protocol it came by.
 */
export interface Facilitator {
  /** It indexes the resources that it settles payments for. */
  readonly lists?: true
  verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResponse>
  /** Repeating it pays once. Throws when the result is unknown. */
  settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<SettleResponse>
  /**
   * Settles a payment whose result is unknown, unless its transaction is still under way. Only a
   * success is conclusive.
   */
  retry(payload: PaymentPayload, requirements: PaymentRequirements): Promise<SettleResponse>
  /** Asks and moves nothing. */
  trace(payload: PaymentPayload, requirements: PaymentRequirements): Promise<PaymentTrace>
  /** A verified payment will not be settled after all. */
  release(payload: PaymentPayload): void
}

/** A signature of an EVM wallet. */
export interface SignatureClaim {
  readonly wallet: string
  readonly digest: Uint8Array
  readonly signature: string
}

/** Whether one network can be paid on now, and its settlers. */
export interface NetworkStatus {
  /** CAIP-2 id. */
  readonly network: string
  readonly name: string
  /** Hosts, in the order in which they are asked; none where this process settles. */
  readonly facilitators: readonly string[]
  readonly isPayable: boolean
  /** What is wrong, for everybody to read; null while nothing is. */
  readonly trouble: string | null
}

/** The networks that can be paid on now, and their settlers. */
export interface Facilitators {
  /** In the order of the rows. */
  statuses(): readonly NetworkStatus[]
  /** Ids of the networks that have a settler now, in the order of the rows. */
  live(): readonly string[]
  /** Changes when any other member changes, so that cached quotes are rebuilt. */
  version(): number
  /** Throws when that network has no settler. */
  of(network: string): Facilitator
  /** Other facts for the payer, such as the fee payer. */
  extraOf(network: string): Readonly<Record<string, unknown>>
  /** The same for `upto`; null while it has no settler there. */
  uptoOf(network: string): Readonly<Record<string, unknown>> | null
  /**
   * The time in milliseconds after which a payment can no longer be settled, if only the network
   * can tell; null if unknown. Never throws.
   */
  endsAt(network: string, payload: PaymentPayload): Promise<number | null>
  /**
   * Whether a contract wallet accepts a signature; false without a node to ask. Throws when the
   * node cannot be asked.
   */
  agrees(network: string, claim: SignatureClaim): Promise<boolean>
  /** Asks everybody again; happens by itself every so often. */
  refresh(): Promise<void>
  close(): Promise<void>
}
