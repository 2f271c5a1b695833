import type { Catalog } from '../catalog/catalog.ts'
import { json, type CallReply, type CallRequest } from '../../base/core/call.ts'
import { Fault } from '../../base/core/fault.ts'
import { usdOf } from '../../base/core/money.ts'
import type { Wallet } from '../../base/core/payment.ts'
import { isListed, type Tool } from '../../base/core/tool.ts'
import type { Credential, Quote } from '../payments/rail.ts'
import type { Till } from '../payments/till.ts'
import type { IdempotencyStore } from '../../stores/idempotency.ts'
import type { PaymentStore } from '../../stores/payments.ts'
import { withAccount } from './account.ts'
import { markCall, unpaidContext, type Call, type PaidCall, type PresentedCall } from './call.ts'
import type { CallLimits } from './call-limits.ts'
import type { CallLog } from './call-log.ts'
import type { Delivery } from './delivery.ts'
import {
  digestOf,
  REPLAYED,
  type CallKey,
  type KeptAnswer,
  type KeyedCalls,
} from './idempotency.ts'
import type { ParsedInput } from './input.ts'
import { readInput } from './input-read.ts'
import type { Jobs } from './jobs.ts'
import type { KeepAlive } from './keep-alive.ts'
import { createPaymentChecks, type Inspection } from './payment-checks.ts'
import { workUsed, type ProofClaims } from './proof-claims.ts'
import { isQuoted, notSetUp, priceOf, quoteFor } from './quote.ts'
import type { Reconciler } from './reconcile.ts'
import { bodyOf, methodNotAllowed, shownPath } from './reply.ts'
import { createRefusals, paymentRequired, shapedRefusal } from './refusals.ts'
import { RESUME_HEADER, resumed } from './resume.ts'
import { runTool, type Running } from './run.ts'
import type { UnpaidBudget } from './unpaid-budget.ts'
import type { UnsoldPayments } from './unsold.ts'

export interface Pipeline {
  /** Request headers that bring payments, in small letters. */
  readonly paymentHeaders: readonly string[]
  /**
   * Whether a client had too many refused calls lately: its requests get no priority under load.
   */
  isPastRefusals(client: string): boolean
  readonly unpaidBudget: UnpaidBudget
  /** Never throws: every call gets a reply, and most unpaid ones get theirs at once. */
  handle(request: CallRequest): Promise<CallReply> | CallReply
}

export interface PipelineParts {
  readonly catalog: Pick<Catalog, 'byPath'>
  readonly till: Till
  readonly payments: PaymentStore
  readonly idempotency: IdempotencyStore
  readonly keyedCalls: KeyedCalls
  readonly proofClaims: ProofClaims
  readonly keepAlive: Pick<KeepAlive, 'hold'>
  readonly reconciler: Pick<Reconciler, 'resolve'>
  readonly delivery: Delivery
  readonly jobs: Jobs
  readonly unsold: UnsoldPayments
  readonly running: Running
  readonly callLog: CallLog
  readonly limits: CallLimits
}

/** HEAD has no body, so the tool does not run. */
const NOTHING_ASKED: CallReply = { status: 200, headers: [], body: json({}) }

/** A call up to its payment; `delivery.ts` does the rest. */
export function createPipeline(parts: PipelineParts): Pipeline {
  const { till, keyedCalls, proofClaims, jobs, callLog, delivery, limits } = parts
  const { host } = parts.running
  const { screen, inspect, verify, provePayer } = createPaymentChecks({ ...parts, now: host.now })
  const refuse = createRefusals({ till, limits })

  function handle(request: CallRequest): Promise<CallReply> | CallReply {
    const call = callLog.begin(request)
    const end = (reply: CallReply): CallReply => {
      callLog.end(call, reply.status)
      return reply.status < 400 ? reply : shapedRefusal(reply, call.tool, request)
    }
    const endRefused = async (thrown: unknown): Promise<CallReply> =>
      end(await withAccount(till, await refuse(thrown, call, request), call.account))
    try {
      const reply = answer(call, request)
      return reply instanceof Promise ? reply.then(end, endRefused) : end(reply)
    } catch (thrown) {
      return endRefused(thrown)
    }
  }

  function answer(call: Call, request: CallRequest): Promise<CallReply> | CallReply {
    const tool = toolAt(parts.catalog, request)
    call.tool = tool
    if (!isQuoted(tool, request)) return refuseUnset(tool, request)
    const isHead = request.method === 'HEAD'
    if (isHead && till.isFree) {
      call.outcome = 'quoted'
      return NOTHING_ASKED
    }
    const token = isHead ? undefined : request.header(RESUME_HEADER)
    const credential = isHead || token !== undefined ? null : till.claim(request)
    if (tool.unavailable !== undefined && (token !== undefined || credential))
      return refuseUnset(tool, request)
    if (token !== undefined) return resume(call, tool, request, token)
    if (!credential) {
      limits.unpaidBudget.quote(request.client)
      return askPayment(call, tool, request)
    }
    const { rail, payer } = credential
    const account = { rail, payer }
    call.account = account
    const digest = digestOf(request)
    const presented = Object.assign(call, { tool, account, request, credential, digest })
    return credential.spentWhenPresented ? spend(presented) : sell(presented)
  }

  /** What is not set up here is refused; the faults of the input are told first. */
  async function refuseUnset(tool: Tool, request: CallRequest): Promise<never> {
    const hasInput = !tool.switchedOff && request.header(RESUME_HEADER) === undefined
    if (hasInput && request.method !== 'HEAD')
      await readInput(tool, request, parts.running, unpaidContext(request))
    throw new Fault('not_configured', tool.unavailable ?? 'It is not set up.')
  }

  /** The price, for a call that brings no payment. */
  function askPayment(
    call: Call,
    tool: Tool,
    request: CallRequest,
  ): Promise<CallReply> | CallReply {
    const quote = quoteFor(tool, request, parts.running)
    if (quote instanceof Promise) return quote.then((read) => tellPrice(read, call))
    return tellPrice(quote, call)
  }

  function tellPrice(quote: Quote, call: Call): CallReply {
    call.amount = quote.amount
    call.outcome = 'quoted'
    return paymentRequired(till.challenge(quote, notSetUp(quote.tool)))
  }

  /** The answer for a resume token: its buyer was told that the settlement is unknown. */
  async function resume(
    call: Call,
    tool: Tool,
    request: CallRequest,
    token: string,
  ): Promise<CallReply> {
    const { resolve } = parts.reconciler
    const reply = await resumed(
      { id: call.id, tool, digest: digestOf(request), token },
      {
        ...parts,
        resolve,
        now: host.now,
        async again({ rail, payer: wallet, amount }) {
          const unknown = unpaidContext(request)
          const { value, ignored } = await readInput(tool, request, parts.running, unknown)
          const payer = { rail, wallet: wallet as Wallet | null }
          const context = { ...unknown, payer, budget: usdOf(amount) }
          const output = await runTool(tool, value, context, parts.running)
          return { status: 200, headers: [REPLAYED], body: bodyOf(output, ignored) }
        },
      },
    )
    call.outcome = 'replayed'
    return reply
  }

  function replay({ reply }: KeptAnswer, call: PresentedCall): Promise<CallReply> {
    call.outcome = 'replayed'
    return withAccount(till, reply, call.account)
  }

  /** Uses up a credential that is spent when presented, whatever the result of the call. */
  async function spend(call: PresentedCall): Promise<CallReply> {
    const { tool, credential } = call
    const good = till.inspect(credential, { tool, amount: tool.price })
    if (await proofClaims.spend(call))
      return sell(call, isListed(tool) ? { good, late: null } : null)
    const key = await keyOf(call)
    const kept = key === null ? null : await keyedCalls.find(key)
    if (kept) return replay(kept, call)
    throw workUsed()
  }

  const keyOf = ({ request, credential, digest }: PresentedCall): Promise<CallKey | null> =>
    keyedCalls.keyOf(request, credential, digest)

  /** Sells a call that has brought a payment, or replays what that payment has bought. */
  async function sell(
    call: PresentedCall,
    inspected: Inspection | null = null,
  ): Promise<CallReply> {
    const { tool, credential, request } = call
    await screen(call)
    // A bad payment is refused before the body is read.
    const listed = { tool, amount: tool.price }
    const early = inspected ?? (isListed(tool) ? inspect(credential, listed) : null)
    const key = await keyOf(call)
    const kept = key === null ? null : await keyedCalls.find(key)
    const unknown = unpaidContext(request)
    const input = withoutRead(await readInput(tool, request, parts.running, unknown), credential)
    const amount = await priceOf(tool, input.value, unknown, parts.running)
    const quote = { tool, amount }
    call.amount = quote.amount
    markCall(call, 'quoted')
    const inspection = early ?? inspect(credential, quote)
    if (kept) {
      await provePayer(call, quote, { inspection, paidBy: kept.proof })
      return replay(kept, call)
    }
    if (inspection.late) {
      await proofClaims.assertUnused(credential.proof)
      throw inspection.late
    }
    if (!credential.spentWhenPresented) await proofClaims.take(call)
    const { proof } = credential
    const idempotencyKey = key?.name ?? null
    const letGo = parts.keepAlive.hold({ callId: call.id, proof, idempotencyKey })
    try {
      const paying = await verify(call, quote, inspection.good).catch(async (thrown: unknown) => {
        // The first call under the key may hold the money that this payment lacks.
        if (key !== null) await keyedCalls.find(key)
        throw thrown
      })
      const found = { tool, input, ...paying, idempotencyKey }
      return await runKeyed(Object.assign(call, found), request)
    } finally {
      letGo()
    }
  }

  /** Runs a call under the key of its buyer, if it has one. */
  async function runKeyed(call: PaidCall, request: CallRequest): Promise<CallReply> {
    const { id, idempotencyKey: key, authorization } = call
    if (key === null) return deliver(call, request)
    await keyedCalls.begin(key, id, authorization.proof).catch(async (thrown: unknown) => {
      await delivery.releasePayment(call)
      throw thrown
    })
    try {
      const reply = await deliver(call, request)
      // A stream, or an answer that is too large, is not kept: the key may buy again.
      if (call.outcome !== 'accepted') await keyedCalls.abandon(key, id)
      return reply
    } catch (thrown) {
      const isUnknown = thrown instanceof Fault && thrown.code === 'settlement_unknown'
      await (isUnknown ? keyedCalls.orphan(key, id) : keyedCalls.abandon(key, id))
      throw thrown
    }
  }

  /** At once, or as a job. */
  async function deliver(call: PaidCall, request: CallRequest): Promise<CallReply> {
    if (call.tool.spec.pace === 'slow' && prefersAsync(request)) {
      const accepted = await jobs.accept(call, request.client)
      call.outcome = 'accepted'
      return withAccount(till, accepted, call.account)
    }
    const reply = await delivery.deliver(call, request.signal)
    call.outcome = 'settled'
    return reply
  }

  const { isPastRefusals, unpaidBudget } = limits
  return { paymentHeaders: till.paymentHeaders, isPastRefusals, unpaidBudget, handle }
}

function toolAt(catalog: Pick<Catalog, 'byPath'>, { method, path }: CallRequest): Tool {
  const here = catalog.byPath(path)
  if (!here)
    throw new Fault(
      'not_found',
      `There is no tool at ${shownPath(path)}. Find one at /api/find?q=...`,
    )
  const tool = here.get(method === 'HEAD' ? 'GET' : method)
  if (tool) return tool
  throw methodNotAllowed(path, method, [...here.keys()])
}

/** Fields that the payment was read from are not reported as ignored. */
const withoutRead = ({ value, ignored }: ParsedInput, { reads = [] }: Credential): ParsedInput => ({
  value,
  ignored: ignored.filter((name) => !reads.includes(name)),
})

/** A preference may have parameters, as in `respond-async; wait=5`. */
const prefersAsync = (request: CallRequest): boolean =>
  (request.header('prefer') ?? '')
    .split(',')
    .some((preference) => /^\s*respond-async\s*(;|=|$)/i.test(preference))
