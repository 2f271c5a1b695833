import type { JsonObject } from '../../base/lib/json-object.ts'
import { registeredDomain } from '../../base/lib/registered-domain.ts'
import type { RouteRow, SellerRow } from '../../stores/seller-rows.ts'
import { walletsOf } from './accepts.ts'
import type { Traffic } from './bazaar.ts'
import { SOURCES, type Source } from './crawl.ts'
import { isTemplate, type Listing } from './listing.ts'
import type { Nanos } from './price.ts'
import type { Candidate } from './verdict.ts'

/** A route of another seller, merged from all sources. */
export interface Route extends Listing {
  readonly origin: string
  readonly slug: string
  readonly traffic: Traffic | null
  /** The sources, the most reliable first. */
  readonly sources: readonly string[]
  /** Two sources name prices that differ by twice or more. */
  readonly isInConflict: boolean
  /** The source whose price it is; null where none names one. */
  readonly priceSource: string | null
  readonly priceSince: number
  readonly seen: number
}

/** A seller, with what its crawls show. */
export interface Seller extends SellerRow {
  /** Good crawls of the latest five, 0 to 1; null before the first. */
  readonly health: number | null
  readonly routes: readonly Route[]
  /** The domain that it registered, so that sub-domains are one seller. */
  readonly domain: string
  readonly wallets: ReadonlySet<string>
}

const CONFLICT = 2

/** The latest crawls: the share of successful ones is the health of a seller. */
export const HEALTH_CRAWLS = 5

/** As buyers are shown it. */
export const displayNameOf = ({ name, origin }: Pick<SellerRow, 'name' | 'origin'>): string =>
  name || new URL(origin).host

/** The routes of one seller. A source with a method and one without describe the same route. */
export function routesOf(rows: readonly RouteRow[]): readonly Route[] {
  const routes = [...Map.groupBy(rows, ({ slug }) => slug).values()].map(mergedRoute)
  const withMethod = Map.groupBy(
    routes.filter(({ method }) => method !== null),
    ({ url }) => url,
  )
  return routes.filter(({ method, url }) => method !== null || !withMethod.has(url))
}

/** Registries are one source among others, whichever they are. */
const rankOf = (source: string): number =>
  SOURCES.indexOf((source.startsWith('registry:') ? 'registry' : source) as Source)

/** Merges the sources of a route: each field comes from the most reliable source that has it. */
function mergedRoute(rows: readonly RouteRow[]): Route {
  const told = rows
    .map((row) => ({ row, said: JSON.parse(row.route) as Listing & { traffic?: Traffic } }))
    .toSorted((a, b) => rankOf(a.row.source) - rankOf(b.row.source))
  const first = <Key extends keyof Listing>(key: Key, isEmpty = isNothing): Listing[Key] =>
    (told.find(({ said }) => !isEmpty(said[key])) ?? told[0]!).said[key]
  const priced = told.find(({ row }) => row.price !== null)
  const prices = told.flatMap(({ row }) => (row.price === null ? [] : [row.price]))
  const { origin, slug } = told[0]!.row
  return {
    origin,
    slug,
    url: told[0]!.said.url,
    method: first('method'),
    name: first('name'),
    description: first('description'),
    category: first('category'),
    price: (priced?.row.price ?? null) as Nanos | null,
    accepts: first('accepts'),
    input: first('input'),
    output: first('output'),
    traffic: told.map(({ said }) => said.traffic).find((each) => each) ?? null,
    sources: told.map(({ row }) => row.source),
    isInConflict: Math.max(...prices) >= CONFLICT * Math.min(...prices) && prices.length > 1,
    priceSource: priced?.row.source ?? null,
    priceSince: (priced ?? told[0]!).row.price_since,
    seen: Math.max(...told.map(({ row }) => row.seen)),
  }
}

const isNothing = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

export function sellerOf(row: SellerRow, health: number | null, routes: readonly Route[]): Seller {
  const { hostname } = new URL(row.origin)
  return {
    ...row,
    health,
    routes,
    domain: registeredDomain(hostname),
    wallets: new Set(routes.flatMap(({ accepts }) => [...walletsOf(accepts)])),
  }
}

/** Field names of a schema, for search and for contracts. */
export const fieldsOf = (schema: JsonObject | null): readonly string[] =>
  Object.keys((schema?.['properties'] as object | undefined) ?? {}).slice(0, 50)

/** Fields that a schema says must be there. */
export const requiredIn = (schema: JsonObject | null): readonly string[] => {
  const required = schema?.['required']
  return Array.isArray(required) ? required.map(String) : []
}

/** CAIP-2 ids that a 402 or a list of accepts names. */
export const networksOf = ({ accepts }: Pick<Route, 'accepts'>): readonly string[] => [
  ...new Set(accepts.flatMap(({ network }) => network ?? [])),
]

/** Whether the last crawl of a seller was good. */
export const isRoutable = ({ crawled, error }: Pick<Seller, 'crawled' | 'error'>): boolean =>
  crawled !== null && error === null

/** A route as the verdict sees it. */
export const candidateOf = (route: Route, seller: Seller): Candidate => ({
  isLocal: false,
  isRoutable: isRoutable(seller),
  isCrawled: seller.crawled !== null,
  price: route.price,
  isTemplate: isTemplate(route.url),
  networks: networksOf(route),
  accepts: route.accepts,
})
