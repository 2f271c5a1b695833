import type { Capability, Host } from '../../base/core/capability.ts'
import { Fault } from '../../base/core/fault.ts'
import { NOT_SET_UP } from '../../base/core/inner-tool.ts'
import { isoTime } from '../../base/lib/iso-time.ts'
import { displayNameOf, isRoutable, networksOf, type Route, type Seller } from './routes.ts'
import { hostIn, MARKET, type Include, type MarketGood, type OutsideGood } from './market.ts'
import { dollarsOfNanos, type Nanos } from './price.ts'
import type { Ranked } from './rank.ts'
import { viaOf } from './execution-rungs.ts'

/** What is for sale here and elsewhere, for tools that look and buy nothing. */
export interface Shelf {
  search(wanted: SearchWish): Promise<readonly FoundTools[]>
  toolsOf(origin: string, most: number): Promise<SellerTools>
  compare(origins: readonly string[]): Promise<Comparison>
  candidates(task: string, most: number, include: Include): Promise<readonly Candidate[]>
  /** What tools of others that fit cost, on one network or on any. */
  benchmark(query: string, network: string | undefined): Promise<Benchmark>
}

export interface SearchWish {
  readonly q: string
  readonly network?: string | undefined
  readonly maxPriceUsd?: number | undefined
  readonly minHealth: number
  readonly limit: number
}

export type Benchmark = ReturnType<typeof spreadOf>

type FoundTools = ReturnType<typeof foundOf>
type SellerTools = ReturnType<typeof toolsIn>
type Candidate = ReturnType<typeof candidateIn>
interface Comparison {
  readonly sellers: readonly ReturnType<typeof comparedOf>[]
  readonly overlaps: readonly { readonly word: string; readonly origins: readonly string[] }[]
}

/** Filters leave out rows, so that more are looked at than are wanted. */
const LOOKED_PER_ROW = 4
const LOOKED_MAX = 100
const OVERLAPS_MAX = 20
/** What fits half as well as the best is of another kind. */
const FITS_MIN = 0.5
const EXAMPLES_MAX = 10
const WORD_MIN = 4

export const sellerMarket: Capability<Shelf> = {
  name: 'seller-market',
  settings: [],
  texts: 'public',
  open: (host) => () => createShelf(host),
}

function createShelf(host: Host): Shelf {
  const market = host.part?.(MARKET)
  if (!market) throw new Fault('not_configured', 'The index of sellers is not open here.')

  const sellerAt = async (origin: string): Promise<Seller | null> => market.sellerAt(hostIn(origin))

  return {
    async search({ q, network, maxPriceUsd, minHealth, limit }) {
      const looked = Math.min(LOOKED_MAX, limit * LOOKED_PER_ROW)
      const { ranked } = await market.find(q, looked, 'external')
      return ranked
        .flatMap((each) => (each.good.isOwn ? [] : [foundOf({ ...each, good: each.good })]))
        .filter(
          ({ networks, priceUsd, health }) =>
            (network === undefined || networks.includes(network)) &&
            (maxPriceUsd === undefined || (priceUsd !== null && priceUsd <= maxPriceUsd)) &&
            health >= minHealth,
        )
        .slice(0, limit)
    },
    toolsOf: async (origin, most) => toolsIn(origin, await sellerAt(origin), most),
    async compare(origins) {
      const looked = await Promise.all(
        origins.map(async (origin) => ({ origin, seller: await sellerAt(origin) })),
      )
      const sellers = looked.flatMap(({ seller }) => seller ?? [])
      const byWord = new Map<string, Set<string>>()
      for (const { routes, origin } of sellers)
        for (const word of wordsIn(routes)) {
          const known = byWord.get(word) ?? new Set()
          byWord.set(word, known.add(origin))
        }
      const overlaps = [...byWord]
        .filter(([, own]) => own.size > 1)
        .map(([word, own]) => ({ word, origins: [...own] }))
        .toSorted((a, b) => b.origins.length - a.origins.length || (a.word < b.word ? -1 : 1))
      return { sellers: looked.map(comparedOf), overlaps: overlaps.slice(0, OVERLAPS_MAX) }
    },
    async benchmark(query, network) {
      const [{ ranked }, own] = await Promise.all([
        market.find(query, LOOKED_MAX, 'external'),
        market.find(query, 1, 'self'),
      ])
      const best = ranked[0]?.score ?? 0
      const fitting = ranked.flatMap(({ good, score }) =>
        good.isOwn || score < best * FITS_MIN ? [] : [{ good, score }],
      )
      const wanted = fitting.filter(
        ({ good }) => network === undefined || networksOf(good.route).includes(network),
      )
      return spreadOf(wanted, own.ranked[0]?.good ?? null)
    },
    async candidates(task, most, include) {
      const { ranked } = await market.find(task, most, include)
      return ranked.map(candidateIn)
    },
  }
}

const priceUsdOf = (price: Nanos | null): number | null =>
  price === null ? null : dollarsOfNanos(price)

function foundOf({ good, score }: Omit<Ranked<MarketGood>, 'good'> & { good: OutsideGood }) {
  const { route, of: seller } = good
  return {
    seller: seller.origin,
    sellerName: displayNameOf(seller),
    slug: good.slug,
    name: good.name,
    route: `${route.method ?? 'GET'} ${new URL(route.url).pathname}`,
    url: route.url,
    priceUsd: priceUsdOf(good.price),
    networks: [...networksOf(route)],
    health: good.health,
    payers30d: route.traffic?.payers30d ?? null,
    routerDispatchEligible: good.verdict().eligible,
    score,
  }
}

function toolsIn(origin: string, seller: Seller | null, most: number) {
  if (!seller) return { origin, listed: false, name: null, tools: [], count: 0, crawledIso: null }
  return {
    origin: seller.origin,
    listed: true,
    name: displayNameOf(seller),
    tools: seller.routes.slice(0, most).map((route) => ({
      slug: route.slug,
      name: route.name,
      method: route.method,
      url: route.url,
      priceUsd: priceUsdOf(route.price),
      networks: [...networksOf(route)],
      category: route.category,
      description: route.description,
      requestContract: route.input,
    })),
    count: seller.routes.length,
    crawledIso: isoTime(seller.crawled),
  }
}

interface Fitting {
  readonly good: OutsideGood
  readonly score: number
}

function spreadOf(fitting: readonly Fitting[], own: MarketGood | null) {
  const priced = fitting.flatMap(({ good, score }) =>
    good.price === null || good.price === 0 ? [] : [{ good, score, price: good.price }],
  )
  const prices = priced.map(({ price }) => price).toSorted((a, b) => a - b)
  // The price below which that share of all lies, as one of them.
  const at = (share: number): number | null => {
    const price = prices[Math.max(0, Math.ceil(share * prices.length) - 1)]
    return price === undefined ? null : dollarsOfNanos(price)
  }
  return {
    offers: priced.length,
    sellers: new Set(priced.map(({ good }) => good.of.domain)).size,
    unpriced: fitting.length - priced.length,
    minUsd: at(0),
    p25Usd: at(0.25),
    medianUsd: at(0.5),
    p75Usd: at(0.75),
    maxUsd: at(1),
    ownPriceUsd: own && priceUsdOf(own.price),
    ownSlug: own?.slug ?? null,
    examples: priced.slice(0, EXAMPLES_MAX).map(({ good, score, price }) => ({
      seller: good.seller,
      name: good.name,
      url: good.route.url,
      priceUsd: dollarsOfNanos(price),
      score,
    })),
  }
}

interface Looked {
  readonly origin: string
  readonly seller: Seller | null
}

function comparedOf({ origin, seller }: Looked) {
  const routes = seller?.routes ?? []
  const prices = routes.flatMap(({ price }) => (price === null || price === 0 ? [] : [price]))
  const middle = prices.toSorted((a, b) => a - b)[Math.floor((prices.length - 1) / 2)]
  const calls = routes.map(({ traffic }) => traffic?.calls30d ?? 0)
  return {
    origin,
    listed: seller !== null,
    name: seller && displayNameOf(seller),
    toolCount: routes.length,
    pricedToolCount: prices.length,
    medianPriceUsd: middle === undefined ? null : dollarsOfNanos(middle),
    networks: [...new Set(routes.flatMap(networksOf))],
    health: seller?.health ?? null,
    lastCrawlGood: seller !== null && isRoutable(seller),
    calls30d: calls.reduce((sum, each) => sum + each, 0),
    payers30d: Math.max(0, ...routes.map(({ traffic }) => traffic?.payers30d ?? 0)),
  }
}

/** Words of names, by which two sellers are seen to sell the same. */
const wordsIn = (routes: readonly Route[]): ReadonlySet<string> =>
  new Set(
    routes.flatMap(({ name }) =>
      (name.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => word.length >= WORD_MIN),
    ),
  )

function candidateIn({ good, score }: Ranked<MarketGood>) {
  const { executeVia, executeViaCallableNow } = viaOf(good) as Via
  return {
    seller: good.seller,
    slug: good.slug,
    name: good.name,
    url: good.isOwn ? good.url : good.route.url,
    priceUsd: priceUsdOf(good.price),
    score,
    callableNow: good.isOwn ? good.alone !== NOT_SET_UP : executeViaCallableNow === true,
    executeVia: executeVia?.tool ?? null,
  }
}

interface Via {
  readonly executeVia?: { readonly tool: string }
  readonly executeViaCallableNow?: boolean
}
