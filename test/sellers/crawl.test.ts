/** @module-tag long */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startLoopProbe } from '../../bench/support/loop-probe.ts'
import { createClient } from '../../src/outside/net/request.ts'
import { createSellerKeeper } from '../../src/buying/sellers/refresh.ts'
import { openMarket, type OwnGood } from '../../src/buying/sellers/market.ts'
import type { Nanos } from '../../src/buying/sellers/price.ts'
import type { Evidence } from '../../src/buying/sellers/verdict.ts'
import { createSellerStore } from '../../src/stores/sellers.ts'
import { ENGINES, useDatabase } from '../support/engines.ts'
import {
  acceptOn,
  startSeller,
  type Page,
  type SmallSeller,
} from '../support/sellers/small-seller.ts'

function* noGoods(): Generator<void, OwnGood[]> {
  yield
  return []
}

const noEvidence: Evidence = {
  spendChains: [],
  floor: { settled: 50, payers: 3 },
  unprovenMax: 0 as Nanos,
  historyOf: () => undefined,
  selfFundedOf: () => undefined,
  isShared: () => false,
  failing: [],
}

const HOUR_MS = 3_600_000
const LARGE = Buffer.alloc(50_000_000, 0x20)
const { signal } = new AbortController()
const trusted = createClient({ policy: 'trusted' })
const publicWeb = createClient({ policy: 'publicWeb' })
const open: SmallSeller[] = []
const begin = async (pages: Readonly<Record<string, Page>>): Promise<SmallSeller> => {
  const seller = await startSeller(pages)
  open.push(seller)
  return seller
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((seller) => seller.stop()))
})
afterAll(() => Promise.all([trusted.close(), publicWeb.close()]))

const manifest = (price: string) => ({
  name: 'Weather of the north',
  payTo: '0x1111111111111111111111111111111111111111',
  network: 'base',
  endpoints: [{ path: '/forecast', method: 'GET', description: 'Snow depth of a valley', price }],
})
const quote = (amount: string) => ({
  status: 402,
  json: { x402Version: 2, accepts: [acceptOn('eip155:8453', amount)] },
})

describe.each(ENGINES)('$name', (engine) => {
  const db = useDatabase(engine)
  let now = 0
  beforeAll(() => void (now = Date.parse('2026-11-22T00:00:00Z')))

  function parts(
    named: readonly string[],
    registries: readonly { name: string; url: string }[] = [],
  ) {
    const store = createSellerStore(db())
    // Registries are played on loopback, where only what is trusted may be.
    const clients = { trusted, publicWeb: registries.length > 0 ? trusted : publicWeb }
    const keeper = createSellerKeeper({ store, named, registries, ...clients, now: () => now })
    const market = openMarket({
      store,
      own: noGoods,
      evidence: noEvidence,
      failingAt: () => [],
      now: () => now,
      onTrouble: (what, cause) => {
        throw new Error(what, { cause })
      },
    })
    const crawlAgain = async (): Promise<void> => {
      now += 7 * HOUR_MS
      await keeper.crawlDue(signal)
    }
    const only = async (origin: string) => {
      now += 60_000
      // The first to ask after a change starts the look at it.
      await market.sellers()
      for (;;) {
        const found = (await market.sellers()).find((each) => each.origin === origin)
        if (found?.crawled === now - 60_000 || (found && registries.length > 0)) return found
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    return { store, keeper, crawlAgain, only }
  }

  test('the live 402 counts before the manifest, and both are kept', async () => {
    const seller = await begin({
      '/.well-known/x402': { json: manifest('$0.004') },
      '/forecast': quote('5000'),
    })
    const { crawlAgain, only, store } = parts([seller.origin])
    await crawlAgain()
    const { routes, name, health, wallets } = await only(seller.origin)
    expect({ name, health }).toEqual({ name: 'Weather of the north', health: 1 })
    expect(routes).toHaveLength(1)
    expect(routes[0]).toMatchObject({
      slug: 'forecast',
      price: 5_000_000,
      sources: ['402', 'well-known'],
      isInConflict: false,
    })
    expect([...wallets]).toEqual(['0x1111111111111111111111111111111111111111'])
    expect(await store.crawls(seller.origin)).toMatchObject([{ ok: 1, routes: 2, error: null }])
  })

  test('a document that has not changed is not sent again, and what it said stays', async () => {
    const sent: string[] = []
    const document = { text: JSON.stringify(manifest('$0.004')), etag: '"one"' }
    const seller = await begin({
      '/.well-known/x402': (request, response) => {
        const isSame = request.headers['if-none-match'] === document.etag
        sent.push(isSame ? 'same' : 'whole')
        response.writeHead(isSame ? 304 : 200, { etag: document.etag })
        response.end(isSame ? undefined : document.text)
      },
      '/forecast': quote('4000'),
    })
    const { crawlAgain, only, store } = parts([seller.origin])
    await crawlAgain()
    await crawlAgain()
    await crawlAgain()
    expect(sent).toEqual(['whole', 'same', 'same'])
    const { routes, name } = await only(seller.origin)
    expect({ name, routes: routes.length }).toEqual({ name: 'Weather of the north', routes: 1 })
    expect(routes[0]).toMatchObject({ sources: ['402', 'well-known'], seen: now - 60_000 })
    expect(await store.crawls(seller.origin)).toMatchObject([{ ok: 1 }, { ok: 1 }, { ok: 1 }])
    Object.assign(document, { text: JSON.stringify(manifest('$0.008')), etag: '"two"' })
    seller.pages = { ...seller.pages, '/forecast': quote('8000') }
    await crawlAgain()
    expect(sent.at(-1)).toBe('whole')
    expect((await only(seller.origin)).routes[0]).toMatchObject({ price: 8_000_000 })
  })

  test('a price that changes says since when; one that stays keeps its day', async () => {
    const seller = await begin({ '/.well-known/x402': { json: manifest('$0.004') } })
    const { crawlAgain, only } = parts([seller.origin])
    await crawlAgain()
    const first = now
    await crawlAgain()
    expect((await only(seller.origin)).routes[0]).toMatchObject({
      price: 4_000_000,
      priceSince: first,
      seen: now - 60_000,
    })
    seller.pages = { '/.well-known/x402': { json: manifest('$0.008') } }
    await crawlAgain()
    const changed = now
    expect((await only(seller.origin)).routes[0]).toMatchObject({
      price: 8_000_000,
      priceSince: changed,
    })
  })

  test('a crawl that fails keeps what was known, and lowers the health', async () => {
    const seller = await begin({ '/.well-known/x402': { json: manifest('$0.004') } })
    const { crawlAgain, only } = parts([seller.origin])
    await crawlAgain()
    seller.pages = {}
    await crawlAgain()
    const { routes, health, error } = await only(seller.origin)
    expect({ routes: routes.length, health, error }).toEqual({
      routes: 1,
      health: 0.5,
      error: 'lists nothing that is for sale',
    })
  })

  test('what robots.txt forbids is not asked for', async () => {
    const seller = await begin({
      '/robots.txt': { text: 'User-agent: *\nDisallow: /forecast\n' },
      '/.well-known/x402': { json: manifest('$0.004') },
      '/forecast': quote('5000'),
    })
    const { crawlAgain, only } = parts([seller.origin])
    await crawlAgain()
    expect((await only(seller.origin)).routes[0]).toMatchObject({ sources: ['well-known'] })
    expect(seller.asked.filter((line) => line.includes('/forecast'))).toEqual([])
  })

  test('an API document sells where its own server is, and nowhere foreign', async () => {
    const seller = await begin({
      '/openapi.json': {
        json: {
          info: { title: 'Tides' },
          servers: [{ url: 'http://127.0.0.1/elsewhere' }],
          paths: {
            '/free': { get: { responses: {} } },
            '/tides': {
              post: {
                summary: 'Tide table',
                'x-payment-info': { price: { mode: 'fixed', currency: 'USD', amount: '0.02' } },
              },
            },
          },
        },
      },
    })
    const { crawlAgain, only } = parts([seller.origin])
    await crawlAgain()
    const { routes, name } = await only(seller.origin)
    expect(name).toBe('Tides')
    expect(routes.map(({ method, price }) => [method, price])).toEqual([['POST', 20_000_000]])
  })

  const hostile: readonly (readonly [string, Readonly<Record<string, Page>>])[] = [
    ['HTML', { '/.well-known/x402': { text: '<html>Welcome</html>' } }],
    ['a negative price', { '/.well-known/x402': { json: manifest('$-1') } }],
    [
      '100,000 routes',
      {
        '/.well-known/x402': {
          json: { resources: Array.from({ length: 100_000 }, (_, at) => `/r/${at}`) },
        },
      },
    ],
    ['nesting', { '/.well-known/x402': { text: `${'['.repeat(100_000)}1` } }],
    [
      '50 MB',
      {
        '/.well-known/x402': (_request, response) => void response.writeHead(200).end(LARGE),
      },
    ],
    [
      'redirects without end',
      {
        '/.well-known/x402': (_request, response) =>
          void response.writeHead(302, { location: '/.well-known/x402' }).end(),
      },
    ],
    [
      'a redirect to another host',
      {
        '/.well-known/x402': (_request, response) =>
          void response.writeHead(302, { location: 'http://127.0.0.2:1/x402' }).end(),
      },
    ],
    [
      'routes of another host',
      { '/.well-known/x402': { json: { resources: ['https://victim.example/api'] } } },
    ],
  ]
  test.each(engine.name === 'SQLite' ? hostile : hostile.slice(0, 1))(
    '%s breaks nothing',
    async (_, pages) => {
      const seller = await begin(pages)
      const { crawlAgain, only } = parts([seller.origin])
      expect(await blockOf(crawlAgain)).toBeLessThan(250)
      const { routes } = await only(seller.origin)
      expect(
        routes.every(({ price, url }) => price === null && url.startsWith(seller.origin)),
      ).toBe(true)
    },
  )

  test('duplicate keys: the listing is shown, and nothing of it is worth a payment', async () => {
    const text = '{"endpoints":[{"path":"/a","price":"$0.001","price":"free"}]}'
    const seller = await begin({ '/.well-known/x402': { text } })
    const { crawlAgain, only } = parts([seller.origin])
    await crawlAgain()
    expect((await only(seller.origin)).routes).toHaveLength(1)
  })

  test('strangers that a registry names on private addresses are never asked', async () => {
    const seller = await begin({ '/.well-known/x402': { json: manifest('$0.004') } })
    const { store, crawlAgain } = parts([])
    await store.found([{ origin: seller.origin, name: '' }], 'cdp', now)
    await crawlAgain()
    expect(seller.asked).toEqual([])
    const [crawl] = await store.crawls(seller.origin)
    expect(crawl).toMatchObject({ ok: 0, routes: 0 })
  })

  describe('a registry', () => {
    const item = (at: number, host = 'one') => ({
      resource: `https://${host}.example/r/${at}`,
      type: 'http',
      accepts: [acceptOn('eip155:8453', String(1_000 + at))],
      description: `Route ${at}`,
      quality: { l30DaysTotalCalls: 10 * at, l30DaysUniquePayers: at },
    })
    const registry =
      (all: readonly unknown[]): Page =>
      (request, response) => {
        const query = new URL(request.url ?? '/', 'http://registry').searchParams
        const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
        const items = all.slice(offset, offset + limit)
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(
          JSON.stringify({
            x402Version: 2,
            items,
            pagination: { limit, offset, total: all.length },
          }),
        )
      }
    const walk = async (name: string, pages: Page, again?: Page) => {
      const server = await begin({ '/resources': pages })
      const given = parts([], [{ name, url: `${server.origin}/resources` }])
      await given.keeper.walkDue(signal)
      if (again) {
        now += 7 * HOUR_MS
        server.pages = { '/resources': again }
        await given.keeper.walkDue(signal)
      }
      const row = (await given.store.registries()).find((each) => each.name === name)
      return { ...given, server, row }
    }

    test('is read to its end, once in six hours', async () => {
      const { row, server, keeper, only } = await walk(
        'whole',
        registry(Array.from({ length: 250 }, (_, at) => item(at))),
      )
      expect(row).toMatchObject({ items: 250, origins: 1, error: null })
      await keeper.walkDue(signal)
      expect(server.asked).toHaveLength(3)
      const { routes } = await only('https://one.example')
      expect(routes).toHaveLength(250)
      expect(routes.find(({ slug }) => slug === 'r-7')).toMatchObject({
        price: 1_007_000,
        traffic: { calls30d: 70, payers30d: 7 },
      })
    })

    test('that lists a route no more makes it be forgotten', async () => {
      const { store } = await walk(
        'shrinks',
        registry([item(1, 'two'), item(2, 'two'), item(3, 'two')]),
        registry([item(1, 'two'), item(2, 'two')]),
      )
      const rows = await store.routes(undefined, 10_000)
      expect(
        rows.filter(({ origin }) => origin === 'https://two.example').map(({ slug }) => slug),
      ).toEqual(['r-1', 'r-2'])
    })

    test('that brings less than half is not believed', async () => {
      const { store, row } = await walk(
        'halves',
        registry([item(1, 'three'), item(2, 'three'), item(3, 'three')]),
        registry([item(1, 'three')]),
      )
      expect(row).toMatchObject({ items: 3, error: 'brought less than half of the last walk' })
      const rows = await store.routes(undefined, 10_000)
      expect(rows.filter(({ origin }) => origin === 'https://three.example')).toHaveLength(3)
    })

    test.each([
      ['HTML', { text: '<html></html>' } satisfies Page, 'answered in an unknown shape'],
      ['a refusal', { json: {}, status: 403 } satisfies Page, 'answered 403'],
    ])('that answers %s is told as broken', async (what, page, error) => {
      const { row } = await walk(`broken ${what}`, page)
      expect(row).toMatchObject({ items: 0, error })
    })
  })
})

/** The longest that this thread worked at one go while it was done, in milliseconds. */
async function blockOf(work: () => Promise<void>): Promise<number> {
  const probe = startLoopProbe()
  await work()
  probe.stop()
  return probe.longest().worked
}
