import type { Wallet } from '../../../base/core/payment.ts'
import type { Quote, Settlement } from '../rail.ts'
import type { MppCredential } from './credential.ts'

/** What a method asks for one quote, in one currency. */
export interface MethodOffer {
  /** Where the money would move: a CAIP-2 network, or a processor. */
  readonly place: string
  readonly placeName: string
  /** Null where the money moves on no chain. */
  readonly chainId: number | null
  readonly currency: string
  /** The terms, as the challenge carries them. */
  readonly request: Readonly<Record<string, unknown>>
}

/** A payment that will succeed if settled now. */
export interface VerifiedPayment {
  readonly wallet: Wallet | null
  /** Plain, so that a job can carry it. */
  readonly data: unknown
  /** The tool must have answered by then, in milliseconds, where its own deadline is too late. */
  readonly answerBy?: number
  /** In milliseconds: after this time an unsettled payment can no longer settle. */
  readonly validUntil?: number
  /** The wallet is what the payment names; no signature proves it before it is settled. */
  readonly isUnproven?: true
}

type Settled = Extract<Settlement, { state: 'settled' }>
/** A settlement before its receipt is written. */
export type MethodSettlement =
  | Pick<Settled, 'state' | 'network' | 'reference' | 'mayRevert'>
  | Exclude<Settlement, Settled>

/** One method of payment within MPP. */
export interface Method {
  readonly id: 'evm' | 'tempo' | 'stripe'
  /** Nothing for a tool that the method cannot pay, or an amount that it cannot express. */
  asks(quote: Quote): readonly MethodOffer[]
  /** Whether payments can be settled there now. */
  isOpen(ask: MethodOffer): boolean
  /** Loads what the first payment needs, whose signature does not live long. */
  warm?(): Promise<unknown>
  /** Names what the credential may be used for once; null when its payload cannot be read. */
  proof(credential: MppCredential): string | null
  /** The wallet that pays, as far as the credential says; null where it names none. */
  wallet(credential: MppCredential): Wallet | null
  /** Throws for what can be refused without I/O. The challenge is valid. */
  inspect(credential: MppCredential, quote: Quote, ask: MethodOffer): void
  /**
   * Whether the wallet that a credential names has signed it, as the signature itself shows.
   * Methods without it have credentials that only their payers know.
   */
  isSigned?(credential: MppCredential): Promise<boolean>
  verify(credential: MppCredential, quote: Quote, ask: MethodOffer): Promise<VerifiedPayment>
  /** Never throws. */
  settle(data: unknown): Promise<MethodSettlement>
  /** Repeats a settlement whose result is unknown, where that pays once. Never throws. */
  retry?(data: unknown): Promise<MethodSettlement>
  /** Asks and moves nothing. Never throws. */
  trace(data: unknown): Promise<MethodSettlement>
  release(data: unknown): void
  /** Whether a block still has the transaction; null where nobody can tell. Never throws. */
  stands?(data: unknown, reference: string): Promise<boolean | null>
  /** The network on which an earlier transfer of the payer can stand for this one. */
  transferredOn?(data: unknown): string
}

/** Time for the settlement after the tool has answered. */
export const SETTLE_SECONDS = 10

export const UNKNOWN: MethodSettlement = {
  state: 'unknown',
  reason: 'settlement_pending: do not pay again; resume with the same request later',
}

/** Where the answer to a question about a settlement fails, its state is unknown. */
export const unknownOnFailure =
  (onTrouble: (what: string, cause: unknown) => void) =>
  async (what: string, ask: () => Promise<MethodSettlement>): Promise<MethodSettlement> => {
    try {
      return await ask()
    } catch (thrown) {
      onTrouble(what, thrown)
      return UNKNOWN
    }
  }

/** A provider's code where it is a plain code; other text is not passed on. */
export const plainCode = (code: unknown): string =>
  typeof code === 'string' && /^[a-z0-9_]{1,100}$/.test(code) ? code : 'payment_invalid'
