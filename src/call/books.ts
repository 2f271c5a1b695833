import type { CallReply, ReplyBody } from '../core/call.ts'
import type { Db, Ending, Script, Statement } from '../core/db.ts'
import type { Done } from '../core/deed.ts'
import { Fault } from '../core/fault.ts'
import { ending } from '../core/script.ts'
import type { Tool } from '../core/tool.ts'
import type { Authorization, Settlement } from '../payments/rail.ts'
import type { IdempotencyStore } from '../stores/idempotency.ts'
import type { PaymentStore } from '../stores/payments.ts'
import type { SaleStore } from '../stores/sales.ts'
import { doerOf, type Answer } from './answer.ts'
import { keptMs } from './idempotency.ts'
import type { AlsoClosing } from './paid.ts'
import { bodyOf, pack } from './reply.ts'
import { outputOf } from './run.ts'

export interface Sold {
  readonly callId: string
  readonly tool: Tool
  readonly authorization: Authorization
  readonly settlement: Extract<Settlement, { state: 'settled' }>
  readonly answer: Answer
  /** Where the answer is kept for a repeat, when the caller asked for that. */
  readonly idempotencyKey: string | null
  /** What else must be true together with the sale, such as the end of a job. */
  readonly also: AlsoClosing
}

/**
 * Closes the books of one call: the debit, the proof, the sale, the deed, the kept answer and the
 * job end in one transaction, or none of them does. Null when the rail could no longer take its
 * money. Throws the fault of a deed that cannot be done, where nothing was reserved for it.
 */
export type CloseBooks = (sold: Sold) => Promise<CallReply | null>

export interface BookStores {
  readonly db: Db
  readonly payments: PaymentStore
  readonly idempotency: IdempotencyStore
  readonly sales: SaleStore
  now(): number
}

export function createBooks(stores: BookStores): CloseBooks {
  const { db, payments, idempotency, sales, now } = stores

  function saleOf({ callId, tool, authorization, settlement }: Sold, at: number): Statement {
    const { amount, payer, rail } = authorization
    const { network, reference } = settlement
    const sold = { callId, at, slug: tool.slug, rail, amount, payer: payer.wallet }
    return sales.add({ ...sold, network, reference })
  }

  function keptOf(sold: Sold, reply: CallReply, at: number): readonly Statement[] {
    const { callId, authorization, settlement, idempotencyKey } = sold
    const { amount, payer, proof } = authorization
    const { network, reference } = settlement
    const kept = proof !== null || idempotencyKey !== null ? pack(reply) : null
    const statements: Statement[] = []
    if (proof !== null) {
      const sale = { amount, payer: payer.wallet, network, reference, reply: kept }
      statements.push(payments.settle(proof, sale, at))
    }
    if (idempotencyKey !== null && kept !== null) {
      statements.push(idempotency.commit(idempotencyKey, callId, kept, at + keptMs(kept)))
    }
    return statements
  }

  function* closing(sold: Sold, at: number): Script<Ending<CallReply>> {
    const { body, writes } = yield* delivered(sold, at)
    const { headers, entries } = sold.settlement
    const reply: CallReply = { status: 200, headers, body }
    return ending(reply, [
      ...entries,
      saleOf(sold, at),
      ...writes,
      ...sold.also(reply),
      ...keptOf(sold, reply, at),
    ])
  }

  /** A database that breaks off may have done all, and only its word for it is lost. */
  async function closedAllTheSame(sold: Sold, thrown: unknown): Promise<CallReply> {
    const { answer, callId, settlement } = sold
    if (thrown instanceof Fault || answer.kind === 'deed') throw thrown
    const isSold = () => sales.has(callId)
    if (
      !(await isSold()
        .catch(isSold)
        .catch(() => false))
    )
      throw thrown
    return { status: 200, headers: settlement.headers, body: answer.body }
  }

  return async (sold) => {
    const at = now()
    const lane = sold.answer.kind === 'deed' ? sold.answer.deed.lane : undefined
    return db
      .run(() => closing(sold, at), lane)
      .catch((thrown: unknown) => closedAllTheSame(sold, thrown))
  }
}

interface Delivered extends Pick<Done, 'writes'> {
  readonly body: ReplyBody
}

function* delivered({ callId, tool, answer }: Sold, now: number): Script<Delivered> {
  if (answer.kind === 'body') return { body: answer.body, writes: [] }
  const { deed, ignored, isReserved } = answer
  const doer = doerOf(tool, deed)
  const act = isReserved ? doer.fulfil : doer.perform
  const done = yield* act(deed.what as never, { callId, now })
  return { body: bodyOf(outputOf(tool, done.value), ignored), writes: done.writes }
}
