import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { acceptOf, ACCEPTS_MAX, walletsOf } from './accepts.ts'
import { listingOf, type Listing } from './listing.ts'

/** One resource as a registry lists it, and what the registry counted about it. */
export interface RegistryItem {
  readonly origin: string
  readonly sellerName: string
  readonly listing: Listing
  readonly traffic: Traffic | null
}

/** Figures of the last 30 days from the registry. */
export interface Traffic {
  readonly calls30d: number
  readonly payers30d: number
  readonly lastCalledAt: string | null
  readonly payTos: readonly string[]
  readonly curated: boolean
}

/** A page of a registry: its items, how many it held, and how many there are in all. */
export interface RegistryPage {
  readonly items: readonly RegistryItem[]
  readonly held: number
  readonly total: number | null
}

/**
 * A page of `GET /discovery/resources`, in the forms that registries answer. Items that are not on
 * the web, or that no address can be made of, are left out.
 */
export function readRegistryPage(page: unknown): RegistryPage | null {
  if (!isObject(page)) return null
  const items = page['items'] ?? page['resources']
  if (!Array.isArray(items)) return null
  const pagination = isObject(page['pagination']) ? page['pagination'] : page
  const total = pagination['total']
  return {
    items: items.flatMap((item) => itemOf(item) ?? []),
    held: items.length,
    total: typeof total === 'number' ? total : null,
  }
}

function itemOf(item: unknown): RegistryItem | null {
  if (!isObject(item)) return null
  const { resource, url = isObject(resource) ? resource['url'] : resource } = item
  const address = typeof url === 'string' ? URL.parse(url) : null
  if (!address || !/^https?:$/.test(address.protocol)) return null
  const raw = Array.isArray(item['accepts']) ? item['accepts'].slice(0, ACCEPTS_MAX) : []
  const accepts = raw.flatMap((each) => acceptOf(each) ?? [])
  const about = aboutOf(item)
  const listing = listingOf(
    {
      url: address.href,
      method: about.method,
      name: item['name'],
      description: item['description'] ?? about.description,
      category: Array.isArray(item['tags']) ? item['tags'][0] : undefined,
      price: null,
      accepts,
      input: about.input,
      output: about.output,
    },
    address.origin,
  )
  if (!listing) return null
  const sellerName = typeof item['serviceName'] === 'string' ? item['serviceName'] : ''
  return { origin: address.origin, sellerName, listing, traffic: trafficOf(item, listing) }
}

/** Method and schemas: in `extensions.bazaar`, and in `metadata` or `outputSchema` before. */
function aboutOf(item: JsonObject) {
  const extensions = at(item, 'extensions', 'bazaar')
  const info = at(extensions, 'info')
  const [first] = Array.isArray(item['accepts']) ? item['accepts'] : []
  const older = isObject(first) ? at(first, 'outputSchema', 'input') : {}
  const input = { ...older, ...at(item, 'metadata', 'input'), ...at(info, 'input') }
  const properties = at(extensions, 'schema', 'properties')
  const body = at(properties, 'input', 'properties')
  return {
    method: input['method'] ?? item['method'],
    description: at(item, 'metadata')['description'],
    input: body['body'] ?? body['queryParams'] ?? undefined,
    output: at(properties, 'output')['properties'] ? at(properties, 'output') : undefined,
  }
}

function at(value: JsonObject, ...path: readonly string[]): JsonObject {
  return path.reduce<JsonObject>((inner, key) => {
    const next = inner[key]
    return isObject(next) ? next : {}
  }, value)
}

function trafficOf(item: JsonObject, listing: Listing): Traffic | null {
  const quality = at(item, 'quality')
  const { l30DaysTotalCalls: calls, l30DaysUniquePayers: payers, lastCalledAt } = quality
  if (typeof calls !== 'number' || typeof payers !== 'number') return null
  return {
    calls30d: Math.max(0, Math.trunc(calls)),
    payers30d: Math.max(0, Math.trunc(payers)),
    lastCalledAt: typeof lastCalledAt === 'string' ? lastCalledAt.slice(0, 40) : null,
    payTos: [...walletsOf(listing.accepts)],
    curated: item['curated'] === true,
  }
}
