/** Amounts that are authorized but not yet paid, so that one balance is not reserved twice. */
export interface Reservations {
  /** False when the balance, less earlier reservations, does not cover it. */
  take(claim: Reservation, balance: bigint): boolean
  free(claim: Pick<Reservation, 'payer' | 'nonce'>): void
  /** Counts what is freed while a balance is read, for it may be paid out of that balance. */
  watch(payer: string): Watch
  /** The reservations of a payer. */
  of(payer: string): readonly Reservation[]
}

export interface Watch {
  /** The sum of all freed amounts. */
  readonly freed: bigint
  end(): void
}

export interface Reservation {
  readonly payer: string
  readonly nonce: string
  readonly amount: bigint
  /** In milliseconds: the reservation ends then, if it is not freed before. */
  readonly until: number
  /** Whether the chain has the transfer already. */
  isUsed(): Promise<boolean>
}

export function createReservations(now: () => number): Reservations {
  const byPayer = new Map<string, Map<string, Reservation>>()
  const watches = new Map<string, Set<{ freed: bigint }>>()

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
      const holder = payer.toLowerCase()
      const promised = byPayer.get(holder)
      const claim = promised?.get(nonce)
      if (!promised || !claim) return
      promised.delete(nonce)
      if (promised.size === 0) byPayer.delete(holder)
      for (const watch of watches.get(holder) ?? []) watch.freed += claim.amount
    },
    watch(payer) {
      const holder = payer.toLowerCase()
      const open = watches.get(holder) ?? new Set()
      const state = { freed: 0n }
      watches.set(holder, open.add(state))
      return {
        get freed() {
          return state.freed
        },
        end() {
          open.delete(state)
          if (open.size === 0) watches.delete(holder)
        },
      }
    },
  }
}
