/**
 * Amounts that payers have authorized and not paid yet, so that one balance is not reserved twice.
 */
export interface Reservations {
  /** False when the balance, less earlier reservations, does not cover it. */
  take(claim: Reservation, balance: bigint): boolean
  free(claim: Pick<Reservation, 'payer' | 'nonce'>): void
  /** The reservations of a payer. */
  of(payer: string): readonly Reservation[]
}

export interface Reservation {
  readonly payer: string
  readonly nonce: string
  readonly amount: bigint
  /** In milliseconds: the reservation ends then, if nobody frees it. */
  readonly until: number
  /** Whether the chain has the transfer already. */
  isUsed(): Promise<boolean>
}

export function createReservations(now: () => number): Reservations {
  const byPayer = new Map<string, Map<string, Reservation>>()

  return {
    take(claim, balance) {
      const payer = claim.payer.toLowerCase()
      const promised = byPayer.get(payer) ?? new Map<string, Reservation>()
      let sum = 0n
      for (const [nonce, { amount, until }] of promised) {
        if (until <= now()) promised.delete(nonce)
        else if (nonce !== claim.nonce) sum += amount
      }
      if (balance - sum < claim.amount) return false
      byPayer.set(payer, promised.set(claim.nonce, claim))
      return true
    },
    of: (payer) => [...(byPayer.get(payer.toLowerCase())?.values() ?? [])],
    free({ payer, nonce }) {
      const promised = byPayer.get(payer.toLowerCase())
      promised?.delete(nonce)
      if (promised?.size === 0) byPayer.delete(payer.toLowerCase())
    },
  }
}
