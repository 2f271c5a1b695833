import type { Statement, Transaction } from '../base/core/db.ts'
import { rowOf } from '../base/core/transaction.ts'
import { DAY_MS } from '../base/core/milliseconds.ts'
import type { Migration } from './database/migrate.ts'

export const cardReversalMigrations: readonly Migration[] = [
  {
    name: 'card-reversals-1',
    sql: [
      'create table card_reversals (payment text primary key, how text not null, at bigint not null)',
      'create index card_reversals_at on card_reversals (at)',
    ],
  },
]

/**
 * Payments that were refunded or disputed. The processor may say so before the service knows which
 * order a payment is for: the fact is kept by payment, and holds when the payment comes.
 */

/** What is written of one payment is written under this lock. */
export const lockOfPayment = (payment: string): string => `card payment ${payment}`

/** A debit may be confirmed weeks after its session. */
const KEPT_MS = 90 * DAY_MS

export const reversing = (payment: string, how: string, now: number): Statement => ({
  sql: 'insert into card_reversals values ($1, $2, $3) on conflict do nothing',
  values: [payment, how, now],
})

export function* reversalOf(payment: string): Transaction<string | null> {
  const sql = 'select how from card_reversals where payment = $1'
  return (yield* rowOf<{ how: string }>(sql, [payment]))?.how ?? null
}

export const forgetReversals = (now: number): Statement => ({
  sql: 'delete from card_reversals where at <= $1',
  values: [now - KEPT_MS],
})
