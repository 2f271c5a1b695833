/** Chains on which the purse can spend, by the names that answers use. */
export const SPEND_CHAINS = {
  base: 'eip155:8453',
  algorand: 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k',
  tempo: 'eip155:4217',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
} as const
export type SpendChain = keyof typeof SPEND_CHAINS

/** An address as it is compared: tokens and wallets of EVM chains are the same in either case. */
export const canonicalWallet = (address: string): string =>
  address.startsWith('0x') ? address.toLowerCase() : address

/** What the chain says of one signed payment. */
export type Fate =
  /** The money has left. */
  | 'moved'
  /** It may still leave. */
  | 'open'
  /** It never will. */
  | 'dead'

/** A payment that was agreed on. */
export interface Terms {
  readonly payTo: string
  /** Base units of the token. */
  readonly units: bigint
  /** The longest that the seller lets a payment last. */
  readonly timeoutSeconds: number
  /** The offer as the seller wrote it; a payment repeats it. */
  readonly accept: Readonly<Record<string, unknown>>
}

export interface Signed {
  /** What the scheme puts into `payload`. */
  readonly payload: Readonly<Record<string, unknown>>
  /** What the chain knows the payment by. */
  readonly nonce: string
  /** After it, the signature is worth nothing. */
  readonly expires: number
}

/** What was signed before, as it is kept. */
export interface Kept extends Pick<Signed, 'nonce' | 'expires'> {
  readonly payTo: string
  readonly units: bigint
}

/** A wallet of this service on one chain. It signs for one token. */
export interface SpendWallet {
  readonly chain: SpendChain
  /** CAIP-2. */
  readonly network: string
  /** All spellings of that network, those of x402 version 1 among them. */
  readonly labels: readonly string[]
  readonly asset: string
  readonly decimals: number
  readonly address: string
  /** Whether money can be sent to an address. */
  isPayable(payTo: string): boolean
  /** Base units that it holds. */
  balance(): Promise<bigint>
  sign(terms: Terms, now: number): Promise<Signed>
  fate(kept: Kept): Promise<Fate>
}
