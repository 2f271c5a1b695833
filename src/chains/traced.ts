/**
 * A payment that no block holds is dead so long after its end: from then on, no block of before is
 * replaced by another one.
 */
export const FINAL_AFTER_MS = 30_000

/** The state of a payment on the chain. `dead`: it can never settle any more. */
export type Traced =
  | { readonly state: 'settled'; readonly transaction: string }
  | { readonly state: 'dead'; readonly reason: string }
  | { readonly state: 'unknown' }
