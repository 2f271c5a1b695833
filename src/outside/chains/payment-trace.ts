/**
 * A payment that is in no block is dead this long after its expiry: by then, no earlier block is
 * replaced any more.
 */
export const FINAL_AFTER_MS = 30_000

/** The state of a payment on the chain. `dead`: it can never settle any more. */
export type PaymentTrace =
  | { readonly state: 'settled'; readonly transaction: string }
  | { readonly state: 'dead'; readonly reason: string }
  | { readonly state: 'unknown' }
