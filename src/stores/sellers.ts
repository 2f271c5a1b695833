import type { Db, Statement } from '../core/db.ts'
import type { Migration } from './migrate.ts'

export const sellerMigrations: readonly Migration[] = [
  {
    name: 'sellers-1',
    sql: [
      `create table sellers (origin text primary key, name text not null, found_by text not null,
        first_seen bigint not null, next_crawl bigint not null, crawled bigint, good_crawl bigint,
        error text, changed bigint not null)`,
      'create index sellers_due on sellers (next_crawl)',
      'create index sellers_changed on sellers (changed)',
      `create table seller_crawls (origin text not null, at bigint not null, ok integer not null,
        ms integer not null, routes integer not null, error text, primary key (origin, at))`,
      `create table seller_routes (origin text not null, slug text not null, source text not null,
        route text not null, price bigint, price_since bigint not null, seen bigint not null,
        primary key (origin, slug, source))`,
      `create table seller_registries (name text primary key, walked bigint not null,
        items integer not null, origins integer not null, error text)`,
    ],
  },
  {
    name: 'sellers-2',
    sql: [
      `create table seller_wallets (wallet text not null, origin text not null, seen bigint not null,
        primary key (wallet, origin))`,
      'create index seller_wallets_of on seller_wallets (origin)',
    ],
  },
  {
    name: 'sellers-3',
    sql: [
      `create table seller_documents (origin text not null, source text not null, path text not null,
        etag text not null, primary key (origin, source))`,
    ],
  },
]

export interface SellerRow {
  readonly origin: string
  readonly name: string
  /** Who told of it: `operator`, or a registry. */
  readonly found_by: string
  readonly first_seen: number
  readonly crawled: number | null
  readonly good_crawl: number | null
  /** Why the last crawl failed; null if it did not. */
  readonly error: string | null
}

export type DueSeller = Pick<SellerRow, 'origin' | 'name' | 'first_seen' | 'good_crawl'>

/** One observation: what one source says of one route. */
export interface RouteRow {
  readonly origin: string
  readonly slug: string
  readonly source: string
  /** JSON. */
  readonly route: string
  /** Billionths of a dollar; null where it is unknown. */
  readonly price: number | null
  /** Since when this source has said this price. */
  readonly price_since: number
  readonly seen: number
}

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

export interface RegistryRow {
  readonly name: string
  readonly walked: number
  readonly items: number
  readonly origins: number
  readonly error: string | null
}

/** Crawls of one seller that are kept. */
const CRAWLS_KEPT = 50
const OBSERVATIONS_PER_BATCH = 200

const found = (origin: string, by: string, name: string, now: number): Statement => ({
  sql: `insert into sellers (origin, name, found_by, first_seen, next_crawl, changed)
    values ($1, $2, $3, $4, $4, $4) on conflict (origin) do nothing`,
  values: [origin, name, by, now],
})

const observed = (origin: string, each: Observation, now: number): Statement => ({
  sql: `insert into seller_routes (origin, slug, source, route, price, price_since, seen)
    values ($1, $2, $3, $4, $5, $6, $6)
    on conflict (origin, slug, source) do update set route = excluded.route,
      price_since = case when seller_routes.price = excluded.price
        or (seller_routes.price is null and excluded.price is null)
        then seller_routes.price_since else excluded.price_since end,
      price = excluded.price, seen = excluded.seen`,
  values: [origin, each.slug, each.source, each.route, each.price, now],
})

const claimed = (origin: string, wallet: string, now: number): Statement => ({
  sql: `insert into seller_wallets values ($1, $2, $3)
    on conflict (wallet, origin) do update set seen = excluded.seen`,
  values: [wallet, origin, now],
})

const walletsIn = (observations: readonly Observation[]): readonly string[] => [
  ...new Set(observations.flatMap(({ wallets }) => wallets)),
]

const changed = (origin: string, now: number): Statement => ({
  sql: 'update sellers set changed = $2 where origin = $1',
  values: [origin, now],
})

const forgetDocuments = (origin: string): Statement => ({
  sql: 'delete from seller_documents where origin = $1',
  values: [origin],
})

const keepDocument = (origin: string, { source, path, etag }: SellerDocument): Statement => ({
  sql: `insert into seller_documents values ($1, $2, $3, $4)
    on conflict (origin, source) do update set path = excluded.path, etag = excluded.etag`,
  values: [origin, source, path, etag],
})

export type SellerStore = ReturnType<typeof createSellerStore>

export function createSellerStore(db: Db) {
  return {
    /** Sellers that are new are crawled as soon as may be. */
    async found(origins: readonly { origin: string; name: string }[], by: string, now: number) {
      if (origins.length > 0)
        await db.batch(
          origins.map(({ origin, name }) => found(origin, by, name, now)),
          'soon',
        )
    },
    /** What a registry says of routes. */
    async listed(byOrigin: ReadonlyMap<string, readonly Observation[]>, now: number) {
      for (const [origin, observations] of byOrigin)
        for (let at = 0; at < observations.length; at += OBSERVATIONS_PER_BATCH)
          await db.batch(
            observations
              .slice(at, at + OBSERVATIONS_PER_BATCH)
              .map((each) => observed(origin, each, now))
              .concat(
                walletsIn(observations.slice(at, at + OBSERVATIONS_PER_BATCH)).map((wallet) =>
                  claimed(origin, wallet, now),
                ),
                changed(origin, now),
              ),
            'soon',
          )
    },
    async forgetListed(source: string, before: number) {
      const sql = 'delete from seller_routes where source = $1 and seen < $2'
      await db.batch([{ sql, values: [source, before] }], 'soon')
    },
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
    /** The routes that one source told of last, as it told of them. */
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
    sellers: (since: number) =>
      db.all<SellerRow>(
        `select origin, name, found_by, first_seen, crawled, good_crawl, error from sellers
          where coalesce(good_crawl, first_seen) >= $1 order by origin`,
        [since],
      ),
    seller: (origin: string) =>
      db.one<SellerRow>(
        `select origin, name, found_by, first_seen, crawled, good_crawl, error from sellers
          where origin = $1`,
        [origin],
      ),
    routesOf: (origin: string, most: number) =>
      db.all<RouteRow>(
        `select origin, slug, source, route, price, price_since, seen from seller_routes
          where origin = $1 order by slug, source limit $2`,
        [origin, most],
      ),
    /** Other sellers that name a wallet. */
    claimants: async (wallet: string, origin: string, most: number) => {
      const rows = await db.all<{ origin: string }>(
        'select origin from seller_wallets where wallet = $1 and origin <> $2 order by origin limit $3',
        [wallet, origin, most],
      )
      return rows.map((row) => row.origin)
    },
    /** In pages, by origin, slug and source. */
    routes: (after: RouteRow | undefined, most: number) =>
      db.all<RouteRow>(
        `select origin, slug, source, route, price, price_since, seen from seller_routes
          where (origin, slug, source) > ($1, $2, $3) order by origin, slug, source limit $4`,
        [after?.origin ?? '', after?.slug ?? '', after?.source ?? '', most],
      ),
    async walked({ name, items, origins, error }: Omit<RegistryRow, 'walked'>, now: number) {
      const sql = `insert into seller_registries values ($1, $2, $3, $4, $5)
        on conflict (name) do update set walked = $2, items = $3, origins = $4, error = $5`
      await db.batch([{ sql, values: [name, now, items, origins, error] }], 'soon')
    },
    registries: () =>
      db.all<RegistryRow>(
        'select name, walked, items, origins, error from seller_registries order by name',
      ),
    /** Grows with every change. */
    async version(): Promise<number> {
      const row = await db.one<{ version: number | null }>(
        'select max(changed) as version from sellers',
      )
      return Number(row?.version ?? 0)
    },
  }
}
