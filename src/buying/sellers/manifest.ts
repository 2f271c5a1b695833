import type { Capability } from '../../base/core/capability.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { acceptOf, ACCEPTS_MAX, payToOf, type Accept } from './accepts.ts'
import { listingOf, METHODS, splitMethod, type Listing } from './listing.ts'
import { caip2Of } from './network-label.ts'
import { priceOf, unitsOf, type Nanos } from './price.ts'

/**
 * The payment manifests that sellers publish at `/.well-known/x402` and the like. Nobody owns their
 * form, so one reader takes them all: a list or a map of entries, each a text or an object, with
 * what it lacks told once for all of them.
 */
export interface Manifest {
  readonly name: string
  readonly listings: readonly Listing[]
  /** Other documents that it names. */
  readonly openapi: string | null
}

/** The reader, for tools. */
export const manifests: Capability<{ read: typeof readManifest }> = {
  name: 'manifests',
  texts: 'own',
  settings: [],
  open: () => () => ({ read: readManifest }),
}

const LISTS = [
  'endpoints',
  'resources',
  'services',
  'items',
  'apis',
  'paid_endpoints',
  'payable_endpoints',
  'routes',
  'x402Endpoints',
] as const

export const LISTINGS_MAX = 5_000

const priced = (listings: readonly Listing[]): number =>
  listings.filter(({ price }) => price !== null).length

export function readManifest(document: unknown, origin: string): Manifest {
  if (!isObject(document)) return { name: '', listings: [], openapi: null }
  const shared = sharedOf(document)
  const candidates = LISTS.map((key) => listingsOf(document[key], shared, origin))
  const pointer = candidates.some(({ length }) => length > 0)
    ? []
    : entrypointOf(document, shared, origin)
  // Where two lists tell of the same routes, the one with prices says more.
  const [listings = []] = [...candidates, pointer]
    .filter(({ length }) => length > 0)
    .toSorted((a, b) => priced(b) - priced(a))
  const name = document['name'] ?? nested(document, 'provider')['name'] ?? document['service']
  return {
    name: typeof name === 'string' ? name : '',
    listings,
    openapi: typeof document['openapi'] === 'string' ? document['openapi'] : null,
  }
}

/** What entries have in common unless they say otherwise. */
interface Shared {
  readonly accepts: readonly unknown[]
  readonly networks: readonly unknown[]
  /** Holds a wallet under one of its many names. */
  readonly wallet: JsonObject
}

const nested = (value: JsonObject, key: string): JsonObject => {
  const inner = value[key]
  return isObject(inner) ? inner : {}
}

function sharedOf(document: JsonObject): Shared {
  const payment = nested(document, 'payment')
  return {
    accepts: listIn(document['accepts']),
    networks: networksIn(document).concat(networksIn(payment)),
    wallet: [document, payment, nested(document, 'provider')].find(hasWallet) ?? {},
  }
}

const WALLETS = ['payTo', 'pay_to', 'wallet', 'recipient'] as const
const hasWallet = (value: JsonObject): boolean =>
  WALLETS.some((key) => typeof value[key] === 'string')

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const networksIn = ({ network, networks, chain }: JsonObject): unknown[] => {
  const one = network ?? chain
  return one === undefined || one === null ? [...listIn(networks)] : [one]
}

function listingsOf(entries: unknown, shared: Shared, origin: string): Listing[] {
  const rows = Array.isArray(entries)
    ? entries
    : isObject(entries)
      ? Object.entries(entries).map(([key, value]) => namedEntry(key, value))
      : []
  return rows.slice(0, LISTINGS_MAX).flatMap((entry) => rowsOf(entry, shared, origin))
}

/** An entry of a map: its key is the route, or its name. */
function namedEntry(key: string, value: unknown): unknown {
  const isRoute = splitMethod(key).method !== null || key.startsWith('/')
  if (typeof value === 'string') return isRoute ? key : { name: key, url: value }
  if (!isObject(value)) return key
  return isRoute ? { url: key, ...value } : { name: key, ...value }
}

function rowsOf(entry: unknown, shared: Shared, origin: string): Listing[] {
  const row: JsonObject = typeof entry === 'string' ? { url: entry } : isObject(entry) ? entry : {}
  const url = urlIn(row)
  if (url === null) return []
  const accepts = acceptsOf(row, shared)
  const told = {
    url,
    name: row['name'] ?? row['title'] ?? row['serviceName'],
    description: row['description'] ?? row['purpose'] ?? row['summary'],
    category: row['category'],
    price: priceIn(row),
    accepts,
    input: row['inputSchema'] ?? row['requestSchema'] ?? row['input'],
    output: row['outputSchema'] ?? row['responseSchema'],
  }
  const methods = listIn(row['methods']).filter((each) => METHODS.some((known) => known === each))
  const inputs = nested(row, 'input')
  const all = methods.length > 0 ? methods : [row['method'] ?? inputs['method']]
  return all.flatMap((method) => listingOf({ ...told, method }, origin) ?? [])
}

function urlIn(row: JsonObject): string | null {
  const { resource } = row
  const named = isObject(resource) ? resource['url'] : resource
  const all = [named, row['url'], row['endpoint'], row['path'], row['route'], row['baseUrl']]
  return all.find((each): each is string => typeof each === 'string' && each !== '') ?? null
}

const PRICES = [
  'price',
  'priceUsd',
  'price_usd',
  'price_usdc',
  'priceUsdc',
  'cost',
  'pricing',
] as const
const MICRO_PRICES = ['price_micro_usdc', 'priceMicroUsdc', 'price_micro_usd'] as const

function priceIn(row: JsonObject): Nanos | null {
  for (const key of PRICES) {
    const price = row[key] === undefined ? null : priceOf(row[key])
    if (price !== null) return price
  }
  for (const key of MICRO_PRICES) {
    const price = unitsOf(row[key], 6)
    if (price !== null) return price
  }
  if (isObject(row['payment'])) return priceOf(row['payment'])
  // A seller that lists no way to pay for a route gives it away.
  return Array.isArray(row['accepts']) && row['accepts'].length === 0 ? (0 as Nanos) : null
}

function acceptsOf(row: JsonObject, shared: Shared): readonly Accept[] {
  const own = listIn(row['accepts'])
  const lacking = own.length > 0 ? own : shared.accepts
  if (lacking.length > 0)
    return lacking
      .slice(0, ACCEPTS_MAX)
      .map((raw) => (isObject(raw) && !hasWallet(raw) ? { ...shared.wallet, ...raw } : raw))
      .flatMap((raw) => acceptOf(raw) ?? [])
  const wallet = hasWallet(row) ? row : shared.wallet
  return networksOf(row, shared)
    .slice(0, ACCEPTS_MAX)
    .map((label) => stated(label, wallet, row))
}

function networksOf(row: JsonObject, shared: Shared): readonly unknown[] {
  const own = [row, nested(row, 'payment'), nested(row, 'price')].flatMap(networksIn)
  return own.length > 0 ? own : shared.networks
}

/** A way to pay that is told by a network, and perhaps a wallet and an amount. */
function stated(label: unknown, wallet: JsonObject, row: JsonObject): Accept {
  const network = caip2Of(label)
  const read = acceptOf({ ...row, network: label })
  return {
    scheme: 'exact',
    network,
    label: String(label).slice(0, 80),
    asset: read?.asset ?? null,
    amount: read?.asset ? read.amount : null,
    payTo: payToOf(wallet, network),
    domain: null,
  }
}

/** A manifest that names one address, whose 402 says the rest. */
function entrypointOf(document: JsonObject, shared: Shared, origin: string): Listing[] {
  const { entrypoint, service, description } = document
  if (typeof entrypoint !== 'string') return []
  return rowsOf({ url: entrypoint, name: service, description }, shared, origin)
}
