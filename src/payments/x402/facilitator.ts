import type {
  PaymentPayload,
  PaymentRequirements,
  SettleResponse,
  VerifyResponse,
} from '@x402/core/types'
import type { Traced } from '../../chains/traced.ts'

/** `exact`: the quote is paid. `upto`: at most the quote, and what the call has cost. */
export type Scheme = 'exact' | 'upto'

/**
 * Verifies and settles on a network: this process, or a remote facilitator. A payment with an
 * EIP-3009 transfer is passed as an x402 payload, whichever protocol it came by.
 */
export interface Facilitator {
  /** It keeps an index of what it settles for. */
  readonly lists?: true
  verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResponse>
  /** Repeating it pays once. Throws when nobody can tell what happened. */
  settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<SettleResponse>
  /**
   * Settles a payment whose result is unknown, unless its transaction is still under way. Only a
   * success is conclusive.
   */
  retry(payload: PaymentPayload, requirements: PaymentRequirements): Promise<SettleResponse>
  /** Asks and moves nothing. */
  trace(payload: PaymentPayload, requirements: PaymentRequirements): Promise<Traced>
  /** A verified payment will not be settled after all. */
  release(payload: PaymentPayload): void
}

/** A signature of an EVM wallet. */
export interface SignatureClaim {
  readonly wallet: string
  readonly digest: Uint8Array
  readonly signature: string
}

/** Whether one network can be paid on at this moment, and who settles there. */
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

/** The networks that can be paid on right now, and who settles there. */
export interface Facilitators {
  /** In the order of the rows. */
  statuses(): readonly NetworkStatus[]
  /** Ids of networks that somebody settles on at this moment, in the order of the rows. */
  live(): readonly string[]
  /** Changes whenever one of the others does, so that quotes made before are made anew. */
  version(): number
  /** Throws when nobody settles on that network. */
  of(network: string): Facilitator
  /** What a payer must know besides, such as who pays the fee. */
  extraOf(network: string): Readonly<Record<string, unknown>>
  /** The same for `upto`; null while nobody settles that there. */
  uptoOf(network: string): Readonly<Record<string, unknown>> | null
  /**
   * When a payment of that network can no longer be settled, where only the network can tell; null
   * when nobody knows. In milliseconds; never throws.
   */
  endsAt(network: string, payload: PaymentPayload): Promise<number | null>
  /**
   * Whether a wallet agrees to a signature, where only its contract can tell; false where there is
   * no node to ask. Throws when the node cannot be asked.
   */
  agrees(network: string, claim: SignatureClaim): Promise<boolean>
  /** Asks everybody again; happens by itself every so often. */
  refresh(): Promise<void>
  close(): Promise<void>
}
