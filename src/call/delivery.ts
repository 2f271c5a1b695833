import type { CallReply } from '../core/call.ts'
import { Fault } from '../core/fault.ts'
import { usdOf, type Usd } from '../core/money.ts'
import { costOf, type Tool } from '../core/tool.ts'
import type { Settlement } from '../payments/rail.ts'
import type { Till } from '../payments/till.ts'
import type { PaymentStore } from '../stores/payments.ts'
import type { SaleStore } from '../stores/sales.ts'
import { withAccount } from './account.ts'
import { answerOf, effectHandlerOf, effectHandlersOf, type Answer } from './answer.ts'
import type { CommitSale, Sold } from './commit-sale.ts'
import type { ExtraWrites, PaidCall } from './paid.ts'
import type { Underway } from './reconcile.ts'
import { serializeReply, readOut } from './reply.ts'
import { runTool, type Running } from './run.ts'

/** What becomes of a call whose payment is good. */
export interface Delivery {
  /** Waits for what is still to be booked when streams have ended. */
  drain(): Promise<void>
  /** Runs, settles, closes the books. Throws with the payment given back, or does not throw. */
  deliver(call: PaidCall, signal: AbortSignal, also: ExtraWrites): Promise<CallReply>
  /** Nothing is bought after all: the payment may be used again. */
  releasePayment(call: PaidCall): Promise<void>
}

export interface DeliveryParts {
  readonly till: Till
  readonly payments: PaymentStore
  readonly commitSale: CommitSale
  readonly running: Running
  readonly sales: Pick<SaleStore, 'reduce'>
  onTrouble(what: string, cause: unknown): void
}

const LOOK_SOON_MS = 2_000
/** Until the payment itself says that its money is on its way. */
const RESERVED_MS = 60_000
/** For streams that have ended to say what they have cost. */
const DRAIN_MS = 2_000

const ENDED = { state: 'refused', reason: 'the reservation has ended' } as const
const UNBOOKED = {
  state: 'unknown',
  reason: 'it is not booked yet; send the same payment again',
} as const

/** The order in which a tool is run, its answer kept, the money moved and the books closed. */
export function createDelivery(parts: DeliveryParts): Delivery {
  const { till, payments, commitSale, running, sales, onTrouble } = parts
  const { host } = running
  const booking = new Set<Promise<void>>()

  async function deliver(
    quoted: PaidCall,
    signal: AbortSignal,
    also: ExtraWrites,
  ): Promise<CallReply> {
    noteVerified(quoted)
    const { answer, cost } = await found(quoted, signal).catch(async (thrown: unknown) => {
      await releasePayment(quoted)
      throw thrown
    })
    const authorization = till.reduce(quoted.authorization, cost)
    const call = { ...quoted, authorization }
    await keepAnswer(call, answer)
    const settlement = await till.settle(authorization)
    if (settlement.state !== 'settled') return unsettled(call, answer, settlement)
    const reply = await booked(call, { ...call, callId: call.id, settlement, answer, also })
    if (reply) {
      call.charged(authorization.amount)
      bookAtEnd(call, reply)
      return withAccount(till, reply, call.credential)
    }
    return unsettled(call, answer, till.isOutside(authorization) ? UNBOOKED : ENDED)
  }

  /** What a stream has cost is known at its end: the rest of its price is given back then. */
  function bookAtEnd({ id, authorization }: PaidCall, { body }: CallReply): void {
    if (body.kind !== 'events' || !body.cost) return
    const booked = body.cost
      .then(async (told) => {
        const cost = usdOf(Math.max(0, told))
        const rest = authorization.amount - cost
        const entries = rest > 0 ? till.refund(authorization, usdOf(rest)) : null
        if (entries) await host.db.batch([...entries, sales.reduce(id, cost)])
      })
      .catch((thrown: unknown) => onTrouble(`cost of the stream of call ${id}`, thrown))
      .finally(() => booking.delete(booked))
    booking.add(booked)
  }

  /** Runs the tool. Reserves what a deferred effect needs if money from outside comes first. */
  async function found(call: PaidCall, signal: AbortSignal): Promise<Found> {
    const { id, input, authorization } = call
    const isOutside = till.isOutside(authorization)
    const tool = withDeadline(call.tool, authorization.answerBy, host.now())
    const { payer, amount: budget } = authorization
    const context = { id, transport: call.transport, payer, budget, signal, sender: call.sender }
    const output = await runTool(tool, input.value, context, running)
    if (signal.aborted) throw new Fault('caller_gone', 'The caller hung up.')
    const answer = answerOf(output, input.ignored, isOutside)
    if (answer.kind === 'effect' && isOutside) {
      const { effect } = answer
      const effectContext = { callId: id, now: host.now(), until: host.now() + RESERVED_MS }
      const reserve = () =>
        effectHandlerOf(tool, effect).reserve(effect.what as never, effectContext)
      await host.db.run(reserve, effect.lockKey)
    }
    return { answer, cost: costOf(tool, input.value, output, authorization.amount) }
  }

  /**
   * When money has left the house, books that cannot be closed now are closed by the reconciler. As
   * long as it has not, a deferred effect that cannot be done costs nothing.
   */
  async function booked(call: PaidCall, sold: Sold): Promise<CallReply | null> {
    const closing = commitSale(sold)
    if (till.isOutside(sold.authorization)) return closing.catch(() => null)
    return closing.catch(async (thrown: unknown) => {
      if (thrown instanceof Fault) await releasePayment(call)
      throw thrown
    })
  }

  /**
   * Noted while the tool runs, so that what a quick one has answered travels in the same commit. A
   * note that fails is no reason to stop: nothing is delivered that cannot be written down.
   */
  function noteVerified({ id, authorization }: PaidCall): void {
    const { proof, amount, payer } = authorization
    if (proof === null || !till.isOutside(authorization)) return
    const good = { payer: payer.wallet, amount }
    payments.verify(proof, id, good, host.now()).catch(() => {})
  }

  /**
   * Money that leaves the house may be lost from sight, and the answer with it, were it not kept.
   */
  async function keepAnswer(call: PaidCall, answer: Answer): Promise<void> {
    const { id, authorization, idempotencyKey } = call
    const { proof } = authorization
    if (proof === null || !till.isOutside(authorization)) return
    const isKnown = answer.kind === 'body'
    const reply = isKnown ? serializeReply({ status: 200, headers: [], body: answer.body }) : null
    const effect = isKnown ? null : { ...answer.effect, ignored: answer.ignored }
    const since = host.now()
    const data = JSON.stringify({ authorization, since, idempotencyKey, effect } satisfies Underway)
    if (await payments.deliver(proof, id, { reply, data }, host.now())) return
    throw new Error('another call holds this payment')
  }

  /** A refused settlement frees the proof; an unknown one keeps it, until somebody knows. */
  async function unsettled(
    call: PaidCall,
    answer: Answer,
    { state, reason, receipt }: Exclude<Settlement, { state: 'settled' }>,
  ): Promise<never> {
    const headers = receipt ? [receipt.header] : []
    if (state === 'refused') {
      await releasePayment(call)
      throw new Fault('settlement_failed', `Settlement refused: ${reason}.`, { headers })
    }
    const { proof } = call.authorization
    if (proof !== null) {
      await keepStream(call, proof, answer).catch(() => {})
      await pend(proof)
    }
    throw new Fault('settlement_unknown', `Settlement unknown: ${reason}.`, {
      headers,
      retryAfterSeconds: LOOK_SOON_MS / 1000,
    })
  }

  /** Its buyer does not hear it now, and will have paid for it. */
  async function keepStream({ id, tool }: PaidCall, proof: string, answer: Answer): Promise<void> {
    if (answer.kind !== 'body' || answer.body.kind !== 'events') return
    const body = await readOut(answer.body.chunks, tool.limits.totalMs)
    const reply = body && serializeReply({ status: 200, headers: [], body })
    if (reply) await payments.keep(proof, id, reply, host.now())
  }

  /** A payment that cannot be marked now is looked for when its lease ends. */
  async function pend(proof: string): Promise<void> {
    await payments.pend(proof, host.now() + LOOK_SOON_MS, host.now()).catch(() => false)
  }

  async function releasePayment({ id, tool, authorization }: PaidCall): Promise<void> {
    await till.release(authorization)
    const { proof } = authorization
    if (proof !== null) await payments.fail(proof, id, host.now())
    const reserved = till.isOutside(authorization) ? effectHandlersOf(tool) : []
    if (reserved.length > 0) await host.db.batch(reserved.map(({ cancel }) => cancel(id)))
  }

  return {
    deliver,
    releasePayment,
    async drain() {
      const late = AbortSignal.timeout(DRAIN_MS)
      const { promise: given, resolve } = Promise.withResolvers<void>()
      late.addEventListener('abort', () => resolve(), { once: true })
      await Promise.race([Promise.allSettled(booking), given])
    },
  }
}

interface Found {
  readonly answer: Answer
  /** What it costs, at most what was quoted. */
  readonly cost: Usd
}

/** A tool with less time, where the payment does not last as long as the tool may take. */
function withDeadline(tool: Tool, answerBy: number | undefined, now: number): Tool {
  if (answerBy === undefined) return tool
  const firstEventMs = Math.min(tool.limits.firstEventMs, Math.max(0, answerBy - now))
  return { ...tool, limits: { ...tool.limits, firstEventMs } }
}
