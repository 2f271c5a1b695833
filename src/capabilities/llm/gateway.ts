import type { CallContext, Capability, Host } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { usd, usdOf, type Usd } from '../../base/core/money.ts'
import { events, jsonAnswer, type SpecialOutput } from '../../base/core/tool-output.ts'
import { isSet, readSetting } from '../../base/core/setting.ts'
import { createModelRestStore } from '../../stores/model-rests.ts'
import { createModelUsageStore } from '../../stores/model-usage.ts'
import { createKeyRing } from '../../stores/signing-keys.ts'
import { createClient } from '../../outside/net/request.ts'
import { resolveFor } from '../../outside/net/web.ts'
import { lazily } from '../../base/lib/lazily.ts'
import type { Threads } from '../../engines/threads/threads.ts'
import type { PriceStep } from './answer-room.ts'
import { assertWithinQuote, withFetched, withFilesRead } from './files.ts'
import { openAsker } from './asker.ts'
import { createAnswerAttempt, headOf } from './answer-attempt.ts'
import { signedBill, spentOf, type Served } from './bill.ts'
import { createUsageLog } from './usage-log.ts'
import { writeFactorOf } from './cache-writes.ts'
import { cacheKeyOf, createAnswerCache, type KeptAnswer } from './cache.ts'
import { imageUrlsIn, nameOf } from './candidates.ts'
import { createMeters, FILE_BOUND } from './token-limits.ts'
import { gather, type Usage } from './conversation.ts'
import { chargeHeader, routerField, routerHeaders } from './disclosure.ts'
import { ECHO, echo } from './echo.ts'
import { FIND } from './find-server.ts'
import {
  CACHE_MB,
  CACHE_MB_DEFAULT,
  ECHO_SETTING,
  KEEP_ALIVE_SECONDS,
  KEEP_ALIVE_SECONDS_DEFAULT,
  STREAM_SECONDS,
  STREAM_SECONDS_DEFAULT,
} from './gateway-settings.ts'
import { MODEL_PROVIDER, openProviders, ORDER, PROVIDERS } from './providers/all.ts'
import { citing, groundedOn, sourcesOf, groundsOf } from './grounded.ts'
import type { Question } from './question.ts'
import { echoesAt, lackOfTier } from './served.ts'
import { shared } from './shared-breaker.ts'
import { openSigner } from './receipts.ts'
import { flatTerms, meteredTerms } from './terms.ts'
import { ownTiers, TIERS_FILE, type TierName } from './tiers.ts'
import { WIRES } from './wires/all.ts'
import { applyPolicy } from './wires/policy.ts'
import type { WireName } from './wires/policy.ts'
import { openPublicHosts, PUBLIC_HOSTS_SETTINGS } from '../../outside/net/public-hosts.ts'
import type { LiteSearch } from '../upstreams/lite-search.ts'

/** What a tool of the gateway is sent. */
export interface GatewayRequest {
  readonly wire: WireName
  readonly body: Readonly<Record<string, unknown>>
  /** Reads the documents of a request. */
  readonly threads: Threads
  /** Asked before the model, which then answers with sources. */
  readonly search?: LiteSearch
  /** Null: the model that the body names, by its tokens. */
  readonly tier: TierName | null
  /** Flat prices, the lowest first, to name one that would do. */
  readonly steps?: readonly PriceStep[]
  /** Of the call, from which follows what its provider may cost; the least, by tokens. */
  readonly price: Usd
}

export interface Gateway {
  /** Answers in the form of the wire: a body, or a stream whose first content has arrived. */
  answer(request: GatewayRequest): Promise<SpecialOutput>
  /** What a metered call costs at most. The same body has the same quote. */
  quote(request: GatewayRequest): Promise<Usd>
}

/** Of a price, what one search costs at most. */
const SEARCH_COST = usd('$0.010')
const UNTRUSTED = [['x-untrusted-content', 'true']] as const

export const gateway: Capability<Gateway> = {
  name: 'llm',
  texts: 'own',
  reads: MODEL_PROVIDER,
  settings: [
    ...PROVIDERS.flatMap(({ settings }) => settings),
    ECHO_SETTING,
    ORDER,
    TIERS_FILE,
    FIND,
    KEEP_ALIVE_SECONDS,
    STREAM_SECONDS,
    CACHE_MB,
    ...PUBLIC_HOSTS_SETTINGS,
  ],
  open: openGateway,
}

/** The gateway for one tier; null: for any model that the caller names. */
export const gatewayFor = (tier: TierName | null): Capability<Gateway> => ({
  ...gateway,
  lacks: (read) => (echoesAt(read) ? null : lackOfTier(read, tier)),
})

function openGateway(host: Host): (call: CallContext) => Gateway {
  const providers = openProviders((name) => host.setting(name))
  const tiers = readSetting((name) => host.setting(name), TIERS_FILE) ?? ownTiers()
  const isAlone = host.db.engine === 'sqlite'
  const guarded = createClient({ resolve: resolveFor(host) })
  host.onClose(() => guarded.close())
  const { client, ask } = openAsker(host, (own) =>
    isAlone ? own : shared(own, createModelRestStore(host.db)),
  )
  const meterOf = createMeters()
  const assertPublicHosts = openPublicHosts(host)
  const isEcho = isSet(ECHO_SETTING, (name) => host.setting(name))
  const keepAliveSeconds = readSetting((name) => host.setting(name), KEEP_ALIVE_SECONDS)
  const keepAliveMs = (keepAliveSeconds ?? KEEP_ALIVE_SECONDS_DEFAULT) * 1_000
  const streamSeconds = readSetting((name) => host.setting(name), STREAM_SECONDS)
  const streamMs = (streamSeconds ?? STREAM_SECONDS_DEFAULT) * 1_000

  const cacheMb = readSetting((name) => host.setting(name), CACHE_MB) ?? CACHE_MB_DEFAULT
  const cache = createAnswerCache(cacheMb * 1024 * 1024, host.now)

  const keys = createKeyRing(host.db, () => host.now())
  const usageLog = createUsageLog(createModelUsageStore(host.db))
  host.onClose(() => usageLog.close())

  function note({ call }: Question, { model, provider }: Served, usage: Usage): void {
    usageLog.note({ callId: call.id, at: host.now(), model, provider, ...usage })
  }

  const { stopping } = host
  const attempt = createAnswerAttempt({ client, keepAliveMs, stopping, streamMs, note })
  const parts = { tiers, providers }

  /** Null if the answer must not be cached: only calls that ask for the cache share answers. */
  function keyOf({ wire, tier, price, body, search }: GatewayRequest): string | null {
    if (body['cache'] !== true || body['stream'] === true || search || cacheMb === 0) return null
    return cacheKeyOf([wire, tier, price, tiers.date], body)
  }

  /** An answer that was given before costs nothing, where its buyer can be charged less. */
  async function repeated(
    { body, headers, made, ageSeconds }: KeptAnswer,
    { wire }: GatewayRequest,
    call: CallContext,
  ): Promise<SpecialOutput> {
    const amount = call.chargesLess ? usdOf(0) : call.budget
    const signer = await openSigner(keys)
    const bought = { at: Math.floor(host.now() / 1_000), wire, ...made, again: true } as const
    const bill = signedBill({ call, signer }, bought, amount)
    const { receipt: _ofAnother, ...usage } = WIRES[wire].usageIn(body) ?? {}
    const billed = { ...body, usage: { ...usage, ...bill } }
    const named = [...headers, ...receiptHeader(bill)]
    return jsonAnswer(billed, [...named, ['x-cache', 'hit'], ['age', String(ageSeconds)]], amount)
  }

  /** For an answer, what a request names by address is fetched; for a quote, nothing is. */
  async function questionOf(
    request: GatewayRequest,
    call: CallContext,
    fetches: 'fetching' | 'quoting',
  ): Promise<Question> {
    const { wire, tier, price: paid, body, search, threads } = request
    const { conversation: decoded, known, plain } = WIRES[wire].decode(body)
    const field = WIRES[wire].turnsField
    const fetching = { client: guarded, signal: call.signal, field }
    const fetched =
      fetches === 'fetching' ? await withFetched(decoded, fetching, ['file']) : decoded
    const read = await withFilesRead(fetched, threads, field)
    if (read !== decoded) await assertWithinQuote(decoded, read, { field, ...FILE_BOUND })
    const own = { ...read, writeFactor: writeFactorOf(body) }
    const grounds = search ? await groundsOf(own, search) : null
    const conversation = grounds ? groundedOn(grounds, own) : own
    const price = search ? usdOf(paid - SEARCH_COST) : paid
    const terms = tier
      ? flatTerms(tier, price, { ...parts, steps: request.steps ?? [] })
      : meteredTerms(price, parts)
    const count = meterOf(conversation)
    const created = Math.floor(host.now() / 1_000)
    const signer = await openSigner(keys)
    const inlined = lazily(() => withFetched(conversation, fetching, ['image']))
    const question = { conversation, inlined, grounds, known, plain, terms, count }
    return { ...question, request: { wire, body }, call, created, signer }
  }

  async function answered(request: GatewayRequest, call: CallContext): Promise<SpecialOutput> {
    if (providers.length === 0 && !isEcho)
      throw new Fault('not_configured', 'No provider of language models is configured.')
    const key = keyOf(request)
    const kept = key === null ? null : cache.get(key)
    if (kept) return repeated(kept, request, call)
    const question = await questionOf(request, call, 'fetching')
    if (providers.length === 0) return echoed(question, note)
    const { conversation, grounds, terms } = question
    const chosen = await terms.choose(conversation, request.wire, question.count)
    await assertPublicHosts(imageUrlsIn(conversation), WIRES[request.wire].turnsField)
    const { candidate, answer } = await ask(chosen.candidates, {
      signal: call.signal,
      callId: call.id,
      nameOf,
      attempt: (each) => attempt(each, question),
    })
    const { disclosed, served } = answer
    const named = [...routerHeaders(chosen, candidate, disclosed), ...(grounds ? UNTRUSTED : [])]
    if (answer.relayed) {
      return events(
        answer.relayed,
        answer.used.then(({ isSold, ...spent }) => {
          note(question, served, spent.usage)
          return isSold ? spentOf(question, candidate, spent) : usdOf(0)
        }),
        [...named, ...chargeHeader(question)],
      )
    }
    const headers = [...named, ...receiptHeader(answer)]
    const router = routerField(chosen, candidate, disclosed)
    const cost = terms.costOf(candidate, answer.usage) ?? undefined
    const body = { ...answer.value, router, ...(grounds && sourcesOf(grounds)) }
    if (key === null) return jsonAnswer(body, headers, cost)
    if (answer.isComplete) {
      const { model, provider } = served
      cache.put(key, { body, headers: named, made: { model, provider, usage: answer.usage } })
    }
    return jsonAnswer(body, [...headers, ['x-cache', 'miss']], cost)
  }

  return (call) => ({
    answer: (request) => answered(request, call),
    async quote(request) {
      const { conversation, count } = await questionOf(request, call, 'quoting')
      return meteredTerms(request.price, parts).quote(conversation, request.wire, count)
    },
  })
}

const receiptHeader = ({ receipt }: { readonly receipt?: string | undefined }) =>
  receipt ? [['x-router-receipt', receipt] as const] : []

type Note = (question: Question, served: Served, usage: Usage) => void

/** The echo speaks every wire, and passes through the same writers as all others. */
async function echoed(question: Question, note: Note): Promise<SpecialOutput> {
  const { request, conversation, grounds, known, plain, terms } = question
  const wire = WIRES[request.wire]
  const { dropped } = applyPolicy(
    wire.policy,
    { body: request.body, known, plain },
    { from: request.wire, to: 'messages', takesThoughts: false },
  )
  const chosen = await terms.choose(conversation, request.wire, question.count)
  const candidate = { listed: chosen.candidates[0]?.listed ?? null }
  const pieces = grounds ? citing(grounds)(echo(conversation)) : echo(conversation)
  const provider = { name: 'local' }
  const disclosed = { dropped, model: ECHO }
  const served = { ...candidate, model: ECHO, provider: provider.name }
  const named = headOf(question, served)
  const headers = [...routerHeaders(chosen, { provider }, disclosed), ...(grounds ? UNTRUSTED : [])]
  const router = routerField(chosen, { provider }, disclosed)
  const { usage } = gather(pieces)
  const cost = terms.costOf(candidate, usage) ?? undefined
  note(question, served, usage)
  if (!conversation.stream)
    return jsonAnswer(
      { ...wire.answer(pieces, named), router, ...(grounds && sourcesOf(grounds)) },
      headers,
      cost,
    )
  const write = wire.createWriter(named)
  async function* chunks(): AsyncIterable<string> {
    for (const piece of pieces) {
      yield write(piece)
      await new Promise(setImmediate)
    }
  }
  const spent = cost === undefined ? undefined : Promise.resolve(cost)
  return events(chunks(), spent, [...headers, ...chargeHeader(question)])
}
