import type {
  PaymentPayload,
  PaymentRequirements,
  SettleResponse,
  VerifyResponse,
} from '@x402/core/types'
import { z } from 'zod'
import type { PaymentTrace } from '../../../outside/chains/payment-trace.ts'
import type { EscrowNode } from './evm/escrow-node.ts'
import type { Usd } from '../../../base/core/money.ts'

/** `lostGas`: what a transaction that failed has cost this service, where that is known. */
export type Settled = SettleResponse & { readonly lostGas?: Usd }

/** `exact`: the quote is paid. `upto`: at most the quote, and what the call has cost. */
export type Scheme = 'exact' | 'upto'

/**
 * Verifies and settles on a network: this process, or a remote facilitator. A payment with an
 * EIP-3009 transfer is passed as an x402 payload, whichever protocol it came by.
 */
export interface Facilitator {
  /**
   * The account that submits its transfers; null for a remote facilitator, which may have several.
   */
  readonly sender: string | null
  /** It indexes the resources that it settles payments for. */
  readonly lists?: true
  verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResponse>
  /** Repeating it pays once. Throws when the result is unknown. */
  settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<Settled>
  /**
   * Settles a payment whose result is unknown, unless its transaction is still under way. Only a
   * success is conclusive.
   */
  retry(payload: PaymentPayload, requirements: PaymentRequirements): Promise<SettleResponse>
  /** Asks and moves nothing. */
  trace(payment: SentPayment): Promise<PaymentTrace>
  /**
   * Whether a block has a transaction, and it succeeded. Throws when the chain cannot be asked;
   * absent where nobody here can look.
   */
  stands?(transaction: string): Promise<boolean>
  /** A verified payment will not be settled after all. */
  release(payload: PaymentPayload): void
}

/** A payment, and who was to submit it, as it is stored before it is sent. */
export interface SentPayment {
  readonly payload: PaymentPayload
  readonly requirements: PaymentRequirements
  /** An account, or null for a remote facilitator. Payments of older versions do not say. */
  readonly sender?: string | null | undefined
}

const Members = z.record(z.string(), z.unknown())

/** A payment, as it is read back from the database. */
export const StoredPayment: z.ZodType<SentPayment> = z.object({
  payload: z
    .looseObject({ x402Version: z.literal(2), payload: Members, accepted: Members })
    .transform((payload) => payload as unknown as PaymentPayload),
  requirements: z
    .looseObject({
      scheme: z.string(),
      network: z.string(),
      amount: z.string(),
      asset: z.string(),
      payTo: z.string(),
    })
    .transform((requirements) => requirements as unknown as PaymentRequirements),
  sender: z.string().nullish(),
})

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
  /** Where this process can settle payment channels. */
  escrows(): readonly EscrowNode[]
  /** Asks everybody again; happens by itself every so often. */
  refresh(): Promise<void>
  close(): Promise<void>
}
