import type { CallReply } from '../core/call.ts'
import { Fault } from '../core/fault.ts'
import type { Usd } from '../core/money.ts'
import { costOf, type Tool } from '../core/tool.ts'
import type { Settlement } from '../payments/rail.ts'
import type { Till } from '../payments/till.ts'
import type { PaymentStore } from '../stores/payments.ts'
import { withAccount } from './account.ts'
import { answerOf, doerOf, doersOf, type Answer } from './answer.ts'
import type { CloseBooks, Sold } from './books.ts'
import type { AlsoClosing, PaidCall } from './paid.ts'
import type { Underway } from './reconcile.ts'
import { pack, readOut } from './reply.ts'
import { runTool, type Running } from './run.ts'

/** What becomes of a call whose payment is good. */
export interface Delivery {
  /** Runs, settles, closes the books. Throws with the payment given back, or does not throw. */
  deliver(call: PaidCall, signal: AbortSignal, also: AlsoClosing): Promise<CallReply>
  /** Nothing is bought after all: the payment may be used again. */
  giveBack(call: PaidCall): Promise<void>
}

export interface DeliveryParts {
  readonly till: Till
  readonly payments: PaymentStore
  readonly closeBooks: CloseBooks
  readonly running: Running
}

const LOOK_SOON_MS = 2_000
/** Until the payment itself says that its money is on its way. */
const RESERVED_MS = 60_000

const ENDED = { state: 'refused', reason: 'the reservation has ended' } as const
const UNBOOKED = {
  state: 'unknown',
  reason: 'it is not booked yet; send the same payment again',
} as const

/** The order in which a tool is run, its answer kept, the money moved and the books closed. */
export function createDelivery({ till, payments, closeBooks, running }: DeliveryParts): Delivery {
  const { host } = running

  async function deliver(
    quoted: PaidCall,
    signal: AbortSignal,
    also: AlsoClosing,
  ): Promise<CallReply> {
    noteVerified(quoted)
    const { answer, cost } = await found(quoted, signal).catch(async (thrown: unknown) => {
      await giveBack(quoted)
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
      return withAccount(till, reply, call.credential)
    }
    return unsettled(call, answer, till.isOutside(authorization) ? UNBOOKED : ENDED)
  }

  /** What the tool answers; a deed that waits for money from outside finds its room set aside. */
  async function found(call: PaidCall, signal: AbortSignal): Promise<Found> {
    const { id, input, authorization } = call
    const isOutside = till.isOutside(authorization)
    const tool = hurried(call.tool, authorization.answerBy, host.now())
    const output = await runTool(tool, input.value, authorization.payer, running, signal)
    if (signal.aborted) throw new Fault('caller_gone', 'The caller hung up.')
    const answer = answerOf(output, input.ignored, isOutside)
    if (answer.kind === 'deed' && isOutside) {
      const { deed } = answer
      const occasion = { callId: id, now: host.now(), until: host.now() + RESERVED_MS }
      const reserve = () => doerOf(tool, deed).reserve(deed.what as never, occasion)
      await host.db.run(reserve, deed.lane)
    }
    return { answer, cost: costOf(tool, input.value, output, authorization.amount) }
  }

  /**
   * When money has left the house, books that cannot be closed now are closed by the reconciler. As
   * long as it has not, a deed that cannot be done costs nothing.
   */
  async function booked(call: PaidCall, sold: Sold): Promise<CallReply | null> {
    const closing = closeBooks(sold)
    if (till.isOutside(sold.authorization)) return closing.catch(() => null)
    return closing.catch(async (thrown: unknown) => {
      if (thrown instanceof Fault) await giveBack(call)
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
    const reply = isKnown ? pack({ status: 200, headers: [], body: answer.body }) : null
    const deed = isKnown ? null : { ...answer.deed, ignored: answer.ignored }
    const since = host.now()
    const data = JSON.stringify({ authorization, since, idempotencyKey, deed } satisfies Underway)
    if (await payments.deliver(proof, id, { reply, data }, host.now())) return
    throw new Error('another call holds this payment')
  }

  /** A refused settlement frees the proof; an unknown one keeps it, until somebody knows. */
  async function unsettled(
    call: PaidCall,
    answer: Answer,
    { state, reason, headers = [] }: Exclude<Settlement, { state: 'settled' }>,
  ): Promise<never> {
    if (state === 'refused') {
      await giveBack(call)
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
    const body = await readOut(answer.body.chunks, tool.deadlineMs)
    const reply = body && pack({ status: 200, headers: [], body })
    if (reply) await payments.keep(proof, id, reply, host.now())
  }

  /** A payment that cannot be marked now is looked for when its lease ends. */
  async function pend(proof: string): Promise<void> {
    await payments.pend(proof, host.now() + LOOK_SOON_MS, host.now()).catch(() => false)
  }

  async function giveBack({ id, tool, authorization }: PaidCall): Promise<void> {
    await till.release(authorization)
    const { proof } = authorization
    if (proof !== null) await payments.fail(proof, id, host.now())
    const reserved = till.isOutside(authorization) ? doersOf(tool) : []
    if (reserved.length > 0) await host.db.batch(reserved.map(({ forgo }) => forgo(id)))
  }

  return { deliver, giveBack }
}

interface Found {
  readonly answer: Answer
  /** What it costs, at most what was quoted. */
  readonly cost: Usd
}

/** A tool with less time, where the payment does not last as long as the tool may take. */
function hurried(tool: Tool, answerBy: number | undefined, now: number): Tool {
  if (answerBy === undefined) return tool
  return { ...tool, deadlineMs: Math.min(tool.deadlineMs, Math.max(0, answerBy - now)) }
}
