import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../src/outside/net/request.ts'
import { createSellerKeeper } from '../../src/buying/sellers/refresh.ts'
import { createSellerStore } from '../../src/stores/sellers.ts'
import { openTestService, type TestService } from '../support/service.ts'
import { acceptOn, startSeller, type SmallSeller } from '../support/sellers/small-seller.ts'

type Row = Readonly<Record<string, unknown>>

/** What is read of the answers of the endpoints of the market. */
interface Answer extends Row {
  readonly error: string
  readonly count: number
  readonly results: readonly Row[]
  readonly relatedSellers?: readonly Row[]
  readonly seller: Row & { readonly tools: readonly Row[] }
}

let service: TestService
let seller: SmallSeller
const trusted = createClient({ policy: 'trusted' })

beforeAll(async () => {
  seller = await startSeller({
    '/.well-known/x402': {
      json: {
        name: 'Alpine desk\u202e',
        endpoints: [
          {
            path: '/avalanche',
            method: 'GET',
            description: 'Avalanche danger level of a valley',
            price: '$0.004',
            accepts: [acceptOn('eip155:8453', '4000')],
          },
          {
            path: '/huts/{id}',
            method: 'GET',
            description: 'Mountain hut by its id',
            accepts: [acceptOn('eip155:8453', '1000')],
          },
          { path: '/peaks', description: 'Mountain peaks, price on request' },
        ],
      },
    },
  })
  service = await openTestService({ settings: { SELLERS: seller.origin } })
  const store = createSellerStore(service.db)
  const keeper = createSellerKeeper({
    store,
    named: [seller.origin],
    registries: [],
    trusted,
    publicWeb: trusted,
    now: Date.now,
  })
  await keeper.crawlDue(new AbortController().signal)
})
afterAll(async () => {
  await Promise.all([service.stop(), seller.stop(), trusted.close()])
})

const route = async (body: unknown): Promise<{ status: number; json: Answer }> => {
  const answer = await fetch(`${service.url}/api/route`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, json: (await answer.json()) as Answer }
}

test('own and outside rows stand side by side', async () => {
  const { json } = await route({
    query: 'avalanche danger in the mountains',
    top: 3,
    include: 'all',
  })
  expect(json).toMatchObject({
    query: 'avalanche danger in the mountains',
    include: 'all',
    sellers: 2,
    topMax: 25,
    containsUntrustedContent: true,
    neutrality: { paidPlacement: false, sellerKeyedScoring: false },
  })
  expect(json.count).toBe(json.results.length)
  expect(json.results[0]).toMatchObject({
    seller: seller.origin,
    sellerName: 'Alpine desk',
    slug: 'avalanche',
    method: 'GET',
    url: `${seller.origin}/avalanche`,
    price: '$0.004',
    priceUsd: 0.004,
    priceKnown: true,
    payable: 'x402',
    health: 1,
    networks: ['eip155:8453'],
    paymentNetworksKnown: true,
    untrustedContent: true,
    source: 'well-known',
    routerDispatchEligible: false,
    routerDispatchReason: 'no_supported_route',
    evmDomainByNetwork: { 'eip155:8453': { name: 'USD Coin', version: '2' } },
    why: { healthSource: 'crawls', matchedOn: { slug: 1 } },
  })
})

test('an unknown price is null, never 0', async () => {
  const { json } = await route({ query: 'mountain peaks', include: 'external' })
  const row = json.results.find((each) => each.slug === 'peaks')
  expect(row).toMatchObject({ price: null, priceUsd: null, priceKnown: false, payable: null })
  expect(row).toMatchObject({ method: 'GET', methodKnown: false, route: 'GET /peaks' })
  expect(json.results.every((each) => each.seller === seller.origin)).toBe(true)
})

test('own rows say what they are, and what they take', async () => {
  const { json } = await route({ query: 'decode a jwt', top: 1, include: 'self' })
  expect(json).toMatchObject({ returned: 1, containsUntrustedContent: false })
  expect(json.results[0]).toMatchObject({
    seller: 'self',
    slug: 'jwt-decode',
    priceKnown: true,
    routerDispatchReason: 'local_catalog',
    requestContract: { state: 'declared', runtimeVerified: true },
    why: { healthSource: 'self-asserted', priceRank: 1 },
  })
})

test.each([
  ['sha256 hash of a text', 'hash', true],
  ['agent memory write a value under a key', 'memory-write', false],
])('an own row is eligible where the router would run it: %s', async (query, slug, isEligible) => {
  const { json } = await route({ query, top: 25, include: 'self' })
  const row = json.results.find((each) => each.slug === slug)
  expect(row).toMatchObject({
    routerDispatchEligible: isEligible,
    routerDispatchReason: 'local_catalog',
  })
  expect('executeVia' in (row as object)).toBe(isEligible)
  expect(row).toMatchObject({ executeViaCallableNow: isEligible })
})

test('the legend explains each field of a row, and each code', async () => {
  const { json } = await route({ query: 'avalanche mountain hut json', top: 25, include: 'all' })
  const { dispatchLegend: legend } = json as unknown as {
    readonly dispatchLegend: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
  const fields = new Set(json.results.flatMap((row) => Object.keys(row)))
  expect(fields.size).toBeGreaterThan(25)
  expect([...fields].filter((field) => !(field in legend))).toEqual([])
  const named = ['executeVia', 'executeViaWhenEligible', 'executeViaCallableNow', 'executeViaLane']
  expect(Object.keys(legend)).toEqual(expect.arrayContaining([...named, 'bazaar']))
  expect(Object.keys(legend['routerDispatchReason'] ?? {})).toHaveLength(13)
  const whys = new Set(json.results.flatMap(({ why }) => Object.keys(why as object)))
  expect([...whys].filter((field) => !(field in (legend['why'] ?? {})))).toEqual([])
})

test('every row has a method, a number for its health, and x402 where it is sold', async () => {
  const { json } = await route({ query: 'avalanche mountain hut json', top: 25, include: 'all' })
  for (const row of json.results) {
    expect(typeof row['executeViaCallableNow']).toBe('boolean')
    expect(['GET', 'POST']).toContain(row['method'])
    expect(typeof row['health']).toBe('number')
    const isSold = row['priceKnown'] === true || (row['networks'] as readonly string[]).length > 0
    expect(row['payable']).toBe(isSold ? 'x402' : null)
  }
})

test('sellers are counted among all that scored, not among the rows', async () => {
  const { json } = await route({ query: 'avalanche json', top: 1, include: 'all' })
  expect(json).toMatchObject({ returned: 1, sellersMatched: 2, sellers: 2 })
})

test.each([
  [{}, 'query'],
  [{ query: ' ' }, 'query'],
  [{ query: 'x', include: 'everyone' }, 'include'],
  [{ query: 'x', top: 'many' }, 'top'],
  [{ query: 5 }, 'query'],
  [{ query: 'x'.repeat(1_001) }, 'query'],
])('%j is refused by its field', async (body, field) => {
  const { status, json } = await route(body)
  expect(status).toBe(400)
  expect(json.error).toContain(field)
})

test.each([
  [0, 1],
  [-3, 1],
  [1_000, 25],
])('top %i means the nearest', async (top, most) => {
  const { json } = await route({ query: 'json', top })
  expect(json.results.length).toBe(most)
})

test('the index tells one seller, and all in pages', async () => {
  const get = async (query: string) =>
    (await fetch(`${service.url}/api/index${query}`)).json() as Promise<Answer>
  const all = await get('')
  expect(all).toMatchObject({
    spec: 'x402-index/1',
    totals: { sellers: 1, tools: 3 },
    nextCursor: null,
  })
  const { host } = new URL(seller.origin)
  for (const asked of [host, seller.origin]) {
    const { seller: record } = await get(`?seller=${encodeURIComponent(asked)}`)
    expect(record).toMatchObject({
      origin: seller.origin,
      displayName: 'Alpine desk',
      routable: true,
      health: 1,
      foundBy: 'operator',
      networks: ['eip155:8453'],
      history: [{ ok: true, error: null }],
    })
    expect(record.tools).toHaveLength(3)
  }
  const unknown = await fetch(`${service.url}/api/index?seller=nobody.example`)
  expect([unknown.status, ((await unknown.json()) as { error: string }).error]).toEqual([
    404,
    'No seller is known at nobody.example.',
  ])
})

test('the tool search names sellers that have what is asked for', async () => {
  const find = async (q: string) =>
    (await fetch(`${service.url}/api/find?q=${encodeURIComponent(q)}`)).json() as Promise<Answer>
  const { relatedSellers } = await find('avalanche danger level of a valley')
  const { host } = new URL(seller.origin)
  expect(relatedSellers).toEqual([
    {
      host,
      origin: seller.origin,
      toolCount: 3,
      sellerInfo: `${service.url}/api/index?seller=${encodeURIComponent(host)}`,
      routeAcross: `${service.url}/api/route`,
    },
  ])
  expect(await find('decode a jwt')).not.toHaveProperty('relatedSellers')
})

test('a board without a node says so, and is empty', async () => {
  const board = async (query: string) => {
    const answer = await fetch(`${service.url}/api/leaderboard${query}`)
    return { status: answer.status, json: (await answer.json()) as Answer }
  }
  expect(await board('?limit=3&include=external&sort=calls')).toMatchObject({
    status: 200,
    json: {
      spec: 'x402-leaderboard/1',
      top: 3,
      include: 'external',
      sort: 'calls',
      leaderboard: [],
      warming: true,
      coverage: {
        secondProvider: false,
        blocksRead: 0,
        blocksAgreed: 0,
        agreedShare: 0,
        chunksDiffered: 0,
        lastComparedAt: null,
      },
      cache: { lastError: 'No node of Base is set: EVM_RPC_BASE_URL names none.' },
    },
  })
  for (const [query, field] of [
    ['?top=0', 'top'],
    ['?sort=name', 'sort'],
    ['?include=self', 'include'],
  ] as const) {
    const { status, json } = await board(query)
    expect([status, json.error]).toEqual([400, expect.stringContaining(field)])
  }
})
