import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestService, type TestService } from './support/service.ts'
import nominatim from './support/upstreams/nominatim.ts'
import metNorway from './support/upstreams/met-norway.ts'

let service: TestService
beforeAll(async () => {
  const settings = { FREE_MODE: 'true', ...(await nominatim()), ...(await metNorway()) }
  service = await openTestService({ settings })
})
afterAll(async () => service.stop())

async function call(path: string, body?: unknown) {
  const request = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  const response = await fetch(service.url + path, request)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const TRIP = { stops: 'Berlin, Paris', startIso: '2026-06-05T18:00:00Z' }

test('one call runs every step', async () => {
  const { status, body } = await call('/api/skill/trip-planner', TRIP)
  expect([status, body['summary']]).toEqual([200, '6/6 steps succeeded'])
})

test('a missing required field is refused', async () => {
  const { status, body } = await call('/api/skill/trip-planner', { stops: TRIP.stops })
  expect([status, body['error']]).toEqual([400, expect.stringMatching(/^startIso: is required/)])
})

test.each([
  ['article-digest', { topic: 'x' }],
  ['search-and-cite', { question: 'x' }],
])('%s is not quoted if none of its steps can run', async (slug, input) => {
  const { status, body } = await call(`/api/skill/${slug}`, input)
  expect([status, body['error']]).toEqual([503, expect.stringContaining('BRAVE_')])
})

test('a pack costs no more than its tools bought one by one', async () => {
  const { endpoints } = (await call('/api/pricing')).body as { endpoints: Priced[] }
  const prices = new Map(endpoints.map(({ slug, priceUsd }) => [slug, micros(priceUsd)]))
  const { packs } = (await call('/api/skill-packs.json')).body as { packs: PricedPack[] }
  expect(packs.length).toBeGreaterThan(50)
  for (const { slug, price, aLaCarteUsd, toolSlugs } of packs) {
    const sum = toolSlugs.reduce((all, tool) => all + prices.get(tool)!, 0)
    expect([slug, micros(aLaCarteUsd)]).toEqual([slug, sum])
    expect(micros(Number(price.slice(1))), slug).toBeLessThanOrEqual(sum)
  }
})

interface Priced {
  readonly slug: string
  readonly priceUsd: number
}

interface PricedPack {
  readonly slug: string
  readonly price: string
  readonly aLaCarteUsd: number
  readonly toolSlugs: readonly string[]
}

const micros = (dollars: number): number => Math.round(dollars * 1e6)

const EIGHT = [
  'search-and-cite',
  'article-digest',
  'trip-planner',
  'location-intel',
  'domain-age',
  'domain-intel',
  'entity-enrich',
  'fraud-signals',
]

test('packs are found and listed with every field', async () => {
  const fields = {
    slug: 'trip-planner',
    title: 'Trip planner',
    tagline: expect.any(String),
    toolSlugs: expect.arrayContaining(['geocode', 'weather-forecast']),
    url: expect.stringMatching(/^http.+\/tools\/skill-trip-planner$/),
    promptName: 'skill-trip-planner',
    method: 'POST',
    route: '/api/skill/trip-planner',
    callUrl: expect.stringMatching(/^http.+\/api\/skill\/trip-planner$/),
    price: '$0.006',
    aLaCarteUsd: 0.006,
    oneCall: expect.any(String),
  }
  const listed = (await call('/api/skill-packs.json')).body['packs']
  expect(listed).toContainEqual({ ...fields, score: 0 })
  const slugs = (listed as readonly { readonly slug: string }[]).map(({ slug }) => slug)
  expect(slugs).toEqual(expect.arrayContaining(EIGHT))
  const found = (await call('/api/find?q=plan+a+trip')).body
  expect(found['packs']).toContainEqual({ ...fields, score: expect.any(Number) })
  const results = found['results'] as readonly { slug: string; category: string }[]
  expect(results).toContainEqual(
    expect.objectContaining({ slug: 'skill-trip-planner', category: 'skill-pack' }),
  )
})
