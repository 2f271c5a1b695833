/** What payers have authorized and not yet paid, so that one balance is not promised twice. */
export interface Reservations {
  /** False when the balance, less what is promised already, does not cover it. */
  take(claim: Reservation, balance: bigint): boolean
  free(claim: Pick<Reservation, 'payer' | 'nonce'>): void
  /** What a payer has promised. */
  of(payer: string): readonly Reservation[]
}

export interface Reservation {
  readonly payer: string
  readonly nonce: string
  readonly amount: bigint
  /** Milliseconds; a promise that nobody freed ends by itself. */
  readonly until: number
  /** Whether it has moved its money already, as the chain has it. */
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
