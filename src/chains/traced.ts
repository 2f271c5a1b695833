/** The state of a payment on the chain. `dead`: it can never settle any more. */
export type Traced =
  | { readonly state: 'settled'; readonly transaction: string }
  | { readonly state: 'dead'; readonly reason: string }
  | { readonly state: 'unknown' }
