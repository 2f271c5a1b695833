import type { Db, Statement } from '../base/core/db.ts'
import { COLUMNS, paymentOf, type Payment, type Row } from './payment-rows.ts'

/** A settled payment whose block may still be taken back. */
export interface WatchedPayment extends Payment {
  /** Its transaction. */
  readonly reference: string
  readonly settledAt: number
}

/** Settlements that are looked at again for a while. */
export interface PaymentWatch {
  watched(now: number): Promise<readonly WatchedPayment[]>
  /** The next look; null: it stands for good, and what could send it again is deleted. */
  watchAgain(proofs: readonly string[], at: number | null): Statement
  /** True for the one process that has noticed that the block of a settlement is gone. */
  revert(proof: string, lookAgain: number, now: number): Promise<boolean>
  /** Guarded: it is settled once more. */
  resettle(proof: string, reference: string, watch: number, now: number): Statement
  /** Guarded: nobody can settle it any more. It stays `reverted` for the operator. */
  annul(proof: string, now: number): Statement
}

const AT_ONCE = 200

type WatchedRow = Row & Pick<WatchedPayment, 'reference' | 'settledAt'>

export function createPaymentWatch(db: Db): PaymentWatch {
  return {
    async watched(now) {
      const rows = await db.all<WatchedRow>(
        `select ${COLUMNS}, reference, updated as "settledAt" from payments
          where watch <= $1 and state in ('settled', 'reverted') order by watch limit ${AT_ONCE}`,
        [now],
      )
      return rows.map(({ reference, settledAt, ...row }) => ({
        ...paymentOf(row),
        reference,
        settledAt,
      }))
    },
    watchAgain(proofs, at) {
      const named = proofs.map((_, index) => `$${index + 1}`).join(', ')
      return at === null
        ? {
            sql: `update payments set watch = null, data = null where proof in (${named})`,
            values: proofs,
          }
        : {
            sql: `update payments set watch = $${proofs.length + 1} where proof in (${named})`,
            values: [...proofs, at],
          }
    },
    revert: (proof, lookAgain, now) =>
      db.batch([
        {
          sql: `update payments set state = 'reverted', watch = $2, updated = $3
            where proof = $1 and state = 'settled'`,
          values: [proof, lookAgain, now],
          guard: true,
        },
      ]),
    resettle: (proof, reference, watch, now) => ({
      sql: `update payments set state = 'settled', reference = $2, watch = $3, updated = $4
        where proof = $1 and state = 'reverted'`,
      values: [proof, reference, watch, now],
      guard: true,
    }),
    annul: (proof, now) => ({
      sql: `update payments set watch = null, data = null, updated = $2
        where proof = $1 and state = 'reverted'`,
      values: [proof, now],
      guard: true,
    }),
  }
}
