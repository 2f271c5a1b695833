import type { Db } from '../../base/core/db.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import type { Authorization } from '../payments/rail.ts'
import type { Till } from '../payments/till.ts'
import type { PaymentStore } from '../../stores/payments.ts'
import type { WatchedPayment } from '../../stores/payment-watch.ts'
import type { SaleStore } from '../../stores/sales.ts'
import { readStored } from './stored-payment.ts'

/**
 * A chain may take back the block of a payment. Settlements are looked at until no block of their
 * time is replaced any more. One that is gone is sent again: its signature is still valid for a
 * while.
 */
export interface RevertWatch {
  /** Looks at the settlements that are due. An error of one does not stop the others. */
  sweep(signal?: AbortSignal): Promise<void>
}

/** `reverted`: it is sent again. `settled`: it was. `void`: nobody can pay it any more. */
export type RevertEnd = 'reverted' | 'settled' | 'void'

export interface RevertWatchParts {
  readonly db: Db
  readonly till: Pick<Till, 'restore' | 'stands' | 'trace' | 'retry'>
  readonly payments: PaymentStore
  readonly sales: Pick<SaleStore, 'refer' | 'annul'>
  now(): number
  onReverted(payment: WatchedPayment, end: RevertEnd): void
}

/** The first look, while a signature that was valid when it was settled can still be used. */
export const FIRST_LOOK_MS = 10_000
/** A settlement that stands after this time stays. */
const FIRM_AFTER_MS = 90_000
const LOOK_AGAIN_MS = 5_000
/** How long the chain may be away. */
const LATE_MS = DAY_MS

export function createRevertWatch(parts: RevertWatchParts): RevertWatch {
  const { db, till, payments, sales, now, onReverted } = parts

  const authorizationOf = ({ data }: WatchedPayment): Authorization =>
    readStored(data ?? '', till).authorization

  /** Payments of one transaction stand or fall together. */
  async function lookAt(together: readonly WatchedPayment[]): Promise<void> {
    const [first] = together
    if (!first) return
    const stands =
      first.state === 'reverted'
        ? false
        : await till.stands(authorizationOf(first), first.reference)
    if (stands === null && now() < first.settledAt + LATE_MS) return later(together)
    if (stands === false) return sendAgain(together)
    const firmAt = first.settledAt + FIRM_AFTER_MS
    await db.batch([
      payments.watchAgain(proofsOf(together), now() >= firmAt || stands === null ? null : firmAt),
    ])
  }

  async function sendAgain(together: readonly WatchedPayment[]): Promise<void> {
    await Promise.all(together.map(resettle))
  }

  async function resettle(payment: WatchedPayment): Promise<void> {
    const { proof, callId, state } = payment
    if (state === 'settled') {
      if (!(await payments.revert(proof, now() + LOOK_AGAIN_MS, now()))) return
      onReverted(payment, 'reverted')
    }
    const authorization = authorizationOf(payment)
    const traced = await till.trace(authorization)
    const settlement = traced.state === 'unknown' ? await till.retry(authorization) : traced
    if (settlement.state === 'settled' && settlement.reference !== null) {
      const { reference } = settlement
      const again = payments.resettle(proof, reference, now() + FIRST_LOOK_MS, now())
      if (await db.batch([again, sales.refer(callId, reference)])) onReverted(payment, 'settled')
      return
    }
    // Only a look says for good that it cannot be paid any more.
    if (traced.state !== 'refused' && !isHopeless(authorization)) return later([payment])
    const ended = await db.run(() => sales.annul(callId, [payments.annul(proof, now())]))
    if (ended !== null) onReverted(payment, 'void')
  }

  const isHopeless = ({ validUntil }: Authorization): boolean =>
    validUntil !== undefined && now() >= validUntil + LATE_MS

  async function later(together: readonly WatchedPayment[]): Promise<void> {
    await db.batch([payments.watchAgain(proofsOf(together), now() + LOOK_AGAIN_MS)])
  }

  return {
    async sweep(signal) {
      const troubles: unknown[] = []
      const due = Map.groupBy(await payments.watched(now()), ({ reference }) => reference)
      for (const together of due.values()) {
        if (signal?.aborted) return
        await lookAt(together).catch(async (thrown: unknown) => {
          troubles.push(thrown)
          await later(together)
        })
      }
      if (troubles.length > 0) throw troubles[0]
    },
  }
}

const proofsOf = (together: readonly WatchedPayment[]): readonly string[] =>
  together.map(({ proof }) => proof)
