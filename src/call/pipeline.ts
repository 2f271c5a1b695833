import type { Catalog } from '../catalog/catalog.ts'
import type { CallReply, CallRequest, HeaderPair, ReplyBody } from '../core/call.ts'
import { Fault } from '../core/fault.ts'
import { priceOf, type Tool } from '../core/tool.ts'
import type { Authorization, Credential, Quote, Settlement } from '../payments/rail.ts'
import type { Till } from '../payments/till.ts'
import type { IdempotencyStore } from '../stores/idempotency.ts'
import type { PaymentStore } from '../stores/payments.ts'
import type { CloseBooks } from './books.ts'
import { beginOnce, digestOfRequest, idempotencyKey } from './idempotency.ts'
import { parseInput, rawInput } from './input.ts'
import type { Jobs } from './jobs.ts'
import type { CallEntry, Journal } from './journal.ts'
import { claimProof } from './ledger.ts'
import type { Limit } from './limits.ts'
import type { AlsoClosing, PaidCall } from './paid.ts'
import type { Reconciler } from './reconcile.ts'
import { bodyOf, firstInHand, methodNotAllowed, pack, replyFault } from './reply.ts'
import { assertConfigured, runTool, type Running } from './run.ts'

export interface Pipeline {
  /** Never throws: whatever happens to a call, it gets a reply. */
  handle(request: CallRequest): Promise<CallReply>
}

export interface Parts {
  readonly catalog: Pick<Catalog, 'byPath'>
  readonly till: Till
  readonly payments: PaymentStore
  readonly idempotency: IdempotencyStore
  readonly closeBooks: CloseBooks
  readonly jobs: Jobs
  readonly reconciler: Pick<Reconciler, 'resolve'>
  readonly running: Running
  readonly journal: Journal
  /** Refused payments per client. */
  readonly refusals: Limit
}

const LOOK_SOON_MS = 2_000

/** The order of a paid call stands here and nowhere else. */
export function createPipeline(parts: Parts): Pipeline {
  const { till, payments, idempotency, jobs, running, journal } = parts
  const { host } = running

  async function handle(request: CallRequest): Promise<CallReply> {
    const entry = journal.begin(request)
    const reply = await answer(request, entry).catch((thrown: unknown) =>
      refuse(thrown, request, entry),
    )
    journal.end(entry, reply.status)
    return reply
  }

  async function answer(request: CallRequest, entry: CallEntry): Promise<CallReply> {
    const tool = toolAt(parts.catalog, request)
    entry.slug = tool.slug
    assertConfigured(tool, host)
    const credential = request.method === 'HEAD' ? null : till.claim(request)
    if (!credential) return unpaid(await quoteFor(tool, request), entry)
    entry.rail = credential.rail
    await parts.refusals.assert(request.client)
    const key = await idempotencyKey(request, credential)
    if (!key) return paid({ request, tool, credential, key }, entry)
    const kept = await beginOnce(idempotency, { key, callId: entry.id, tool, now: host.now() })
    if (kept) return replay(kept, credential, entry)
    try {
      return await paid({ request, tool, credential, key }, entry)
    } finally {
      if (entry.outcome !== 'accepted') await idempotency.abandon(key, entry.id)
    }
  }

  function unpaid(quote: Quote, entry: CallEntry): CallReply {
    entry.amount = quote.amount
    entry.outcome = 'quoted'
    const { headers, text } = till.challenge(quote)
    return { status: 402, headers, body: { kind: 'json', text } }
  }

  async function replay(
    kept: CallReply,
    credential: Credential,
    entry: CallEntry,
  ): Promise<CallReply> {
    entry.outcome = 'replayed'
    return { ...kept, headers: [...kept.headers, ...(await till.account(credential))] }
  }

  async function paid(
    { request, tool, credential, key }: Presented,
    entry: CallEntry,
  ): Promise<CallReply> {
    const input = parseInput(tool, await rawInput(tool, request))
    const quote = { tool, amount: priceOf(tool, input.value) }
    entry.amount = quote.amount
    till.inspect(credential, quote)
    const asked = await digestOfRequest(request)
    const now = host.now()
    const kept = await claimProof(payments, {
      credential,
      tool,
      callId: entry.id,
      asked,
      now,
      resolve: (payment) => parts.reconciler.resolve(payment),
    })
    if (kept) return replay(kept, credential, entry)
    const authorization = await verified(credential, quote, entry.id)
    const call = { id: entry.id, tool, input, credential, authorization, idempotencyKey: key }
    if (tool.spec.pace === 'slow' && prefersAsync(request)) {
      entry.outcome = 'accepted'
      return jobs.accept(call, request.client, { deliver, giveBack })
    }
    const reply = await deliver(call, request.signal, () => [])
    entry.outcome = 'settled'
    return reply
  }

  async function verified(
    credential: Credential,
    quote: Quote,
    callId: string,
  ): Promise<Authorization> {
    const { proof } = credential
    try {
      const authorization = await till.verify(credential, quote)
      if (proof !== null && till.isOutside(authorization)) {
        const { amount, payer } = authorization
        await payments.verify(proof, callId, { payer: payer.wallet, amount }, host.now())
      }
      return authorization
    } catch (thrown) {
      await releaseProof(proof, callId)
      throw thrown
    }
  }

  /** Runs, settles, closes the books. Throws with the payment given back, or does not throw. */
  async function deliver(
    call: PaidCall,
    signal: AbortSignal,
    also: AlsoClosing,
  ): Promise<CallReply> {
    const { tool, input, authorization } = call
    const body = await (async () => {
      const output = await runTool(tool, input.value, authorization.payer, running, signal)
      if (signal.aborted) throw new Fault('caller_gone', 'The caller hung up.')
      return firstInHand(bodyOf(output, input.ignored))
    })().catch(async (thrown: unknown) => {
      await giveBack(call)
      throw thrown
    })
    await keepAnswer(call, body)
    const settlement = await till.settle(authorization)
    if (settlement.state !== 'settled') return unsettled(call, settlement)
    const reply: CallReply = { status: 200, headers: settlement.headers, body }
    const closed = await parts.closeBooks({
      ...call,
      callId: call.id,
      settlement,
      reply,
      also: also(reply),
    })
    if (!closed) return unsettled(call, { state: 'refused', reason: 'the reservation has ended' })
    return { ...reply, headers: [...reply.headers, ...(await till.account(call.credential))] }
  }

  /** Money that leaves the house may be lost from sight, and the answer with it, were it not kept. */
  async function keepAnswer({ id, authorization }: PaidCall, body: ReplyBody): Promise<void> {
    const { proof } = authorization
    if (proof === null || !till.isOutside(authorization)) return
    const reply = pack({ status: 200, headers: [], body })
    const data = JSON.stringify(authorization)
    if (await payments.deliver(proof, id, { reply, data }, host.now())) return
    throw new Error('another call holds this payment')
  }

  /** A refused settlement frees the proof; an unknown one keeps it, until somebody knows. */
  async function unsettled(
    call: PaidCall,
    { state, reason, headers = [] }: Exclude<Settlement, { state: 'settled' }>,
  ): Promise<never> {
    if (state === 'refused') {
      await giveBack(call)
      throw new Fault('settlement_failed', `Settlement refused: ${reason}.`, { headers })
    }
    const { proof } = call.authorization
    if (proof !== null) await payments.pend(proof, host.now() + LOOK_SOON_MS, host.now())
    throw new Fault('settlement_unknown', `Settlement unknown: ${reason}.`, {
      headers,
      retryAfterSeconds: LOOK_SOON_MS / 1000,
    })
  }

  async function giveBack({ id, authorization }: PaidCall): Promise<void> {
    await till.release(authorization)
    await releaseProof(authorization.proof, id)
  }

  async function releaseProof(proof: string | null, callId: string): Promise<void> {
    if (proof !== null) await payments.fail(proof, callId, host.now())
  }

  /** Every refusal of a payment carries a fresh quote; a payment that may have moved is no refusal. */
  async function refuse(
    thrown: unknown,
    request: CallRequest,
    entry: CallEntry,
  ): Promise<CallReply> {
    const fault = Fault.from(thrown)
    entry.cause = fault.code === 'internal' ? fault.cause : fault.code
    entry.outcome = fault.status === 402 ? 'refused' : 'failed'
    if (fault.status !== 402 || fault.code === 'settlement_unknown') return replyFault(fault)
    await parts.refusals.take(request.client).catch(() => {})
    const tool = toolAt(parts.catalog, request)
    const quote = { tool, amount: entry.amount ?? tool.price }
    const { headers, text } = till.challenge(quote, fault.message)
    if (fault.detail.body) return replyFault(fault, headers)
    const all: HeaderPair[] = [...headers, ...(fault.detail.headers ?? [])]
    return { status: 402, headers: all, body: { kind: 'json', text } }
  }

  return { handle }
}

interface Presented {
  readonly request: CallRequest
  readonly tool: Tool
  readonly credential: Credential
  readonly key: string | null
}

function toolAt(catalog: Pick<Catalog, 'byPath'>, { method, path }: CallRequest): Tool {
  const here = catalog.byPath(path)
  if (!here)
    throw new Fault('not_found', `There is no tool at ${path}. Find one at /api/find?q=...`)
  const tool = here.get(method === 'HEAD' ? 'GET' : method)
  if (tool) return tool
  throw methodNotAllowed(path, method, [...here.keys()])
}

/** A price that hangs on the request is quoted from it where it can be read, else from the list. */
async function quoteFor(tool: Tool, request: CallRequest): Promise<Quote> {
  if (typeof tool.spec.price === 'string') return { tool, amount: tool.price }
  try {
    const { value } = parseInput(tool, await rawInput(tool, request))
    return { tool, amount: priceOf(tool, value) }
  } catch (thrown) {
    if (thrown instanceof Fault) return { tool, amount: tool.price }
    throw thrown
  }
}

const prefersAsync = (request: CallRequest): boolean =>
  (request.header('prefer') ?? '').split(',').some((choice) => choice.trim() === 'respond-async')
