import { decodePaymentRequiredHeader } from '@x402/core/http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PATH_USD } from '../../src/outside/chains/tempo/tokens.ts'
import { lazily } from '../../src/base/lib/lazily.ts'
import { createClient } from '../../src/outside/net/request.ts'
import { balanceOf } from '../../src/service/sandbox/token.ts'
import { createSellerKeeper } from '../../src/buying/sellers/refresh.ts'
import { createSellerStore } from '../../src/stores/sellers.ts'
import { createPurseStore } from '../../src/stores/purse.ts'
import { BUYER_KEYS, createBuyer } from '../support/buyer.ts'
import { call, type CallAnswer } from '../support/calls.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { mppSeller } from '../support/sellers/mpp-wire.ts'
import { startPaidSeller, type PaidSeller } from '../support/sellers/paid-seller.ts'
import { forgive } from '../support/purse/order.ts'

const PURSE = '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc'
const TIDES = 'tide table of a harbour, high and low tide'

let service: TestService
const trusted = createClient({ policy: 'trusted' })
const buyer = createBuyer(BUYER_KEYS[0])
let aheadMs = 0

/** A third seller, that takes nothing but MPP on Tempo. */
const MOON_WALLET = '0x2222222222222222222222222222222222222222'
let moon: PaidSeller<string>
const official = lazily(async () => {
  const rpcUrl = String(service.sandbox?.tempoRpcUrl)
  return mppSeller({ rpcUrl, payTo: MOON_WALLET, units: 4_000n })
})

async function startMoon(): Promise<PaidSeller<string>> {
  const started = await startPaidSeller<string>({
    wire: {
      carrier: 'authorization',
      quote: async (manner) => (await official()).wire.quote(manner),
      payloadIn: (header) => header,
      receiptOf: () => ({}),
    },
    settle: async (credential) => (await official()).settle(credential),
  })
  const description = 'Phases of the moon, from new to full, for one night.'
  const endpoint = { path: '/paid', method: 'GET', name: 'Moon phases', description }
  const manifest = { name: 'Moon shop', endpoints: [{ ...endpoint, price: '$0.004' }] }
  started.pages = { ...started.pages, '/.well-known/x402': { json: manifest } }
  return started
}

beforeAll(async () => {
  moon = await startMoon()
  service = await openTestService({
    settings: {
      SANDBOX: 'true',
      OPERATOR_TOKEN: 'x'.repeat(24),
      MPP: 'true',
      SELLERS: moon.origin,
    },
    now: () => Date.now() + aheadMs,
  })
  const keeper = createSellerKeeper({
    store: createSellerStore(service.db),
    named: [...origins(), moon.origin],
    registries: [],
    trusted,
    publicWeb: trusted,
    now: Date.now,
  })
  await keeper.crawlDue(new AbortController().signal)
})
afterAll(async () => {
  await Promise.all([service.stop(), moon.stop(), trusted.close()])
})
const origins = () => (service.sandbox?.sellers ?? []).map(({ origin }) => origin)

async function buy(path: string, body: unknown): Promise<CallAnswer> {
  const headers = await buyer.payFor(service, path, { body })
  return call(service, path, { body, headers })
}

async function buyGet(path: string): Promise<CallAnswer['body']> {
  const headers = await buyer.payFor(service, path)
  return (await call(service, path, { headers })).body
}

async function held(address: string): Promise<bigint> {
  const { sandbox } = service
  if (!sandbox) throw new Error('no sandbox')
  return balanceOf(trusted, sandbox.rpcUrl, sandbox.network.asset, address)
}

interface Row {
  readonly [name: string]: unknown
}

async function rows(query: string): Promise<readonly Row[]> {
  const { body } = await call(service, '/api/route', { body: { query, include: 'external' } })
  return body['results'] as readonly Row[]
}

test('a row says which rung runs it, and its buyer pays the purse', async () => {
  const [row] = await rows(TIDES)
  expect(row).toMatchObject({
    routerDispatchReason: 'settlement_required',
    executeVia: { tool: 'route-execute', price: '$0.020', underlyingPriceUsd: 0.004 },
    executeViaCallableNow: true,
    executeViaLane: 'unproven',
  })
  expect(row).not.toHaveProperty('executeViaWhenEligible')
  const { status, headers } = await call(service, '/api/route/execute', { body: { slug: 'hash' } })
  expect(status).toBe(402)
  const { accepts } = decodePaymentRequiredHeader(String(headers['payment-required']))
  expect(accepts.map(({ payTo }) => payTo.toLowerCase())).toEqual([PURSE])
})

test('the honest seller is bought from, and the purse keeps the fee', async () => {
  const before = await held(PURSE)
  const [honest] = origins()
  const { status, body } = await buy('/api/route/execute', {
    url: `${honest}/tides`,
    params: { harbour: 'Husum' },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({
    tool: { seller: honest, slug: 'tides' },
    result: { harbour: 'Husum' },
    receipt: { underlyingPriceUsd: 0.004, paidUsd: 0.02, routingFeeUsd: 0.016, seenOnChain: true },
    why: { lane: 'unproven', resolvedBy: 'url' },
    untrustedContent: true,
  })
  expect((await held(PURSE)) - before).toBe(16_000n)
  const [sale] = (await service.sales()).slice(-1)
  expect(sale).toMatchObject({ slug: 'route-execute', amount: 20_000 })
  expect(await createPurseStore(service.db).unpaid(0)).toEqual({ spends: 0, amount: 0 })
})

test('a seller that takes MPP on Tempo is bought from', async () => {
  const [row] = await rows('phases of the moon for one night')
  expect(row).toMatchObject({
    seller: moon.origin,
    payable: 'mpp',
    networks: ['eip155:4217'],
    routerDispatchReason: 'settlement_checked_at_pay_time',
    routerDispatchByChain: { tempo: { eligible: true } },
    executeVia: { tool: 'route-execute' },
  })
  const asked = { url: `${moon.origin}/paid`, network: 'tempo' }
  const { status, body } = await buy('/api/route/execute', asked)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({
    result: { forecast: 'snow' },
    receipt: {
      wire: 'mpp',
      underlyingPriceUsd: 0.004,
      settleNetwork: 'eip155:4217',
      sellerWallet: MOON_WALLET,
      seenOnChain: true,
    },
    why: { lane: 'checked' },
  })
  const url = String(service.sandbox?.tempoRpcUrl)
  expect(await balanceOf(trusted, url, PATH_USD.address, MOON_WALLET)).toBe(4_000n)
})

test('one that takes the money and breaks costs the service, and stands last', async () => {
  const [honest, broken] = origins()
  const [before, sales] = [await held(PURSE), await service.sales()]
  const answer = await buy('/api/route/execute', { url: `${broken}/tides` })
  expect(answer.status).toBe(502)
  expect(answer.body).toMatchObject({ sellerStatus: 500 })
  expect(before - (await held(PURSE))).toBe(4_000n)
  expect(await service.sales()).toEqual(sales)
  aheadMs += 11_000
  await rows(TIDES)
  const after = await rows(TIDES)
  expect(after.map(({ seller }) => seller)).toEqual([honest, broken])
  expect(after[1]).toMatchObject({
    routerDispatchReason: 'delivery_failing',
    executeViaCallableNow: false,
    executeViaWhenEligible: { tool: 'route-execute' },
  })
  const refused = await buy('/api/route/execute', { url: `${broken}/tides` })
  expect(refused.status).toBe(409)
  const books = await call(service, '/api/operator/purse', {
    headers: { authorization: `Bearer ${'x'.repeat(24)}` },
  })
  expect(books.body['books']).toContainEqual({
    chain: 'base',
    ending: 'lost',
    purchases: 1,
    usd: 0.004,
    feesUsd: 0,
  })
})

test('tools on sellers read the same index, and plan before anything is paid', async () => {
  const [honest = '', broken = ''] = origins()
  const found = await buyGet(`/api/x402/seller-search?q=tide+table&maxPriceUsd=0.01`)
  expect(found['results']).toHaveLength(2)
  expect(await buyGet('/api/x402/seller-search?q=tide+table&maxPriceUsd=0.001')).toMatchObject({
    results: [],
    untrustedContent: true,
  })
  expect(await buyGet(`/api/x402/seller-tools?origin=${honest}`)).toMatchObject({
    listed: true,
    name: 'Honest harbour',
    tools: [{ slug: 'tides', priceUsd: 0.004 }],
  })
  for (const [origin, reason] of [
    [honest, 'settlement_required'],
    [broken, 'delivery_failing'],
  ]) {
    const [row] = (await rows(TIDES)).filter(({ seller }) => seller === origin)
    expect(row).toMatchObject({ routerDispatchReason: reason })
    expect(await buyGet(`/api/x402/seller-trust?origin=${origin}`)).toMatchObject({
      routerGate: { supportedRoute: true, deliveryOk: reason !== 'delivery_failing' },
      router: { eligible: false, reason },
    })
    expect((await buy('/api/seller-dossier', { origin })).body).toMatchObject({
      catalog: {
        tools: [
          {
            dispatch: { eligible: false, reason },
            routerDispatchByChain: row!['routerDispatchByChain'],
          },
        ],
      },
      wallets: { evidenceByWallet: [{ wallet: expect.any(String) }] },
      routerPayments: { byChain: { base: { calls: expect.any(Number) } } },
    })
  }
  const compared = await buy('/api/x402/seller-compare', { origins: [honest, broken] })
  expect(compared.body).toMatchObject({
    sellers: [{ medianPriceUsd: 0.004 }, { toolCount: 1 }],
    overlaps: [{ word: 'table' }, { word: 'tide' }],
  })
  const tasks = ['tide table of a harbour', 'zzqx vwyk']
  const plan = await buy('/api/route/plan', { tasks, include: 'external', budgetUsd: 0.001 })
  expect(plan.body).toMatchObject({
    plan: [{ pick: `${honest}/tides`, priceUsd: 0.004 }, { pick: null }],
    totalUsd: 0.004,
    uncovered: ['zzqx vwyk'],
    withinBudget: false,
  })
})

test('what is not set up is neither planned nor run', async () => {
  const asked = { tasks: ['brave web search'], include: 'self', top: 1 }
  const { body: planned } = await buy('/api/route/plan', asked)
  expect(planned).toMatchObject({
    plan: [{ candidates: [{ callableNow: false, executeVia: null }], pick: null }],
    uncovered: asked.tasks,
  })
  const run = await buy('/api/route/execute', { slug: 'search', params: { q: 'ferries' } })
  expect(run).toMatchObject({ status: 503, body: { error: expect.stringContaining('not set up') } })
})

test('an own tool is run without a purchase', async () => {
  const { status, body } = await buy('/api/route/execute', {
    query: 'sha256 of hello',
    params: { text: 'hello' },
    include: 'self',
  })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({
    tool: { seller: 'self', slug: 'hash' },
    result: { algo: 'sha256' },
    receipt: { wire: null, settleTx: null },
  })
})

test('a credits key buys from another seller, and what the call costs is debited', async () => {
  const [honest] = origins()
  const key = await service.issueKey('$0.050')
  const { status, body, headers } = await call(service, '/api/route/execute', {
    body: { url: `${honest}/tides`, params: { harbour: 'Emden' } },
    headers: { authorization: `Bearer ${key}` },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body).toMatchObject({ result: { harbour: 'Emden' }, receipt: { seenOnChain: true } })
  expect(headers['x-credits-balance']).toBe('0.03')
})

test('a rung that is too small names the one that fits', async () => {
  const body = { slug: 'seller-dossier', params: { origin: 'https://example.com' } }
  const small = await buy('/api/route/execute', body)
  expect(small.status).toBe(409)
  expect(small.body).toMatchObject({ rung: 'route-execute-plus', rungPriceUsd: 0.12 })
  expect((await buy('/api/route/execute-plus', body)).status).toBe(200)
})

describe('a report, on the rung that covers it', () => {
  const routed = async (body: unknown): Promise<CallAnswer> => {
    const headers = { authorization: `Bearer ${await service.issueKey('$3')}` }
    return call(service, '/api/route/execute-pro', { body, headers })
  }

  test('is to be called directly, because its reader is who paid, and costs nothing', async () => {
    const sales = await service.sales()
    const report = { slug: 'domain-audit-pro', params: { domain: 'example.com' } }
    const { status, body } = await routed(report)
    expect(status).toBe(409)
    expect(body['error']).toMatch(/domain-audit-pro: is bound to the wallet .*: call it directly/)
    expect(await service.sales()).toEqual(sales)
  })

  test('that is not set up is refused as a direct call is', async () => {
    const params = { query: 'tides' }
    const sales = await service.sales()
    const headers = { authorization: `Bearer ${await service.issueKey('$3')}` }
    const direct = await call(service, '/v1/research', { body: params, headers })
    const { status } = await routed({ slug: 'research', params })
    expect([direct.status, status]).toEqual([503, 503])
    expect(await service.sales()).toEqual(sales)
  })
})

test.each([
  ['url', () => ({ url: `${origins()[0]}/tides` })],
  ['failing seller', () => ({ url: `${origins()[1]}/tides` })],
  ['query', () => ({ query: TIDES, include: 'external' })],
])('a chain without a purse is refused with those that have one: %s', async (_how, wanted) => {
  for (const network of ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana', 'polygon']) {
    const { status, body } = await buy('/api/route/execute', { ...wanted(), network })
    expect([network, status]).toEqual([network, 409])
    expect(body).toMatchObject({ supportedChains: ['base', 'tempo'] })
  }
})

test.each([
  [{ query: 'x', slug: 'hash' }, 400, /exactly one/],
  [{}, 400, /exactly one/],
  [{ slug: 'no-such-tool' }, 404, /no tool/],
  [{ url: 'https://nobody.example/x' }, 404, /nothing/],
  [{ slug: 'my-usage' }, 409, /my-usage: is bound to the wallet that pays: call it directly/],
  [{ slug: 'search', params: { q: 'x' } }, 503, /search: is not set up on this instance/],
  [{ slug: 'hash', params: {} }, 400, /text/],
])('%j is refused and not charged', async (body, status, words) => {
  const sales = await service.sales()
  const answer = await buy('/api/route/execute', body)
  expect(answer.status).toBe(status)
  expect(answer.body['error']).toMatch(words)
  expect(await service.sales()).toEqual(sales)
})

describe('a test purchase', () => {
  const tried = async (more: Readonly<Record<string, unknown>>) => {
    const authorization = `Bearer ${await service.issueKey('$0.100')}`
    const body = { method: 'GET', body: { harbour: 'Husum' }, ...more }
    return call(service, '/api/seller-payability', { body, headers: { authorization } })
  }

  test('says what an honest seller did at each step, and what the chain shows', async () => {
    const [honest] = origins()
    const before = await held(PURSE)
    const { status, body } = await tried({ url: `${honest}/tides` })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      payable: true,
      unpaid: { status: 402, error: null },
      challenge: { readable: true, transport: 'header', x402Version: 2 },
      domainFindings: [{ verdict: 'match' }],
      payment: {
        attempted: true,
        reason: null,
        status: 200,
        accepted: true,
        settled: true,
        onchain: { authorizationUsed: true },
        receipt: { success: true },
        network: 'base',
        signedUsd: 0.004,
      },
      responseSlice: expect.stringContaining('Husum'),
      flags: [],
      untrustedContent: true,
    })
    expect(before - (await held(PURSE))).toBe(4_000n)
  })

  test('is a finding too where the money is taken and nothing comes', async () => {
    const [, broken] = origins()
    const rests = await tried({ url: `${broken}/tides` })
    expect(rests.body).toMatchObject({
      payable: false,
      payment: { attempted: false, reason: expect.stringContaining('was not delivered') },
    })
    await forgive(service.db)
    const { status, body } = await tried({ url: `${broken}/tides` })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      payable: false,
      payment: { attempted: true, status: 500, accepted: false, settled: true },
      flags: ['It was sent $0.004 and answered an error.', 'It took the money all the same.'],
    })
  })

  test('pays no more than it may, and says so', async () => {
    const [honest] = origins()
    const before = await held(PURSE)
    const { body } = await tried({ url: `${honest}/tides`, maxUsd: 0.003 })
    expect(body).toMatchObject({
      payable: false,
      challenge: { readable: true },
      payment: {
        attempted: false,
        reason: 'it asks for more than may be paid',
        signedUsd: 0,
        settled: null,
      },
    })
    expect(await held(PURSE)).toBe(before)
  })

  test('of what is not sold is told, and nothing is paid', async () => {
    const [honest] = origins()
    expect((await tried({ url: `${honest}/nothing` })).body).toMatchObject({
      payable: false,
      unpaid: { status: 404 },
      payment: { attempted: false },
      flags: ['Unpaid, it answers 404 and not 402.'],
    })
  })

  test.each([
    ['http://stranger.example/x', /https/],
    ['https://stranger.example/x/{id}', /placeholder/],
  ])('%s is refused and not charged', async (url, words) => {
    const sales = await service.sales()
    const { status, body } = await tried({ url })
    expect([status, body['error']]).toEqual([400, expect.stringMatching(words)])
    expect(await service.sales()).toEqual(sales)
  })
})

describe('a decision', () => {
  const TIDE_GOAL = { goal: TIDES, context: { harbour: 'Husum' }, include: 'external' }

  /** By credits: the chain of wallets does not follow the clock of these tests. */
  async function decide(more: Readonly<Record<string, unknown>> = {}): Promise<CallAnswer> {
    const authorization = `Bearer ${await service.issueKey('$0.250')}`
    const body = { ...TIDE_GOAL, ...more }
    return call(service, '/api/decide/execute', { body, headers: { authorization } })
  }

  test('runs what fits, says what it cost, and why others were left out', async () => {
    const [honest, broken] = origins()
    const { status, body } = await decide()
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      by: 'rules',
      decision: `Take the answer of tides of ${honest}.`,
      steps: [{ seller: honest, slug: 'tides', ok: true, result: { harbour: 'Husum' } }],
      comparison: null,
      spentUsd: 0.004,
      untrustedContent: true,
    })
    expect(body['evidence']).toContainEqual(
      expect.objectContaining({ seller: broken, why: expect.stringMatching(/last payment/) }),
    )
    const [sale] = (await service.sales()).slice(-1)
    expect(sale).toMatchObject({ slug: 'decide-execute', amount: 250_000 })
  })

  test('goes on after a seller that fails, and pays for what was taken', async () => {
    // Long enough for the seller that broke twice to be asked again.
    aheadMs += 13 * 3_600_000
    const [honest, broken] = origins()
    await rows(TIDES)
    const before = await held(PURSE)
    const { status, body } = await decide({ compare: 2, prefer: 'price', maxUsd: 0.01 })
    expect(status, JSON.stringify(body)).toBe(200)
    const steps = body['steps'] as readonly { seller: string; ok: boolean; error: string | null }[]
    expect(new Set(steps.map(({ seller }) => seller))).toEqual(new Set([honest, broken]))
    expect(steps.find(({ seller }) => seller === broken)).toMatchObject({
      ok: false,
      error: expect.stringContaining('answered 500'),
    })
    expect(body['spentUsd']).toBe(0.008)
    expect(before - (await held(PURSE))).toBe(8_000n)
    aheadMs += 11_000
    await rows(TIDES)
  })

  test('never spends more than its maxUsd', async () => {
    const { status, body } = await decide({ maxUsd: 0.0039 })
    expect(status).toBe(409)
    expect(body['error']).toMatch(/maxUsd/)
  })

  test('compares own tools, without a purchase', async () => {
    const allow = ['hash', 'text-stats']
    const context = { text: 'hello' }
    const asked = { goal: 'hash', context, allow, include: 'self', compare: 2 }
    const { status, body } = await decide(asked)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ comparison: { answers: 2 }, spentUsd: 0.002 })
    expect((body['steps'] as readonly { slug: string }[]).map(({ slug }) => slug)).toEqual(allow)
  })

  test('a stranger whose tool has the name of an own one is not run for it', async () => {
    const store = createSellerStore(service.db)
    const [origin, at] = ['https://stranger.example', Date.now() + aheadMs]
    const told = { method: 'POST', name: 'hash of a text', description: 'hash', category: null }
    const route = { ...told, url: `${origin}/hash`, accepts: [], input: null, output: null }
    const seen = { slug: 'hash', source: '402', price: 1_000_000, wallets: [] }
    const observations = [{ ...seen, route: JSON.stringify({ ...route, price: 1_000_000 }) }]
    await store.found([{ origin, name: 'Stranger' }], 'operator', at)
    const crawl = { origin, name: 'Stranger', ms: 1, error: null, observations }
    await store.crawled({ ...crawl, nextCrawl: at + 86_400_000 }, at)
    aheadMs += 11_000
    await rows('hash of a text')
    expect(JSON.stringify(await rows('hash of a text'))).toContain(origin)
    const context = { text: 'hello' }
    const asked = { goal: 'hash of a text', context, allow: ['hash'], include: 'all' }
    const { status, body } = await decide(asked)
    expect(status, JSON.stringify(body)).toBe(200)
    const evidence = body['evidence'] as readonly { seller: string }[]
    expect(evidence.map(({ seller }) => seller)).toEqual(['self'])
  })

  test.each([
    [{ allow: ['no-such-tool'] }, 404, /no-such-tool/],
    [{ trust: 'proven' }, 409, /history/],
    [{ maxAgeHours: 0.0001 }, 409, /hours/],
    [{ excludeSellers: ['self'], allow: ['hash'], include: 'self' }, 409, /excluded/],
    [{ network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, 409, /base, tempo only/],
    [{ goal: 'hash', context: {}, allow: ['hash'], include: 'self' }, 409, /needs text/],
    [{ maxUsd: 5 }, 400, /maxUsd/],
    [{ goal: ',,,' }, 400, /goal: must hold a word/],
  ])('%j is refused and not charged', async (change, status, words) => {
    const sales = await service.sales()
    const answer = await decide(change)
    expect([answer.status, answer.body['error']]).toEqual([status, expect.stringMatching(words)])
    expect(await service.sales()).toEqual(sales)
  })
})
