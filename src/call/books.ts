import type { CallReply } from '../core/call.ts'
import type { Db, Statement } from '../core/db.ts'
import type { Tool } from '../core/tool.ts'
import type { Authorization, Settlement } from '../payments/rail.ts'
import type { IdempotencyStore } from '../stores/idempotency.ts'
import type { PaymentStore } from '../stores/payments.ts'
import type { SaleStore } from '../stores/sales.ts'
import { KEPT_MS } from './idempotency.ts'
import { pack } from './reply.ts'

export interface Sold {
  readonly callId: string
  readonly tool: Tool
  readonly authorization: Authorization
  readonly settlement: Extract<Settlement, { state: 'settled' }>
  readonly reply: CallReply
  /** Where the answer is kept for a repeat, when the caller asked for that. */
  readonly idempotencyKey: string | null
  /** What else must be true together with the sale, such as the end of a job. */
  readonly also: readonly Statement[]
}

/**
 * Closes the books of one call: the debit, the proof, the sale, the kept answer and the job end in
 * one batch, or none of them does. False when the rail could no longer take its money.
 */
export type CloseBooks = (sold: Sold) => Promise<boolean>

export interface BookStores {
  readonly db: Db
  readonly payments: PaymentStore
  readonly idempotency: IdempotencyStore
  readonly sales: SaleStore
  now(): number
}

export function createBooks({ db, payments, idempotency, sales, now }: BookStores): CloseBooks {
  return async ({ callId, tool, authorization, settlement, reply, idempotencyKey, also }) => {
    const at = now()
    const { amount, payer, proof, rail } = authorization
    const { network, reference } = settlement
    const kept = proof !== null || idempotencyKey !== null ? pack(reply) : null
    const wallet = payer.wallet
    const statements: Statement[] = [
      ...settlement.entries,
      sales.add({ callId, at, slug: tool.slug, rail, amount, payer: wallet, network, reference }),
      ...also,
    ]
    if (proof !== null) {
      statements.push(
        payments.settle(proof, { amount, payer: wallet, network, reference, reply: kept }, at),
      )
    }
    if (idempotencyKey !== null && kept !== null) {
      statements.push(idempotency.commit(idempotencyKey, callId, kept, at + KEPT_MS))
    }
    return db.batch(statements)
  }
}
