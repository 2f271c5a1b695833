import { beforeAll, describe, expect, test } from 'vitest'
import { usd } from '../../src/base/core/money.ts'
import { SPEND_CHAINS } from '../../src/buying/purse/chains.ts'
import { LIMITS } from '../../src/buying/sellers/limits.ts'
import { createPurseStore, type PurseStore } from '../../src/stores/purse.ts'
import { createSellerRecords } from '../../src/buying/sellers/seller-records.ts'
import { acceptOf } from '../../src/buying/sellers/accepts.ts'
import { createSellerStore } from '../../src/stores/sellers.ts'
import { createSettlementStore } from '../../src/stores/settlements.ts'
import dossier from '../../src/goods/tools/x402-sellers/sellers/seller-dossier.ts'
import trust from '../../src/goods/tools/x402-sellers/sellers/seller-trust.ts'
import { ENGINES, useDatabase } from '../support/engines.ts'
import { acceptOn } from '../support/sellers/small-seller.ts'

const NOW = Date.parse('2026-11-22T00:00:00Z')
const ORIGIN = 'https://shop.example'
const WALLET = '0x1111111111111111111111111111111111111111'
const OTHER = '0x2222222222222222222222222222222222222222'

const SANDBOXED = '0x5555555555555555555555555555555555555555'
const FRESH = 'https://fresh.example'
const TEST_SHOP = 'https://test.example'
const MUCH = usd('$10')
const NOTHING_SETTLED = {
  historyOf: () => undefined,
  selfFundedOf: () => undefined,
  isShared: () => false,
}

const UNWATCHED = '0x4444444444444444444444444444444444444444'
const ODD = 'https://odd.example'
const NAMED = { name: 'USD Coin', version: '2' }
const WRONG = { name: 'USDC', version: '2' }

const ODD_GATE = {
  domainNameOk: false,
  settledCalls: null,
  payers: null,
  evidenceAtAdvertisedPayTo: null,
  evidence: {
    domainNames: [{ advertised: WRONG, expected: NAMED, matches: false }],
    payTo: { wallet: UNWATCHED, watchedSinceIso: null, chainReadIso: expect.any(String) },
  },
}

const observation = (
  slug: string,
  source: string,
  price: number | null,
  payTo = WALLET,
  extra = NAMED,
  network = 'eip155:8453',
) => ({
  slug,
  source,
  price,
  wallets: [payTo],
  route: JSON.stringify({
    method: 'GET',
    url: `${ORIGIN}/${slug}`,
    name: slug,
    description: `About ${slug}`,
    category: null,
    price,
    accepts: [acceptOf({ ...acceptOn(network, '5000', payTo), extra })],
    input: null,
    output: null,
  }),
})

/** Three payments: delivered, taken without an answer, and refused. */
async function paid(purse: PurseStore): Promise<void> {
  const caps = { call: MUCH, seller: MUCH, hour: MUCH, day: MUCH, payer: MUCH }
  const ends = [
    { delivered: 1, status: 200, ms: 40, moved: 1 },
    { delivered: 0, status: 500, ms: 90, moved: 1 },
    { delivered: 0, status: 402, ms: 10, moved: 0 },
  ] as const
  for (const [at, { moved, ...end }] of ends.entries()) {
    const id = `spend-${at}`
    const there = { chain: 'base', origin: ORIGIN, domain: 'shop.example', url: `${ORIGIN}/maps` }
    const money = { payTo: WALLET, amount: usd('$0.004'), nonce: id, expires: NOW, payment: '{}' }
    await purse.reserve({ id, callId: id, payer: null, ...there, ...money }, caps, NOW + at)
    await purse.delivered(id, { ...end, tx: null, answer: null })
    await purse.moved(id, moved)
  }
}

describe.each(ENGINES)('$name', (engine) => {
  const db = useDatabase(engine)

  beforeAll(async () => {
    const store = createSellerStore(db())
    for (const origin of [ORIGIN, ODD, 'https://sub.shop.example', 'https://copy.example'])
      await store.found([{ origin, name: 'Shop' }], 'operator', NOW)
    const crawl = { name: 'Shop', ms: 5, nextCrawl: NOW }
    const observations = [
      observation('maps', 'well-known', 5_000_000),
      observation('maps', '402', 12_000_000),
      observation('tides', 'well-known', null, OTHER),
    ]
    await store.crawled({ ...crawl, origin: ORIGIN, error: null, observations }, NOW)
    const odd = [observation('tides', '402', 5_000_000, UNWATCHED, WRONG)]
    await store.crawled({ ...crawl, origin: ODD, error: null, observations: odd }, NOW)
    for (const origin of ['https://sub.shop.example', 'https://copy.example'])
      await store.crawled(
        {
          ...crawl,
          origin,
          error: null,
          observations: [observation('x', '402', 1, origin.includes('copy') ? OTHER : WALLET)],
        },
        NOW,
      )
    await store.crawled(
      { ...crawl, origin: ORIGIN, error: 'answered 500', observations: [] },
      NOW + 1,
    )
    await store.found([{ origin: FRESH, name: 'Fresh' }], 'registry', NOW)
    const listed = [observation('new', 'registry:one', 5_000_000, SANDBOXED)]
    await store.listed(new Map([[FRESH, listed]]), NOW)
    const cheaper = [observation('maps', '402', 9_000_000, UNWATCHED, WRONG)]
    await store.crawled({ ...crawl, origin: ODD, error: null, observations: cheaper }, NOW + 5)
    await store.crawled({ ...crawl, origin: ODD, error: null, observations: odd }, NOW + 6)
    const tested = [observation('tested', '402', 5_000_000, SANDBOXED, NAMED, 'eip155:84532')]
    await store.found([{ origin: TEST_SHOP, name: 'Test' }], 'operator', NOW)
    await store.crawled({ ...crawl, origin: TEST_SHOP, error: null, observations: tested }, NOW)
    await paid(createPurseStore(db()))
    const chain = createSettlementStore(db(), 'eip155:8453')
    await chain.watch([WALLET], { block: 1, hash: '0x', at: NOW })
    const transfer = (at: number, payer: string) => ({
      block: at,
      log_index: 1,
      tx: `0x${at}`,
      payer,
      payee: WALLET,
      value: '5000',
      authorized: 1,
      at: NOW + at,
    })
    await chain.read([transfer(1, '0xa'), transfer(2, '0xb'), transfer(3, '0xb')], {
      block: 3,
      hash: '0x3',
      at: NOW + 4,
    })
  })

  const world = () => ({
    sellerRecords: createSellerRecords(db()),
    now: () => NOW,
    signal: new AbortController().signal,
  })

  /** With a purse that can spend on a chain in the place of Base. */
  const buyingOn = (base: string) => {
    const networks = { ...SPEND_CHAINS, base }
    const rules = { ...LIMITS, ...NOTHING_SETTLED, spendChains: ['base'] as const, networks }
    return { ...world(), sellerRecords: createSellerRecords(db(), { evidenceOn: () => rules }) }
  }

  test('trust says what is known, by wallet, and what is in the way', async () => {
    const answer = await trust.run({ origin: ORIGIN }, world())
    expect(answer).toMatchObject({
      listed: true,
      displayName: 'Shop',
      manifest: { parsed: true, crawlError: 'answered 500' },
      health: { score: 0.5, window: [false, true], paywallProbe: true },
      toolCount: 2,
      paidToolCount: 1,
      priceRangeUsd: { min: 0.012, max: 0.012 },
      advertisedPayTo: { 'eip155:8453': [WALLET, OTHER] },
      // A sub-domain of the seller is the seller.
      sharedPayTo: [OTHER],
      settledCallsObserved: [{ wallet: WALLET, settled: 3, payers: 2, selfFunded: 0 }],
      routerGate: {
        crawlOk: false,
        networkKnown: true,
        priceKnown: true,
        domainNameOk: true,
        settledCalls: 3,
        payers: 2,
        evidenceAtAdvertisedPayTo: true,
        withinUnprovenUsd: false,
        evidence: {
          domainNames: [{ advertised: NAMED, expected: NAMED, matches: true }],
          payTo: {
            wallet: WALLET,
            sources: ['402', 'well-known'],
            namedIso: new Date(NOW).toISOString(),
            isShared: false,
            watchedSinceIso: new Date(NOW).toISOString(),
            lastSettledIso: new Date(NOW + 3).toISOString(),
            chainReadIso: new Date(NOW + 4).toISOString(),
          },
        },
      },
      router: { eligible: false, reason: 'crawl_failed' },
    })
    trust.output.parse(answer)
  })

  test('a wrong name of the token, and a wallet that nobody watches, are told', async () => {
    const answer = await trust.run({ origin: ODD }, world())
    expect(trust.output.parse(answer)).toMatchObject({ routerGate: ODD_GATE })
  })

  test('the dossier ends in sentences about what was read', async () => {
    const answer = await dossier.run({ origin: ORIGIN, tools: 1 }, world())
    expect(answer).toMatchObject({
      identity: { domain: 'shop.example', foundBy: 'operator' },
      crawl: { attempts: 2, successes: 1 },
      catalog: {
        toolCount: 2,
        toolsTruncated: true,
        tools: [
          {
            slug: 'maps',
            priceUsd: 0.012,
            price: { sources: ['402', 'well-known'], conflict: true },
          },
        ],
      },
      settlementEvidence: { chain: [{ wallet: WALLET, settled: 3, payers: 2 }], registries: null },
      flags: [
        '1 of 3 payments of this service brought no answer.',
        expect.stringContaining('failed: answered 500'),
        '1 of 2 crawls failed.',
        '1 of 2 routes state no price.',
        'The sources of 1 routes differ in price by twice or more.',
        '1 of its wallets are named by other sellers too.',
      ],
    })
    dossier.output.parse(answer)
  })

  test('the dossier tells sources of prices, who is paid, how payments ended', async () => {
    const run = dossier.run({ origin: ORIGIN, tools: 5 }, buyingOn('eip155:8453'))
    const told = dossier.output.parse(await run)
    const ofRoute = { eligible: false, reason: 'crawl_failed' }
    const payments = { calls: 3, delivered: 1, failed: 1, refused: 1, keptRate: null, medianMs: 40 }
    expect(told).toMatchObject({
      catalog: {
        priceProvenance: { '402': 1, unknown: 1 },
        tools: [
          { price: { source: '402' }, routerDispatchByChain: { base: ofRoute } },
          { price: { source: null }, routerDispatchByChain: { base: ofRoute } },
        ],
      },
      wallets: { advertisedByNetwork: { 'eip155:8453': [WALLET, OTHER] } },
      router: { ...ofRoute, byChain: { base: ofRoute } },
      routerPayments: { ...payments, byChain: { base: payments } },
    })
    expect((told as { flags: string[] }).flags).toContain(
      '1 of 3 payments of this service brought no answer.',
    )
  })

  test('the dossier remembers earlier prices', async () => {
    const told = await dossier.run({ origin: ODD, tools: 5 }, world())
    const at = (ms: number) => new Date(NOW + ms).toISOString()
    expect(told).toMatchObject({
      priceHistory: [
        { slug: 'tides', source: '402', priceUsd: 0.005, sinceIso: at(6) },
        { slug: 'maps', source: '402', priceUsd: 0.009, sinceIso: at(5) },
        { slug: 'tides', source: '402', priceUsd: 0.005, sinceIso: at(0) },
      ],
    })
  })

  test('a seller that no crawl has read yet is not said to have failed one', async () => {
    const told = await trust.run({ origin: FRESH }, buyingOn('eip155:8453'))
    const router = { byChain: { base: { reason: 'crawl_failed', detail: 'not_crawled_yet' } } }
    expect(told).toMatchObject({ indexState: 'warming', manifest: { crawlError: null }, router })
    expect((told as { blockers: string[] }).blockers.join()).toContain('none was made yet')
  })

  test('wallets on the chain that is followed here are told, whichever it is', async () => {
    const told = await dossier.run({ origin: TEST_SHOP, tools: 5 }, buyingOn('eip155:84532'))
    expect(told).toMatchObject({
      wallets: {
        advertisedByNetwork: { 'eip155:84532': [SANDBOXED] },
        evidenceByWallet: [{ wallet: SANDBOXED }],
      },
    })
  })

  test('a seller that nobody knows gives no zeros that read as findings', async () => {
    const trusted = await trust.run({ origin: 'https://nobody.example' }, world())
    expect(trusted).toMatchObject({
      listed: false,
      toolCount: null,
      settledCallsObserved: null,
      router: null,
    })
    const told = await dossier.run({ origin: 'https://nobody.example', tools: 5 }, world())
    expect(told).toMatchObject({ listed: false, catalog: null, crawl: null })
  })
})
