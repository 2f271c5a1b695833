import type { Catalog } from '../catalog/catalog.ts'
import { json, type CallReply, type CallRequest, type HeaderPair } from '../core/call.ts'
import { Fault, type FaultCode } from '../core/fault.ts'
import type { Usd } from '../core/money.ts'
import { costOf, priceOf, type Tool } from '../core/tool.ts'
import type { Authorization, Credential, Quote, Settlement } from '../payments/rail.ts'
import type { Till } from '../payments/till.ts'
import type { IdempotencyStore } from '../stores/idempotency.ts'
import type { PaymentStore } from '../stores/payments.ts'
import { answerOf, doerOf, doersOf, type Answer } from './answer.ts'
import type { CloseBooks, Sold } from './books.ts'
import { beginOnce, digestOfRequest, idempotencyKey } from './idempotency.ts'
import { parseInput, rawInput, type ParsedInput } from './input.ts'
import type { Jobs } from './jobs.ts'
import type { CallEntry, Journal } from './journal.ts'
import { claimProof, recallProof, type Claiming } from './ledger.ts'
import type { Limit } from './limits.ts'
import type { AlsoClosing, PaidCall } from './paid.ts'
import type { Reconciler, Underway } from './reconcile.ts'
import { methodNotAllowed, pack, readOut, replyFault } from './reply.ts'
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
/** Until the payment itself says that its money is on its way. */
const RESERVED_MS = 60_000
/** A payment whose time is over may have bought an answer before. */
const LATE: ReadonlySet<FaultCode> = new Set(['payment_unusable', 'payment_expired'])

const ENDED = { state: 'refused', reason: 'the reservation has ended' } as const
const UNBOOKED = {
  state: 'unknown',
  reason: 'it is not booked yet; send the same payment again',
} as const

/** Nobody asks for the answer itself, so that no tool is run for it. */
const NOTHING_ASKED: CallReply = { status: 200, headers: [], body: json({}) }

/** The order of a paid call stands here and nowhere else. */
export function createPipeline(parts: Parts): Pipeline {
  const { till, payments, idempotency, jobs, running, journal } = parts
  const { host } = running

  async function handle(request: CallRequest): Promise<CallReply> {
    const entry = journal.begin(request)
    const reply = await answer(request, entry).catch(async (thrown: unknown) =>
      withAccount(await refuse(thrown, request, entry), entry.credential),
    )
    journal.end(entry, reply.status)
    return reply
  }

  async function answer(request: CallRequest, entry: CallEntry): Promise<CallReply> {
    const tool = toolAt(parts.catalog, request)
    entry.slug = tool.slug
    assertConfigured(tool, host)
    const isHead = request.method === 'HEAD'
    if (isHead && till.isFree) {
      entry.outcome = 'quoted'
      return NOTHING_ASKED
    }
    const credential = isHead ? null : till.claim(request)
    if (!credential) return unpaid(await quoteFor(tool, request), entry)
    entry.rail = credential.rail
    entry.credential = credential
    await parts.refusals.assert(request.client)
    const key = await idempotencyKey(request, credential)
    if (!key) return paid({ request, tool, credential, key }, entry)
    const kept = await beginOnce(idempotency, { key, callId: entry.id, tool, now: host.now() })
    if (kept) return replay(kept, credential, entry)
    try {
      return await paid({ request, tool, credential, key }, entry)
    } finally {
      if (entry.outcome !== 'accepted') await forsake(key, entry.id)
    }
  }

  /** A key that cannot be given up now ends by itself: that is no reason to lose the reply. */
  async function forsake(key: string, callId: string): Promise<void> {
    await idempotency.abandon(key, callId).catch(() => false)
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
    return withAccount(kept, credential)
  }

  async function paid(
    { request, tool, credential, key }: Presented,
    entry: CallEntry,
  ): Promise<CallReply> {
    const input = unread(parseInput(tool, await rawInput(tool, request)), credential)
    const quote = { tool, amount: priceOf(tool, input.value) }
    entry.amount = quote.amount
    const kept = await answered(quote, {
      credential,
      tool,
      callId: entry.id,
      client: request.client,
      asked: await digestOfRequest(request),
      now: host.now(),
      resolve: (payment) => parts.reconciler.resolve(payment),
    })
    if (kept) return replay(kept, credential, entry)
    const authorization = await verified(credential, quote, entry.id)
    const charged = (amount: Usd): void => void (entry.amount = amount)
    const call = {
      id: entry.id,
      tool,
      input,
      credential,
      authorization,
      idempotencyKey: key,
      charged,
    }
    if (tool.spec.pace === 'slow' && prefersAsync(request)) {
      const accepted = await jobs.accept(call, request.client, { deliver, giveBack })
      entry.outcome = 'accepted'
      return accepted
    }
    const reply = await deliver(call, request.signal, () => [])
    entry.outcome = 'settled'
    return reply
  }

  /** The answer that this payment has bought before; null when it is this call's to use. */
  async function answered(quote: Quote, claiming: Claiming): Promise<CallReply | null> {
    try {
      till.inspect(claiming.credential, quote)
    } catch (thrown) {
      const isLate = thrown instanceof Fault && LATE.has(thrown.code)
      const kept = isLate ? await recallProof(payments, claiming) : null
      if (kept) return kept
      throw thrown
    }
    return claimProof(payments, claiming)
  }

  async function verified(
    credential: Credential,
    quote: Quote,
    callId: string,
  ): Promise<Authorization> {
    try {
      return await till.verify(credential, quote)
    } catch (thrown) {
      await releaseProof(credential.proof, callId)
      throw thrown
    }
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

  /** Runs, settles, closes the books. Throws with the payment given back, or does not throw. */
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
      return withAccount(reply, call.credential)
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
    const closing = parts.closeBooks(sold)
    if (till.isOutside(sold.authorization)) return closing.catch(() => null)
    return closing.catch(async (thrown: unknown) => {
      if (thrown instanceof Fault) await giveBack(call)
      throw thrown
    })
  }

  /** What is told of the account beside an answer may not cost the answer. */
  async function withAccount(reply: CallReply, credential: Credential | null): Promise<CallReply> {
    if (!credential) return reply
    const account = await till.account(credential).catch(() => [])
    return { ...reply, headers: [...reply.headers, ...account] }
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
    await releaseProof(authorization.proof, id)
    const reserved = till.isOutside(authorization) ? doersOf(tool) : []
    if (reserved.length > 0) await host.db.batch(reserved.map(({ forgo }) => forgo(id)))
  }

  async function releaseProof(proof: string | null, callId: string): Promise<void> {
    if (proof !== null) await payments.fail(proof, callId, host.now())
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
    if (fault.status !== 402 || fault.code === 'settlement_unknown') return replyFault(fault)
    await parts.refusals.take(request.client).catch(() => {})
    const tool = toolAt(parts.catalog, request)
    const amount = entry.amount ?? tool.price
    const quote = { tool, amount, accept: request.header('accept-payment') }
    const { headers, text } = till.challenge(quote, fault.message)
    if (fault.detail.body) return replyFault(fault, headers)
    const all: HeaderPair[] = [...headers, ...(fault.detail.headers ?? [])]
    return { status: 402, headers: all, body: { kind: 'json', text } }
  }

  return { handle }
}

interface Found {
  readonly answer: Answer
  /** What it costs, at most what was quoted. */
  readonly cost: Usd
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
  const accept = request.header('accept-payment')
  if (typeof tool.spec.price === 'string') return { tool, amount: tool.price, accept }
  try {
    const { value } = parseInput(tool, await rawInput(tool, request))
    return { tool, amount: priceOf(tool, value), accept }
  } catch (thrown) {
    if (thrown instanceof Fault) return { tool, amount: tool.price, accept }
    throw thrown
  }
}

/** A tool with less time, where the payment does not last as long as the tool may take. */
function hurried(tool: Tool, answerBy: number | undefined, now: number): Tool {
  if (answerBy === undefined) return tool
  return { ...tool, deadlineMs: Math.min(tool.deadlineMs, Math.max(0, answerBy - now)) }
}

/** What the payment was read from was not sent in vain. */
const unread = ({ value, ignored }: ParsedInput, { reads = [] }: Credential): ParsedInput => ({
  value,
  ignored: ignored.filter((name) => !reads.includes(name)),
})

const prefersAsync = (request: CallRequest): boolean =>
  (request.header('prefer') ?? '').split(',').some((choice) => choice.trim() === 'respond-async')
