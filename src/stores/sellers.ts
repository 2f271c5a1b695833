import type { Db, Statement } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'
import type { RouteRow, SellerRow } from './seller-rows.ts'
import {
  claimed,
  createCrawlLog,
  observed,
  pricesKept,
  OBSERVATIONS_PER_BATCH,
  walletsIn,
  type Observation,
} from './seller-crawls.ts'

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
  {
    name: 'sellers-4',
    sql: [
      `create table seller_prices (origin text not null, slug text not null, source text not null,
        since bigint not null, price bigint, primary key (origin, slug, source, since))`,
      'create index seller_prices_newest on seller_prices (origin, since)',
      `insert into seller_prices (origin, slug, source, since, price)
        select origin, slug, source, price_since, price from seller_routes`,
    ],
  },
]

export interface RegistryRow {
  readonly name: string
  readonly walked: number
  readonly items: number
  readonly origins: number
  readonly error: string | null
}

const insertSeller = (origin: string, by: string, name: string, now: number): Statement => ({
  sql: `insert into sellers (origin, name, found_by, first_seen, next_crawl, changed)
    values ($1, $2, $3, $4, $4, $4) on conflict (origin) do nothing`,
  values: [origin, name, by, now],
})

const changed = (origin: string, now: number): Statement => ({
  sql: 'update sellers set changed = $2 where origin = $1',
  values: [origin, now],
})

export type SellerStore = ReturnType<typeof createSellerStore>

export function createSellerStore(db: Db) {
  return {
    ...createCrawlLog(db),
    /** Sellers that are new are crawled as soon as may be. */
    async found(origins: readonly { origin: string; name: string }[], by: string, now: number) {
      if (origins.length > 0)
        await db.batch(
          origins.map(({ origin, name }) => insertSeller(origin, by, name, now)),
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
                ...pricesKept(origin, now),
              ),
            'soon',
          )
    },
    async forgetListed(source: string, before: number) {
      const sql = 'delete from seller_routes where source = $1 and seen < $2'
      await db.batch([{ sql, values: [source, before] }], 'soon')
    },
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
