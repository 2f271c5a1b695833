import type { Db, Statement } from '../base/core/db.ts'
import type { RouteRow, SellerRow } from './seller-rows.ts'

export type DueSeller = Pick<SellerRow, 'origin' | 'name' | 'first_seen' | 'good_crawl'>

export interface Observation extends Pick<RouteRow, 'slug' | 'source' | 'route' | 'price'> {
  /** Wallets that it names, on networks with real money. */
  readonly wallets: readonly string[]
}

/** A document of a seller, as it was read last: what has not changed is not sent again. */
export interface SellerDocument {
  readonly source: string
  readonly path: string
  readonly etag: string
}

export interface Crawl {
  readonly at: number
  readonly ok: number
  readonly ms: number
  readonly routes: number
  readonly error: string | null
}

/** A price that a source named for a route, and since when. */
export interface PriceSeen extends Pick<RouteRow, 'slug' | 'source' | 'price'> {
  readonly since: number
}

export interface Crawled {
  readonly origin: string
  readonly name: string
  readonly ms: number
  /** Why it failed; then what was known before stays. */
  readonly error: string | null
  readonly observations: readonly Observation[]
  readonly documents?: readonly SellerDocument[]
  readonly nextCrawl: number
}

/** Crawls of one seller that are kept. */
const CRAWLS_KEPT = 50
export const OBSERVATIONS_PER_BATCH = 200

/** What a source says of a route; since when it has named its price is kept. */
export const observed = (origin: string, each: Observation, now: number): Statement => ({
  sql: `insert into seller_routes (origin, slug, source, route, price, price_since, seen)
    values ($1, $2, $3, $4, $5, $6, $6)
    on conflict (origin, slug, source) do update set route = excluded.route,
      price_since = case when seller_routes.price = excluded.price
        or (seller_routes.price is null and excluded.price is null)
        then seller_routes.price_since else excluded.price_since end,
      price = excluded.price, seen = excluded.seen`,
  values: [origin, each.slug, each.source, each.route, each.price, now],
})

/** Prices of one seller that are kept, the newest of all its routes. */
const PRICES_KEPT = 1_000

/** Each price that a source has named since `now` joins the history of the seller. */
export const pricesKept = (origin: string, now: number): readonly Statement[] => [
  {
    sql: `insert into seller_prices (origin, slug, source, since, price)
      select origin, slug, source, price_since, price from seller_routes
        where origin = $1 and price_since = $2
      on conflict (origin, slug, source, since) do nothing`,
    values: [origin, now],
  },
  {
    sql: `delete from seller_prices where origin = $1 and since < (select since from seller_prices
      where origin = $1 order by since desc limit 1 offset ${PRICES_KEPT})`,
    values: [origin],
  },
]

export const claimed = (origin: string, wallet: string, now: number): Statement => ({
  sql: `insert into seller_wallets values ($1, $2, $3)
    on conflict (wallet, origin) do update set seen = excluded.seen`,
  values: [wallet, origin, now],
})

export const walletsIn = (observations: readonly Observation[]): readonly string[] => [
  ...new Set(observations.flatMap(({ wallets }) => wallets)),
]

const forgetDocuments = (origin: string): Statement => ({
  sql: 'delete from seller_documents where origin = $1',
  values: [origin],
})

const keepDocument = (origin: string, { source, path, etag }: SellerDocument): Statement => ({
  sql: `insert into seller_documents values ($1, $2, $3, $4)
    on conflict (origin, source) do update set path = excluded.path, etag = excluded.etag`,
  values: [origin, source, path, etag],
})

/** The crawls of sellers: time, result, and documents. */
export function createCrawlLog(db: Db) {
  return {
    due: (now: number, most: number) =>
      db.all<DueSeller>(
        `select origin, name, first_seen, good_crawl from sellers
          where next_crawl <= $1 order by next_crawl limit $2`,
        [now, most],
      ),
    documents: (origin: string) =>
      db.all<SellerDocument>('select source, path, etag from seller_documents where origin = $1', [
        origin,
      ]),
    /** The routes in the last reading of one source, as it describes them. */
    routesFrom: async (origin: string, source: string, most: number): Promise<string[]> => {
      const rows = await db.all<{ route: string }>(
        'select route from seller_routes where origin = $1 and source = $2 order by slug limit $3',
        [origin, source, most],
      )
      return rows.map(({ route }) => route)
    },
    async crawled(crawl: Crawled, now: number) {
      const { origin, name, ms, error, observations, documents = [], nextCrawl } = crawl
      const sources = [...new Set(observations.map(({ source }) => source))]
      for (let at = 0; at < observations.length; at += OBSERVATIONS_PER_BATCH)
        await db.batch(
          observations
            .slice(at, at + OBSERVATIONS_PER_BATCH)
            .map((each) => observed(origin, each, now)),
          'soon',
        )
      await db.batch([
        ...walletsIn(observations).map((wallet) => claimed(origin, wallet, now)),
        ...pricesKept(origin, now),
        ...sources.map((source) => ({
          sql: 'delete from seller_routes where origin = $1 and source = $2 and seen < $3',
          values: [origin, source, now],
        })),
        {
          sql: `update sellers set name = $2, crawled = $3, error = $4, next_crawl = $5,
              good_crawl = coalesce($6, good_crawl), changed = $3
            where origin = $1`,
          values: [origin, name, now, error, nextCrawl, error === null ? now : null],
        },
        ...(error === null ? [forgetDocuments(origin)] : []),
        ...documents.map((document) => keepDocument(origin, document)),
        {
          sql: `insert into seller_crawls values ($1, $2, $3, $4, $5, $6)
            on conflict (origin, at) do nothing`,
          values: [origin, now, error === null ? 1 : 0, ms, observations.length, error],
        },
        {
          sql: `delete from seller_crawls where origin = $1 and at not in
            (select at from seller_crawls where origin = $1 order by at desc limit ${CRAWLS_KEPT})`,
          values: [origin],
        },
      ])
    },
    /** The latest first. */
    prices: (origin: string, most: number) =>
      db.all<PriceSeen>(
        `select slug, source, since, price from seller_prices where origin = $1
          order by since desc, slug, source limit $2`,
        [origin, most],
      ),
    /** Whether any seller has been crawled yet. */
    hasCrawled: async (): Promise<boolean> =>
      (await db.one('select origin from sellers where crawled is not null limit 1')) !== null,
    /** The latest first. */
    crawls: (origin: string) =>
      db.all<Crawl>(
        'select at, ok, ms, routes, error from seller_crawls where origin = $1 order by at desc',
        [origin],
      ),
    /** Crawls that were good, and all, of the latest few of each seller. */
    health: (latest: number) =>
      db.all<{ origin: string; good: number; all: number }>(
        `select origin, sum(ok) as good, count(*) as "all" from (
            select origin, ok, row_number() over (partition by origin order by at desc) as place
            from seller_crawls) as ranked
          where place <= $1 group by origin`,
        [latest],
      ),
  }
}
