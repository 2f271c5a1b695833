/** Payers, challenges and receipts, as values that each transport renders. */

/** An address. Where calls are free, the name that the caller chose. */
export type Wallet = `0x${string}` | `demo:${string}`

/** The payer and its rail. The wallet is null for rails that prove no wallet. */
export interface Payer {
  readonly rail: string
  readonly wallet: Wallet | null
}

/** Why a payment is asked for, or not taken: the problem types of MPP, which programs can read. */
export type ProblemType =
  | 'payment-required'
  | 'malformed-credential'
  | 'invalid-payload'
  | 'invalid-challenge'
  | 'payment-expired'
  | 'payment-insufficient'
  | 'verification-failed'

export interface Problem {
  readonly type: ProblemType
  /** For people. */
  readonly detail: string
  /** The only offer of x402, in place of all others. */
  readonly terms?: object
}

/** What one rail asks for. */
export interface Challenge {
  readonly protocol: string
  /**
   * `x402`: its `PaymentRequired`. `mpp`: a list of challenges, each with `request` as an object.
   * `pow`: where to get a puzzle. It must not be changed: it may be shared by many 402s.
   */
  value(): unknown
}

/** What a payer is told about the settlement of its payment. */
export interface Receipt {
  readonly protocol: string
  /** `x402`: its settlement response. `mpp`: its receipt. */
  readonly value: Readonly<Record<string, unknown>>
}
