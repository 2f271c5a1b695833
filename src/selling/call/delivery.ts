import type { CallReply } from '../core/call.ts'
import type { Progress } from '../core/capability.ts'
import { Fault } from '../core/fault.ts'
import { usdOf, type Usd } from '../core/money.ts'
import { costOf, type Tool } from '../core/tool.ts'
import type { Settlement } from '../payments/rail.ts'
import type { Till } from '../payments/till.ts'
import type { IdempotencyStore } from '../stores/idempotency.ts'
import type { PaymentStore } from '../stores/payments.ts'
import type { SaleStore } from '../stores/sales.ts'
import { withAccount } from './account.ts'
import { answerOf, effectHandlerOf, effectHandlersOf, type Answer } from './effects.ts'
import { markCall, type ExtraWrites, type PaidCall } from './call.ts'
import type { CommitSale, Sold } from './commit-sale.ts'
import { HELD_MS } from './keep-alive.ts'
import { readOut, serializeReply } from './reply.ts'
import { mintResumeToken, RESUME_HEADER } from './resume.ts'
import { runTool, type Running } from './run.ts'
import { storePaid } from './stored-payment.ts'

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
  /** Waits for the writes of streams that have ended. */
  drain(): Promise<void>
}

export interface DeliveryParts {
  readonly till: Till
  readonly payments: PaymentStore
  readonly idempotency: Pick<IdempotencyStore, 'hold'>
  readonly sales: Pick<SaleStore, 'reduce'>
  readonly commitSale: CommitSale
  readonly running: Running
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
  const { till, payments, idempotency, sales, commitSale, running, onTrouble } = parts
  const { host } = running
  const refunding = new Set<Promise<void>>()

  /** A stream whose call fails is closed: nobody pays for the rest of it. */
  async function deliver(
    call: PaidCall,
    signal: AbortSignal,
    background?: Background,
  ): Promise<CallReply> {
    const either = new AbortController()
    const hangUp = (): void => either.abort(signal.reason)
    // AbortSignal.any would do the same, at twenty times the cost.
    if (signal.aborted) hangUp()
    else signal.addEventListener('abort', hangUp, { once: true })
    try {
      const reply = await delivered(call, either.signal, background)
      if (reply.body.kind !== 'events') signal.removeEventListener('abort', hangUp)
      return reply
    } catch (thrown) {
      signal.removeEventListener('abort', hangUp)
      either.abort()
      throw thrown
    }
  }

  async function delivered(
    call: PaidCall,
    signal: AbortSignal,
    background?: Background,
  ): Promise<CallReply> {
    noteVerified(call)
    markCall(call, 'verified')
    const { answer, cost } = await answered(call, signal, background).catch(
      async (thrown: unknown) => {
        if (!background?.leaving.aborted) await releasePayment(call)
        throw thrown
      },
    )
    markCall(call, 'answered')
    call.authorization = till.reduce(call.authorization, cost)
    await keepAnswer(call, answer)
    const settlement = await till.settle(call.authorization)
    if (settlement.state !== 'settled') return unsettled(call, answer, settlement)
    markCall(call, 'settled')
    const extraWrites = background?.extraWrites ?? (() => [])
    const reply = await committed(call, { call, settlement, answer, extraWrites })
    if (reply) {
      call.amount = call.authorization.amount
      refundAtEnd(call, reply)
      return withAccount(till, reply, call.account, settlement.account?.())
    }
    return unsettled(call, answer, till.isOutside(call.authorization) ? UNCOMMITTED : ENDED)
  }

  /** Runs the tool. Reserves room for a deferred effect if the money comes from outside. */
  async function answered(
    call: PaidCall,
    signal: AbortSignal,
    background?: Background,
  ): Promise<Answered> {
    const { id, input, authorization } = call
    const isOutside = till.isOutside(authorization)
    const tool = withDeadline(call.tool, authorization.answerBy, host.now())
    const { payer, amount: budget } = authorization
    const chargesLess = till.chargesLess(authorization)
    const { transport, sender } = call
    const { progress } = background ?? {}
    const told = { id, transport, payer, budget, chargesLess, signal, sender }
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
  async function committed(call: PaidCall, sold: Sold): Promise<CallReply | null> {
    const closing = commitSale(sold)
    if (till.isOutside(call.authorization)) return closing.catch(() => null)
    return closing.catch(async (thrown: unknown) => {
      if (thrown instanceof Fault) await releasePayment(call)
      throw thrown
    })
  }

  /** The cost of a stream is known at its end; the rest of its price is refunded then. */
  function refundAtEnd({ id, authorization }: PaidCall, { body }: CallReply): void {
    if (body.kind !== 'events' || !body.cost) return
    const refunded = body.cost
      .then(async (told) => {
        const cost = usdOf(Math.max(0, told))
        const rest = authorization.amount - cost
        const entries = rest > 0 ? till.refund(authorization, usdOf(rest)) : null
        if (entries) await host.db.batch([...entries, sales.reduce(id, cost)])
      })
      .catch((thrown: unknown) => onTrouble(`cost of the stream of call ${id}`, thrown))
      .finally(() => refunding.delete(refunded))
    refunding.add(refunded)
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
    throw new Fault('in_progress', 'Another call holds this payment or this Idempotency-Key.')
  }

  /** A refused settlement frees the proof; an unknown one keeps it until it is known. */
  async function unsettled(
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
    async drain() {
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, DRAIN_MS)
      await Promise.race([Promise.allSettled(refunding), late])
      clearTimeout(timer)
    },
  }
}

const HOW_TO_RESUME =
  'Send the same request again with this X-Resume-Token or Idempotency-Key; do not pay again.'

interface Answered {
  readonly answer: Answer
  /** The cost, at most the quote. */
  readonly cost: Usd
}

/** A stream in the background is read to its end, and stored whole. */
async function wholeOf({ answer, cost }: Answered, { tool }: PaidCall): Promise<Answered> {
  if (answer.kind !== 'body' || answer.body.kind !== 'events') return { answer, cost }
  const { chunks, cost: told } = answer.body
  const body = await readOut(chunks, tool.limits.totalMs)
  if (!body) throw new Fault('upstream_failed', 'The stream broke off.')
  const used = told ? await told.catch(() => cost) : cost
  return { answer: { kind: 'body', body }, cost: usdOf(Math.min(cost, Math.max(0, used))) }
}

/** Gives a tool less time if the payment expires before its time limit. */
function withDeadline(tool: Tool, answerBy: number | undefined, now: number): Tool {
  if (answerBy === undefined) return tool
  const firstEventMs = Math.min(tool.limits.firstEventMs, Math.max(0, answerBy - now))
  return { ...tool, limits: { ...tool.limits, firstEventMs } }
}
