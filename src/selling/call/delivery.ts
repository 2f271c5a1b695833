import { setTimeout as pause } from 'node:timers/promises'
import type { CallReply, HeaderPair } from '../../base/core/call.ts'
import type { Progress } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { costOf } from '../../base/core/tool.ts'
import type { Settlement } from '../payments/rail.ts'
import type { Till } from '../payments/till.ts'
import type { IdempotencyStore } from '../../stores/idempotency.ts'
import type { PaymentStore } from '../../stores/payments.ts'
import type { SaleStore } from '../../stores/sales.ts'
import { withAccount } from './account.ts'
import { answerOf, effectHandlerOf, effectHandlersOf, type Answer } from './effects.ts'
import { wholeOf, type Answered } from './whole-stream.ts'
import { markCall, type ExtraWrites, type PaidCall } from './call.ts'
import type { CommitSale, Sold } from './commit-sale.ts'
import { hangUpOf } from './hang-up.ts'
import { HELD_MS } from './keep-alive.ts'
import { UNWATCHED, type CallExpenses, type Losses } from './losses.ts'
import { busy } from './proof-claims.ts'
import { readOut, serializeReply } from './reply.ts'
import { mintResumeToken, RESUME_HEADER } from './resume.ts'
import { runTool, withDeadline, type Running } from './run.ts'
import { storePaid } from './stored-payment.ts'
import { createStreamRefunds } from './stream-refunds.ts'
import type { UnsoldPayments } from './unsold.ts'

/** How a paid call is delivered in the background. */
export interface Background {
  /** More writes of the same transaction. */
  readonly extraWrites: ExtraWrites
  /** Aborted: the call stays as it is, and another process resumes it. */
  readonly leaving: AbortSignal
  /** Receives the progress of the call. */
  progress(progress: Progress): void
}

/** Delivers a call whose payment is good. */
export interface Delivery {
  /** Runs, settles and commits the sale. When it throws, the payment was released. */
  deliver(call: PaidCall, signal: AbortSignal, background?: Background): Promise<CallReply>
  /** Releases the payment without a sale: it may be used again. */
  releasePayment(call: PaidCall): Promise<void>
  /** Waits for calls, whose callers may have hung up, and for refunds of streams. */
  drain(withinMs?: number): Promise<void>
}

export interface DeliveryParts {
  readonly till: Till
  readonly payments: PaymentStore
  readonly idempotency: Pick<IdempotencyStore, 'hold'>
  readonly sales: Pick<SaleStore, 'reduce'>
  readonly commitSale: CommitSale
  readonly unsold: Pick<UnsoldPayments, 'sell'>
  readonly running: Running
  readonly losses: Pick<Losses, 'watch'>
  onTrouble(what: string, cause: unknown): void
}

const LOOK_SOON_MS = 2_000
/** Validity until the payment is sent. */
const RESERVED_MS = 60_000
/** Time for ended streams to report their cost. */
const DRAIN_MS = 2_000

const ENDED = { state: 'refused', reason: 'the reservation has ended' } as const
const UNCOMMITTED = { state: 'unknown', reason: 'it is not committed yet' } as const

/** Runs the tool, keeps the answer, settles, commits the sale: in this order. */
export function createDelivery(parts: DeliveryParts): Delivery {
  const { till, payments, idempotency, commitSale, unsold, running, losses } = parts
  const { host } = running
  const refunds = createStreamRefunds({ ...parts, db: host.db })
  const underWay = new Set<Promise<unknown>>()

  /**
   * A call whose caller hangs up is cancelled, unless a provider was asked that has a price: then
   * it runs to its end, and is paid for. A stream whose call fails is closed.
   */
  async function deliver(
    call: PaidCall,
    caller: AbortSignal,
    background?: Background,
  ): Promise<CallReply> {
    const hangUp = hangUpOf(caller, () => !background && expenses.hasBegun())
    const { signal } = hangUp
    const isAtRisk = till.isOutside(call.authorization)
    const expenses = till.isFree ? UNWATCHED : losses.watch({ ...call, isAtRisk, signal })
    const work = runAndSettle(call, { expenses, signal, background })
    if (!background) underWay.add(work)
    try {
      const reply = await work
      if (reply.body.kind === 'events') hangUp.streams()
      return reply
    } catch (thrown) {
      hangUp.end()
      if (thrown instanceof Fault && thrown.code === 'settlement_unknown') await expenses.open()
      else if (!background?.leaving.aborted) await expenses.lost()
      throw thrown
    } finally {
      hangUp.settle()
      underWay.delete(work)
    }
  }

  async function runAndSettle(call: PaidCall, run: Run): Promise<CallReply> {
    const { expenses, background } = run
    noteVerified(call)
    markCall(call, 'verified')
    const { answer, cost } = await runForAnswer(call, run).catch(async (thrown: unknown) => {
      if (!background?.leaving.aborted) await releasePayment(call)
      throw thrown
    })
    markCall(call, 'answered')
    call.authorization = till.reduce(call.authorization, cost)
    await keepAnswer(call, answer)
    const extraWrites = background?.extraWrites ?? (() => [])
    const sold = { call, answer, extraWrites }
    const earlier = await unsold
      .sell(call, (settlement) => commitSale({ ...sold, settlement }))
      .catch(() => UNCOMMITTED)
    if (earlier && 'state' in earlier) return refuseUnsettled(call, answer, earlier)
    if (earlier) return handOver(call, earlier, expenses)
    const settlement = await till.settle(call.authorization)
    if (settlement.state === 'refused' && settlement.lostGas)
      expenses.bears('gas', settlement.lostGas)
    if (settlement.state !== 'settled') return refuseUnsettled(call, answer, settlement)
    markCall(call, 'settled')
    const reply = await commit(call, { ...sold, settlement })
    if (reply) return handOver(call, reply, expenses, settlement.account?.())
    return refuseUnsettled(call, answer, till.isOutside(call.authorization) ? UNCOMMITTED : ENDED)
  }

  /** The answer of a call that is sold. */
  async function handOver(
    call: PaidCall,
    reply: CallReply,
    expenses: CallExpenses,
    account?: readonly HeaderPair[] | null,
  ): Promise<CallReply> {
    call.amount = call.authorization.amount
    await expenses.paid()
    refunds.atEnd(call, reply, expenses)
    return withAccount(till, reply, call.account, account)
  }

  /** Runs the tool. Reserves room for a deferred effect if the money comes from outside. */
  async function runForAnswer(
    call: PaidCall,
    { signal, expenses: spending, background }: Run,
  ): Promise<Answered> {
    const { id, input, authorization } = call
    const isOutside = till.isOutside(authorization)
    const tool = withDeadline(call.tool, authorization.answerBy, host.now())
    const { payer, amount: budget } = authorization
    const chargesLess = till.chargesLess(authorization)
    const { transport, sender } = call
    const { progress } = background ?? {}
    const told = { id, transport, payer, budget, chargesLess, signal, sender, spending }
    const context = { ...told, ...(progress && { progress }) }
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
    const cost = costOf(tool, input.value, output, authorization.amount)
    return background ? wholeOf({ answer, cost }, call) : { answer, cost }
  }

  /**
   * When money has left this service, the reconciler commits a sale that cannot be committed now.
   * Before that, an effect that cannot be applied costs the buyer nothing.
   */
  async function commit(call: PaidCall, sold: Sold): Promise<CallReply | null> {
    const closing = commitSale(sold)
    if (till.isOutside(call.authorization)) return closing.catch(() => null)
    return closing.catch(async (thrown: unknown) => {
      if (thrown instanceof Fault) await releasePayment(call)
      throw thrown
    })
  }

  /**
   * Written while the tool runs, so that a quick answer shares the commit. If it fails, the call
   * goes on: a later write would fail as well, and then nothing is delivered.
   */
  function noteVerified({ id, authorization }: PaidCall): void {
    const { proof, amount, payer } = authorization
    if (proof === null || !till.isOutside(authorization)) return
    const good = { payer: payer.wallet, amount }
    payments.verify(proof, id, good, host.now()).catch(() => {})
  }

  /**
   * Keeps the answer before money leaves this service, because a settlement may stay unknown. The
   * call must still hold its key, or another call may be paying for the same request.
   */
  async function keepAnswer(call: PaidCall, answer: Answer): Promise<void> {
    const { id, tool, authorization, idempotencyKey: key } = call
    const { proof } = authorization
    if (proof === null || !till.isOutside(authorization)) return
    const isKnown = answer.kind === 'body'
    const reply =
      isKnown && !tool.spec.secret
        ? serializeReply({ status: 200, headers: [], body: answer.body })
        : null
    const effect = isKnown ? null : { ...answer.effect, ignored: answer.ignored }
    const data = storePaid({ authorization, since: host.now(), idempotencyKey: key, effect })
    const also = key === null ? [] : [idempotency.hold(key, id, host.now() + HELD_MS)]
    if (await payments.deliver(proof, id, { reply, data, also }, host.now())) return
    await till.release(authorization)
    await cancelEffects(call)
    throw busy(null)
  }

  /** A refused settlement frees the proof; an unknown one keeps it until it is known. */
  async function refuseUnsettled(
    call: PaidCall,
    answer: Answer,
    { state, reason, receipt }: Exclude<Settlement, { state: 'settled' }>,
  ): Promise<never> {
    const headers = receipt ? [receipt.header] : []
    const told = receipt ? { receipt } : {}
    if (state === 'refused') {
      await releasePayment(call)
      throw new Fault('settlement_failed', `Settlement refused: ${reason}.`, { headers, ...told })
    }
    const { proof } = call.authorization
    const token = proof === null ? null : await pend(call, proof, answer)
    throw new Fault('settlement_unknown', `Settlement unknown: ${reason}. ${HOW_TO_RESUME}`, {
      headers: token === null ? headers : [...headers, [RESUME_HEADER, token]],
      ...(token !== null && { body: { resumeToken: token } }),
      retryAfterSeconds: LOOK_SOON_MS / 1000,
      ...told,
    })
  }

  /**
   * The token with which the buyer can ask for the answer; null when it could not be stored. A
   * payment that cannot be marked now is looked up when its lease ends.
   */
  async function pend(call: PaidCall, proof: string, answer: Answer): Promise<string | null> {
    const { token, resume } = mintResumeToken()
    const at = host.now()
    const isKnown = await payments.setResume(proof, call.id, resume).catch(() => false)
    await keepStream(call, proof, answer).catch(() => {})
    await payments.pend(proof, at + LOOK_SOON_MS, at).catch(() => false)
    return isKnown ? token : null
  }

  /** The buyer gets no answer now, though the payment may settle. */
  async function keepStream({ id, tool }: PaidCall, proof: string, answer: Answer): Promise<void> {
    if (answer.kind !== 'body' || answer.body.kind !== 'events' || tool.spec.secret) return
    const body = await readOut(answer.body.chunks, tool.limits.totalMs)
    const reply = body && serializeReply({ status: 200, headers: [], body })
    if (reply) await payments.keep(proof, id, reply, host.now())
  }

  async function releasePayment(call: PaidCall): Promise<void> {
    const { id, authorization } = call
    await till.release(authorization)
    const { proof } = authorization
    if (proof !== null) await payments.fail(proof, id, host.now())
    await cancelEffects(call)
  }

  async function cancelEffects({ id, tool, authorization }: PaidCall): Promise<void> {
    const reserved = till.isOutside(authorization) ? effectHandlersOf(tool) : []
    if (reserved.length > 0) await host.db.batch(reserved.map(({ cancel }) => cancel(id)))
  }

  return {
    deliver,
    releasePayment,
    async drain(withinMs = DRAIN_MS) {
      const late = pause(withinMs, undefined, { ref: false })
      await Promise.race([Promise.allSettled([...underWay, ...refunds.underWay]), late])
    },
  }
}

const HOW_TO_RESUME =
  'Send the same request again with this X-Resume-Token or Idempotency-Key; do not pay again.'

/** How a call is run: who may end it, and what it costs. */
interface Run {
  readonly signal: AbortSignal
  readonly expenses: CallExpenses
  readonly background: Background | undefined
}
