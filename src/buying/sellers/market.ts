import { Fault } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { partKey } from '../../base/core/parts.ts'
import type { SpendChain } from '../purse/chains.ts'
import type { PaidSeller } from '../purse/delivery-record.ts'
import type { RouteRow } from '../../stores/seller-rows.ts'
import type { SellerStore } from '../../stores/sellers.ts'
import { lazily } from '../../base/lib/lazily.ts'
import { inSlices, type Sliced } from '../../engines/search/slices.ts'
import {
  candidateOf,
  fieldsOf,
  HEALTH_CRAWLS,
  requiredIn,
  routesOf,
  sellerOf,
  type Route,
  type Seller,
} from './routes.ts'
import { createGoodsIndex, type Good, type GoodsIndex, type Ranked } from './rank.ts'
import { judge, type Evidence, type SellerVerdict } from './verdict.ts'

export const INCLUDES = ['all', 'external', 'self'] as const
export type Include = (typeof INCLUDES)[number]

/** A tool of this service, in the form that offers of other sellers have. */
export interface OwnGood extends Good {
  readonly isOwn: true
  readonly url: string
  /**
   * Why only its own buyer can call it now: the rest of a sentence that begins with `it`. Null if
   * others can.
   */
  readonly alone: string | null
  /** Fields that a call must give. */
  readonly required: readonly string[]
  row(): Readonly<Record<string, unknown>>
}

/** A stranger's route, and its seller. */
export interface OutsideGood extends Good {
  readonly isOwn: false
  readonly route: Route
  readonly of: Seller
  /** By the evidence of this moment. */
  verdict(): SellerVerdict
}

export type MarketGood = OwnGood | OutsideGood

/** Fields that a call of it must give, as far as is known. */
export const requiredOf = (good: MarketGood): readonly string[] =>
  good.isOwn ? good.required : requiredIn(good.route.input)

export interface RankedGoods {
  readonly ranked: readonly Ranked<MarketGood>[]
  readonly matched: number
  /** Sellers among all that scored. */
  readonly sellersMatched: number
  /** Sellers that are known, this service among them. */
  readonly sellers: number
  /** Whether one of the best has what the question hangs on. */
  readonly isCovered: boolean
  /** How likely it is that one of them answers the question; 0 to 1. */
  readonly confidence: number
}

/** Everything that is for sale here and, as far as it is known, elsewhere. */
export interface Market {
  find(query: string, k: number, include: Include): Promise<RankedGoods>
  /** Sellers with a tool that covers the question, the best first. */
  related(query: string): Promise<readonly Seller[]>
  sellerAt(host: string): Promise<Seller | null>
  sellers(): Promise<readonly Seller[]>
  /** The rules by which a seller is judged, and what its last deliveries say now. */
  evidenceOn(seller: Pick<Seller, 'origin' | 'wallets'>): Evidence
  /** What one seller sells, each with its verdict. */
  goodsOf(seller: Seller): Promise<readonly OutsideGood[]>
  /** What is sold at an address. */
  goodAt(url: string): Promise<MarketGood | null>
  ownNamed(slug: string): Promise<MarketGood | null>
}

/** The market of this instance. */
export const MARKET = partKey<Market>('market')

export interface MarketParts {
  readonly store: SellerStore
  /** Own goods, built in slices because there are many. Values that can change are getters. */
  own(): Sliced<OwnGood[]>
  readonly evidence: Evidence
  /** Chains on which the last payments to a seller brought nothing. */
  failingAt(seller: PaidSeller): readonly SpendChain[]
  now(): number
  onTrouble(what: string, cause: unknown): void
}

/** How long a change elsewhere may go unseen. */
const REFRESH_MS = 10_000
/** A seller without a good crawl for so long is no longer listed. */
const LISTED_FOR_MS = 30 * DAY_MS
const RELATED_READ = 10
const RELATED_MAX = 3
const RELATED_SHARE_MIN = 0.8
const PAGE = 500
/** Rows that are held; the rest is left out, and said so. */
const ROUTES_MAX = 50_000

interface Stock {
  readonly version: number
  readonly sellers: readonly Seller[]
  /** Built by the first search. */
  goods(): Promise<readonly MarketGood[]>
  index(): Promise<GoodsIndex<MarketGood>>
}

/** Reads the store when it is first asked, and again when something has changed. */
export function openMarket(parts: MarketParts): Market {
  const { store, own, now, onTrouble } = parts
  let stock: Promise<Stock> | undefined
  let lookedAt = -Infinity
  let looking: Promise<void> | undefined

  async function stocked(): Promise<Stock> {
    stock ??= load(0)
    const held = await stock.catch((thrown: unknown) => {
      stock = undefined
      throw thrown
    })
    if (now() - lookedAt >= REFRESH_MS) looking ??= look(held).finally(() => (looking = undefined))
    return held
  }

  /** Requests in the meantime get the earlier state. */
  async function look(held: Stock): Promise<void> {
    lookedAt = now()
    try {
      const version = await store.version()
      if (version === held.version) return
      const next = await load(version)
      stock = Promise.resolve(next)
    } catch (cause) {
      onTrouble('the index of sellers', cause)
    }
  }

  async function load(version: number): Promise<Stock> {
    lookedAt = now()
    const at = version || (await store.version())
    const sellers = await sellersIn(store, now())
    const goods = lazily(async (): Promise<readonly MarketGood[]> => {
      const outside = sellers.flatMap((seller) =>
        seller.routes.map((route) => goodOf(route, seller, parts)),
      )
      return [...(await inSlices(own())), ...outside]
    })
    const index = lazily(async () => createGoodsIndex(await goods()))
    return { version: at, sellers, goods, index }
  }

  async function relatedTo(query: string): Promise<readonly Seller[]> {
    const { index, sellers } = await stocked()
    if (sellers.length === 0) return []
    const { ranked, isCovered } = (await index()).top(query, RELATED_READ, ({ isOwn }) => !isOwn)
    if (!isCovered) return []
    const best = ranked[0]?.score ?? 0
    const near = ranked.filter(({ score }) => score >= best * RELATED_SHARE_MIN)
    const found = near.flatMap(({ good }) => (good.isOwn ? [] : [good.of]))
    return [...new Set(found)].slice(0, RELATED_MAX)
  }

  return {
    async find(query, k, include) {
      const { index: indexOf, sellers } = await stocked()
      const index = await indexOf()
      const isWanted = ({ isOwn }: MarketGood): boolean =>
        include === 'all' || isOwn === (include === 'self')
      return { ...index.top(query, k, isWanted), sellers: sellers.length + 1 }
    },
    /** The search works without it: errors are logged. */
    related: (query) =>
      relatedTo(query).catch((cause: unknown) => {
        onTrouble('the index of sellers', cause)
        return []
      }),
    async sellerAt(host) {
      const { sellers } = await stocked()
      return sellers.find(({ origin }) => new URL(origin).host === host) ?? null
    },
    sellers: async () => (await stocked()).sellers,
    evidenceOn: (seller) => evidenceOn(seller, parts),
    async goodsOf({ origin }) {
      const { goods } = await stocked()
      return (await goods()).filter(
        (good): good is OutsideGood => !good.isOwn && good.of.origin === origin,
      )
    },
    async goodAt(url) {
      const { goods } = await stocked()
      return (await goods()).find((good) => addressOf(good) === url) ?? null
    },
    async ownNamed(slug) {
      const { goods } = await stocked()
      return (await goods()).find((good) => good.isOwn && good.slug === slug) ?? null
    },
  }
}

async function sellersIn(store: SellerStore, now: number): Promise<readonly Seller[]> {
  const [rows, healths] = await Promise.all([
    store.sellers(now - LISTED_FOR_MS),
    store.health(HEALTH_CRAWLS),
  ])
  const byOrigin = new Map<string, RouteRow[]>()
  let last: RouteRow | undefined
  for (let read = 0; read < ROUTES_MAX;) {
    const page = await store.routes(last, PAGE)
    for (const row of page) {
      const known = byOrigin.get(row.origin) ?? []
      if (known.length === 0) byOrigin.set(row.origin, known)
      known.push(row)
    }
    read += page.length
    last = page.at(-1)
    if (page.length < PAGE) break
  }
  const health = new Map(
    healths.map(({ origin, good, all }) => [origin, Number(good) / Number(all)]),
  )
  return rows.map((row) =>
    sellerOf(row, health.get(row.origin) ?? null, routesOf(byOrigin.get(row.origin) ?? [])),
  )
}

/** What strangers write into names must not outweigh what others say in a sentence. */
const NAME_WORDS_MAX = 12
const DESCRIPTION_CHARACTERS_MAX = 1_000

type Judging = Pick<MarketParts, 'evidence' | 'failingAt'>
type Judged = Pick<Seller, 'origin' | 'wallets'>

/** A wallet that several sellers claim proves nothing about any of them: anybody can list it. */
const failingOf = ({ origin, wallets }: Judged, { evidence, failingAt }: Judging) =>
  failingAt({ origin, wallets: [...wallets].filter((wallet) => !evidence.isShared(wallet)) })

const evidenceOn = (seller: Judged, parts: Judging): Evidence => ({
  ...parts.evidence,
  failing: failingOf(seller, parts),
})

const addressOf = (good: MarketGood): string => (good.isOwn ? good.url : good.route.url)

function goodOf(route: Route, seller: Seller, parts: Judging): OutsideGood {
  const { slug, name, description, category, price, input, output, traffic } = route
  return {
    isOwn: false,
    route,
    of: seller,
    verdict: () => judge(candidateOf(route, seller), evidenceOn(seller, parts)),
    isFailing: () => failingOf(seller, parts).length > 0,
    seller: seller.origin,
    owners: [seller.domain, ...seller.wallets],
    slug,
    name: name.split(' ').slice(0, NAME_WORDS_MAX).join(' '),
    description: description.slice(0, DESCRIPTION_CHARACTERS_MAX),
    category: category ?? '',
    inputs: fieldsOf(input),
    details: [],
    outputs: fieldsOf(output),
    health: seller.health ?? 0,
    payers30d: traffic?.payers30d ?? 0,
    price,
    isCurated: traffic?.curated ?? false,
  }
}

/** `example.com`, `https://example.com/x` or `example.com:8080` as the host that it names. */
export function hostIn(text: string): string {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  if (!url) throw new Fault('bad_input', 'seller: must be a host or an address such as example.com')
  return url.host
}
