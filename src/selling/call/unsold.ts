import { randomInt } from 'node:crypto'
import type { CallReply } from '../../base/core/call.ts'
import { Fault } from '../../base/core/fault.ts'
import type { Settlement } from '../payments/rail.ts'
import type { Till } from '../payments/till.ts'
import type { UnsoldPaymentStore } from '../../stores/unsold-payments.ts'
import type { PaidCall } from './call.ts'

/**
 * Transfers that a restored database does not know. The chain shows a used payment to everybody, so
 * it proves no buyer by itself. A new signature does: the call of a wallet that is owed one of its
 * price is paid by the old transfer, and the new payment is never sent.
 */
export interface UnsoldPayments {
  /** Sells a call for an earlier transfer of its payer; null where none is left for it. */
  sell(call: PaidCall, commit: Commit): Promise<CallReply | null>
  /** The refusal of somebody who brings the payment itself; null for any other payment. */
  refusalOf(proof: string | null): Promise<Fault | null>
}

type Settled = Extract<Settlement, { state: 'settled' }>
/** Null when another call was sold for the transfer meanwhile. */
type Commit = (settlement: Settled) => Promise<CallReply | null>

export interface UnsoldPaymentParts {
  readonly till: Pick<Till, 'settledBefore' | 'release'>
  readonly unsold: UnsoldPaymentStore
  now(): number
}

/** How long it is believed that none is offered: nearly always, and calls do not wait for it. */
const LOOK_MS = 30_000
/** Other calls of the payer may be sold for the same transfers at the same moment. */
const TRIES_MAX = 5

export function createUnsoldPayments(parts: UnsoldPaymentParts): UnsoldPayments {
  const { till, unsold, now } = parts
  let isAny = false
  let lookedAt = -Infinity

  async function mayBeAny(): Promise<boolean> {
    if (now() - lookedAt < LOOK_MS && now() >= lookedAt) return isAny
    lookedAt = now()
    // A database that is away stops no call here: what it stores next would fail as well.
    isAny = await unsold.isAnyOffered().catch(() => false)
    return isAny
  }

  return {
    async sell({ id, authorization }, commit) {
      const { amount, payer: account, isUnproven } = authorization
      const { wallet: payer } = account
      const before = payer === null || isUnproven ? null : till.settledBefore(authorization)
      if (!before || payer === null || !(await mayBeAny())) return null
      const { network } = before
      for (let tries = 0; tries < TRIES_MAX; tries++) {
        const offered = await unsold.offeredTo({ network, payer, amount })
        const chosen = offered[offered.length > 1 ? randomInt(offered.length) : 0]
        const settlement = chosen && before.by(chosen.reference)
        if (!chosen || settlement?.state !== 'settled') return null
        const entries = [...settlement.entries, unsold.sell(chosen.proof, id, now())]
        const reply = await commit({ ...settlement, entries })
        if (!reply) continue
        await till.release(authorization)
        return reply
      }
      return null
    },
    async refusalOf(proof) {
      if (proof === null || !(await mayBeAny())) return null
      const known = await unsold.find(proof)
      return known?.state === 'offered' ? new Fault('payment_refused', OFFERED) : null
    },
  }
}

const OFFERED =
  'This payment has moved its money, and nothing was sold for it here. Sign a new payment for the same price with the same wallet, which proves that the money was yours: the call is paid by the old transfer, and the new payment is not charged.'
