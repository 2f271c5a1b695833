import type { Catalog } from '../catalog/catalog.ts'
import type { CallContext, Sender } from '../core/capability.ts'
import { json, type CallReply, type CallRequest } from '../core/call.ts'
import { Fault, type FaultCode } from '../core/fault.ts'
import { KB } from '../lib/fields.ts'
import { usdOf, type Usd } from '../core/money.ts'
import { priceOf, type Tool } from '../core/tool.ts'
import type { Authorization, Credential, Quote } from '../payments/rail.ts'
import type { PaymentRequest, Till } from '../payments/till.ts'
import type { IdempotencyStore } from '../stores/idempotency.ts'
import type { PaymentStore } from '../stores/payments.ts'
import { withAccount } from './account.ts'
import type { Delivery } from './delivery.ts'
import { beginOnce, digestOfRequest, idempotencyKey } from './idempotency.ts'
import type { ParsedInput } from './input.ts'
import { readInput } from './input-read.ts'
import type { Jobs } from './jobs.ts'
import type { CallEntry, CallLog } from './call-log.ts'
import { claimProof, recallProof, type Claiming } from './proof-claims.ts'
import type { CallLimits } from './call-limits.ts'
import { payerOf } from './strain.ts'
import type { Reconciler } from './reconcile.ts'
import { methodNotAllowed, replyFault } from './reply.ts'
import { assertConfigured, type Running } from './run.ts'

export interface Pipeline {
  /** Never throws: whatever happens to a call, it gets a reply. */
  handle(request: CallRequest): Promise<CallReply>
}

export interface Parts {
  readonly till: Till
  readonly payments: PaymentStore
  readonly running: Running
  readonly delivery: Delivery
  readonly catalog: Pick<Catalog, 'byPath'>
  readonly idempotency: IdempotencyStore
  readonly jobs: Jobs
  readonly reconciler: Pick<Reconciler, 'resolve'>
  readonly callLog: CallLog
  readonly limits: CallLimits
}

/** A body of this size is read before anybody looks at who pays. */
const UNSCREENED_BYTES = 64 * KB

/** A payment whose time is over may have bought an answer before. */
const LATE: ReadonlySet<FaultCode> = new Set(['payment_unusable', 'payment_expired'])

/** Nobody asks for the answer itself, so that no tool is run for it. */
const NOTHING_ASKED: CallReply = { status: 200, headers: [], body: json({}) }

/** The way of a call to its payment; the way from there to its answer is `delivery.ts`. */
export function createPipeline(parts: Parts): Pipeline {
  const { till, payments, idempotency, jobs, callLog, delivery, limits } = parts
  const { host } = parts.running

  async function handle(request: CallRequest): Promise<CallReply> {
    const entry = callLog.begin(request)
    const reply = await answer(request, entry).catch(async (thrown: unknown) =>
      withAccount(till, await refuse(thrown, request, entry), entry.credential),
    )
    callLog.end(entry, reply.status)
    return reply
  }

  async function answer(request: CallRequest, entry: CallEntry): Promise<CallReply> {
    const tool = toolAt(parts.catalog, request)
    entry.slug = tool.slug
    assertConfigured(tool)
    const isHead = request.method === 'HEAD'
    if (isHead && till.isFree) {
      entry.outcome = 'quoted'
      return NOTHING_ASKED
    }
    const credential = isHead ? null : till.claim(request)
    if (!credential) {
      await limits.quotes.take(request.client)
      return unpaid(await quoteFor(tool, request, parts.running), entry)
    }
    entry.rail = credential.rail
    entry.credential = credential
    await screen({ request, tool, credential })
    const key = await idempotencyKey(request, credential)
    if (!key) return paid({ request, tool, credential, key }, entry)
    const kept = await beginOnce(idempotency, { key, callId: entry.id, tool, now: host.now() })
    if (kept) return replay(kept, credential, entry)
    try {
      return await paid({ request, tool, credential, key }, entry)
    } finally {
      if (entry.outcome !== 'accepted') await releaseKey(key, entry.id)
    }
  }

  /** A key that cannot be given up now ends by itself: that is no reason to lose the reply. */
  async function releaseKey(key: string, callId: string): Promise<void> {
    await idempotency.abandon(key, callId).catch(() => false)
  }

  function unpaid(quote: Quote, entry: CallEntry): CallReply {
    entry.amount = quote.amount
    entry.outcome = 'quoted'
    return paymentRequired(till.challenge(quote))
  }

  async function replay(
    kept: CallReply,
    credential: Credential,
    entry: CallEntry,
  ): Promise<CallReply> {
    entry.outcome = 'replayed'
    return withAccount(till, kept, credential)
  }

  async function paid(
    { request, tool, credential, key }: Presented,
    entry: CallEntry,
  ): Promise<CallReply> {
    const read = await readInput(tool, request, parts.running, contextOf(request))
    const input = unread(read, credential)
    const quote = { tool, amount: priceOf(tool, input.value) }
    entry.amount = quote.amount
    const { kept, good } = await answered(quote, {
      credential,
      tool,
      callId: entry.id,
      client: request.client,
      asked: await digestOfRequest(request),
      now: host.now(),
      resolve: (payment) => parts.reconciler.resolve(payment),
    })
    if (kept) return replay(kept, credential, entry)
    const authorization = await verified(credential, quote, good, request)
    const sender = await senderOf(request.client, credential, authorization, entry.id)
    const charged = (amount: Usd): void => void (entry.amount = amount)
    const call = {
      id: entry.id,
      transport: request.transport ?? 'http',
      tool,
      input,
      credential,
      authorization,
      idempotencyKey: key,
      sender,
      charged,
    }
    if (tool.spec.pace === 'slow' && prefersAsync(request)) {
      const accepted = await jobs.accept(call, request.client)
      entry.outcome = 'accepted'
      return accepted
    }
    const reply = await delivery.deliver(call, request.signal, () => [])
    entry.outcome = 'settled'
    return reply
  }

  /** The answer that this payment has bought before; null when it is this call's to use. */
  async function answered(quote: Quote, claiming: Claiming): Promise<Answered> {
    let good: unknown
    try {
      good = till.inspect(claiming.credential, quote)
    } catch (thrown) {
      const isLate = thrown instanceof Fault && LATE.has(thrown.code)
      const kept = isLate ? await recallProof(payments, claiming) : null
      if (kept) return { kept, good }
      throw thrown
    }
    return { kept: await claimProof(payments, claiming), good }
  }

  async function verified(
    credential: Credential,
    quote: Quote,
    good: unknown,
    request: CallRequest,
  ): Promise<Authorization> {
    try {
      return await limits.verified(contextOf(request), () => till.verify(credential, quote, good))
    } catch (thrown) {
      if (credential.proof !== null) await payments.fail(credential.proof, request.id, host.now())
      throw thrown
    }
  }

  /** A payer who has had too much done for nothing gets its payment back, and waits. */
  async function senderOf(
    client: string,
    credential: Credential,
    authorization: Authorization,
    callId: string,
  ): Promise<Sender> {
    try {
      return await limits.strain.senderOf(client, payerOf(credential, authorization))
    } catch (thrown) {
      await till.release(authorization)
      const { proof } = authorization
      if (proof !== null) await payments.fail(proof, callId, host.now())
      throw thrown
    }
  }

  /** A large body is read only for a credential that may pay. */
  async function screen({ request, tool, credential }: Omit<Presented, 'key'>): Promise<void> {
    const length = Number(request.header('content-length') ?? Infinity)
    if (tool.method === 'GET' || length <= UNSCREENED_BYTES) return
    await till.screen(credential)
    if (typeof tool.spec.price !== 'string') return
    try {
      till.inspect(credential, { tool, amount: tool.price })
    } catch (thrown) {
      const mayBeKept = thrown instanceof Fault && LATE.has(thrown.code) && credential.proof
      if (!mayBeKept) throw thrown
    }
  }

  /**
   * Every refusal of a payment carries a fresh quote; a payment that may have moved is no refusal.
   */
  async function refuse(
    thrown: unknown,
    request: CallRequest,
    entry: CallEntry,
  ): Promise<CallReply> {
    const fault = Fault.from(thrown)
    entry.cause = fault.code === 'internal' ? fault.cause : fault.code
    entry.outcome = fault.status === 402 ? 'refused' : 'failed'
    const tooMany = await limits.counted(fault, request.client)
    if (tooMany) return replyFault(tooMany)
    if (fault.status !== 402 || fault.code === 'settlement_unknown') return replyFault(fault)
    const tool = toolAt(parts.catalog, request)
    const amount = entry.amount ?? tool.price
    const quote = { tool, amount, accept: request.header('accept-payment') }
    const { problem: type = 'verification-failed', body, headers = [] } = fault.detail
    const asked = till.challenge(quote, { type, detail: fault.message })
    const { challenges } = asked
    if (body) return { ...replyFault(fault, asked.headers), challenges }
    return paymentRequired({ ...asked, headers: [...asked.headers, ...headers] })
  }

  return { handle }
}

const paymentRequired = ({ headers, text, challenges }: PaymentRequest): CallReply => ({
  status: 402,
  headers,
  body: { kind: 'json', text },
  challenges,
})

interface Answered {
  readonly kept: CallReply | null
  readonly good: unknown
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

/** A call of which nobody knows yet who pays. */
const contextOf = ({ id, signal, client, transport = 'http' }: CallRequest): CallContext => ({
  id,
  transport,
  payer: { rail: 'none', wallet: null },
  budget: usdOf(0),
  signal,
  sender: { client, payer: null },
})

/** A price that hangs on the request is quoted from it where it can be read, else from the list. */
async function quoteFor(tool: Tool, request: CallRequest, running: Running): Promise<Quote> {
  const accept = request.header('accept-payment')
  if (typeof tool.spec.price === 'string') return { tool, amount: tool.price, accept }
  try {
    const { value } = await readInput(tool, request, running, contextOf(request))
    return { tool, amount: priceOf(tool, value), accept }
  } catch (thrown) {
    if (thrown instanceof Fault) return { tool, amount: tool.price, accept }
    throw thrown
  }
}

/** What the payment was read from was not sent in vain. */
const unread = ({ value, ignored }: ParsedInput, { reads = [] }: Credential): ParsedInput => ({
  value,
  ignored: ignored.filter((name) => !reads.includes(name)),
})

/** A preference may have parameters, as in `respond-async; wait=5`. */
const prefersAsync = (request: CallRequest): boolean =>
  (request.header('prefer') ?? '')
    .split(',')
    .some((preference) => /^\s*respond-async\s*(;|=|$)/i.test(preference))
