import type { CallReply, HeaderPair, ReplyBody } from '../../base/core/call.ts'
import type { Db, Commit, Transaction, Statement } from '../../base/core/db.ts'
import type { AppliedEffect } from '../../base/core/deferred-effect.ts'
import { Fault } from '../../base/core/fault.ts'
import { commitWith } from '../../base/core/transaction.ts'
import type { Tool } from '../../base/core/tool.ts'
import type { Authorization, Settlement } from '../payments/rail.ts'
import type { IdempotencyStore } from '../../stores/idempotency.ts'
import type { PaymentStore } from '../../stores/payments.ts'
import type { SaleStore } from '../../stores/sales.ts'
import { effectHandlerOf, effectOutput, type Answer } from './effects.ts'
import type { ExtraWrites } from './call.ts'
import { keptMs, NOT_KEPT } from './idempotency.ts'
import { bodyOf, keptBytesMax, serializeReply } from './reply.ts'
import { FIRST_LOOK_MS } from './reverts.ts'

/** What is known of a call when it is sold, now or by the reconciler. */
export interface SoldCall {
  readonly id: string
  readonly tool: Tool
  readonly authorization: Authorization
  /** The key under which the answer is kept for a repeat, if the caller sent one. */
  readonly idempotencyKey: string | null
}

export interface Sold {
  readonly call: SoldCall
  readonly settlement: Extract<Settlement, { state: 'settled' }>
  readonly answer: Answer
  /** More writes of the same transaction, such as the end of a job. */
  readonly extraWrites: ExtraWrites
  /** Its buyer got no answer, and may come back with a resume token. */
  readonly isLate?: true
  /** The answer was not stored: a resume token runs the tool again. */
  readonly isAnswerLost?: boolean
}

/**
 * Commits one sale: the debit, the proof, the sale, the deferred effect, the kept answer and the
 * end of the job are one transaction. Null when the rail could not debit the payment any more.
 * Throws the fault of an effect that cannot be applied and was not reserved.
 */
export type CommitSale = (sold: Sold) => Promise<CallReply | null>

export interface SaleStores {
  readonly db: Db
  readonly payments: PaymentStore
  readonly idempotency: IdempotencyStore
  readonly sales: SaleStore
  now(): number
}

export function createCommitSale(stores: SaleStores): CommitSale {
  const { db, payments, idempotency, sales, now } = stores

  function saleOf({ call, settlement }: Sold, at: number): Statement {
    const { id: callId, tool, authorization } = call
    const { amount, payer, rail } = authorization
    const { network, reference } = settlement
    const sold = { callId, at, slug: tool.slug, rail, amount, payer: payer.wallet }
    return sales.add({ ...sold, network, reference })
  }

  function keptOf(sold: Sold, reply: CallReply, at: number): readonly Statement[] {
    const { call, settlement, isLate, isAnswerLost } = sold
    const { id, tool, authorization, idempotencyKey } = call
    const { amount, payer, proof } = authorization
    const { network, reference, mayRevert } = settlement
    const watch = mayRevert ? at + FIRST_LOOK_MS : undefined
    const statements: Statement[] = []
    if (proof !== null) {
      const mayKeep = isLate && !isAnswerLost && !tool.spec.secret
      const kept = mayKeep ? serializeReply(reply) : null
      const sale = { amount, payer: payer.wallet, network, reference, reply: kept, watch }
      statements.push(payments.settle(proof, sale, at))
    }
    if (idempotencyKey !== null) {
      const kept = tool.spec.secret ? NOT_KEPT : serializeReply(reply, keptBytesMax(amount))
      if (kept !== null) {
        const commit = idempotency.commit(idempotencyKey, id, kept, at + keptMs(kept))
        // A call that has lost its key must not be sold: another call may hold the key.
        statements.push(isLate ? commit : { ...commit, guard: true })
      }
    }
    return statements
  }

  function* closing(sold: Sold, at: number): Transaction<Commit<CallReply>> {
    const { body, writes } = yield* delivered(sold, at)
    const { entries } = sold.settlement
    const reply = soldReply(sold.settlement, body)
    return commitWith(reply, [
      ...entries,
      saleOf(sold, at),
      ...writes,
      ...sold.extraWrites(reply),
      ...keptOf(sold, reply, at),
    ])
  }

  /** A commit may succeed although the connection breaks before its result arrives. */
  async function closedAllTheSame(sold: Sold, thrown: unknown): Promise<CallReply> {
    const { answer, call, settlement } = sold
    if (thrown instanceof Fault || answer.kind === 'effect') throw thrown
    const isSold = () => sales.has(call.id)
    if (
      !(await isSold()
        .catch(isSold)
        .catch(() => false))
    )
      throw thrown
    return soldReply(settlement, answer.body)
  }

  return async (sold) => {
    const at = now()
    const lockKey = sold.answer.kind === 'effect' ? sold.answer.effect.lockKey : undefined
    return db
      .run(() => closing(sold, at), lockKey, isWorthTheDisk(sold) ? 'now' : 'soon')
      .catch((thrown: unknown) => closedAllTheSame(sold, thrown))
  }
}

/** A call that cost nothing and changed nothing need not survive a power failure. */
const isWorthTheDisk = ({ call: { authorization, idempotencyKey }, answer }: Sold): boolean =>
  authorization.amount > 0 ||
  authorization.proof !== null ||
  idempotencyKey !== null ||
  answer.kind === 'effect'

const soldReply = ({ receipt }: Sold['settlement'], body: ReplyBody): CallReply => ({
  status: 200,
  headers: [...headersOf(body), ...(receipt ? [receipt.header] : [])],
  body,
  ...(receipt && { receipt }),
})

const headersOf = (body: ReplyBody): readonly HeaderPair[] =>
  body.kind === 'binary' ? [] : (body.headers ?? [])

interface Delivered extends Pick<AppliedEffect, 'writes'> {
  readonly body: ReplyBody
}

function* delivered({ call, answer }: Sold, now: number): Transaction<Delivered> {
  if (answer.kind === 'body') return { body: answer.body, writes: [] }
  const { id: callId, tool } = call
  const { effect, ignored, isReserved } = answer
  const effectHandler = effectHandlerOf(tool, effect)
  const act = isReserved ? effectHandler.commit : effectHandler.apply
  const done = yield* act(effect.what as never, { callId, now })
  return { body: bodyOf(effectOutput(tool, done), ignored), writes: done.writes }
}
