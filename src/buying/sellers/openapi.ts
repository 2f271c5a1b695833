import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { acceptOf, ACCEPTS_MAX, type Accept } from './accepts.ts'
import { listingOf, METHODS, type Listing } from './listing.ts'
import { LISTINGS_MAX } from './manifest.ts'
import { priceOf, unitsOf, type Nanos } from './price.ts'

/** Where an operation says that it costs money. */
export const MARKERS = [
  'x-payment-info',
  'x-x402',
  'x-x402-price',
  'x-price',
  'x-payment',
  'x-payment-required',
] as const

export interface ApiDocument {
  readonly name: string
  readonly listings: readonly Listing[]
}

/**
 * The operations of an OpenAPI document that cost money. Those without a price mark are left out:
 * it is unknown whether they are free. Addresses are those of the first server, if that may speak
 * for the origin, and of the origin otherwise.
 */
export function readApi(
  document: unknown,
  origin: string,
  isSameOwner: (host: string) => boolean,
): ApiDocument {
  if (!isObject(document) || !isObject(document['paths'])) return { name: '', listings: [] }
  const base = baseOf(document['servers'], origin, isSameOwner)
  const listings = Object.entries(document['paths']).flatMap(([path, item]) =>
    isObject(item)
      ? METHODS.flatMap(
          (method) => pricedOf(item[method.toLowerCase()], { method, path, base, item }) ?? [],
        )
      : [],
  )
  const { title } = isObject(document['info']) ? document['info'] : { title: '' }
  return { name: typeof title === 'string' ? title : '', listings: listings.slice(0, LISTINGS_MAX) }
}

function baseOf(servers: unknown, origin: string, isSameOwner: (host: string) => boolean): string {
  const [first] = Array.isArray(servers) ? servers : []
  const url =
    isObject(first) && typeof first['url'] === 'string'
      ? URL.parse(first['url'], `${origin}/`)
      : null
  // `http://localhost:4022` is where the seller's author worked.
  const isTheirs = url !== null && /^https?:$/.test(url.protocol) && isSameOwner(url.hostname)
  return (isTheirs ? url.href : origin).replace(/\/+$/, '')
}

interface OperationPlace {
  readonly method: string
  readonly path: string
  readonly base: string
  readonly item: JsonObject
}

function pricedOf(
  operation: unknown,
  { method, path, base, item }: OperationPlace,
): Listing | null {
  if (!isObject(operation)) return null
  const marks = MARKERS.flatMap((key) => (operation[key] === undefined ? [] : [operation[key]]))
  const responses = isObject(operation['responses']) ? operation['responses'] : {}
  if (marks.length === 0 && responses['402'] === undefined) return null
  const accepts = marks.flatMap(acceptsIn).slice(0, ACCEPTS_MAX)
  const found = {
    url: base + path,
    method,
    name: operation['summary'] ?? operation['operationId'],
    description: operation['description'] ?? operation['summary'],
    category: Array.isArray(operation['tags']) ? operation['tags'][0] : undefined,
    price: firstPrice(marks),
    accepts,
    input: inputOf(operation, item),
    output: schemaIn(responses['200']),
  }
  return listingOf(found, base)
}

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** The draft of MPP names offers, with amounts in base units of a token's address. */
function acceptsIn(mark: unknown): Accept[] {
  if (!isObject(mark)) return []
  const offers = mark['offers'] === undefined ? [mark] : listed(mark['offers'])
  return offers.flatMap((offer) => {
    if (!isObject(offer)) return []
    const { currency, chainId, network = chainId, method } = offer
    const at = network ?? (method === 'tempo' ? 'tempo' : undefined)
    const asset = offer['asset'] ?? currency
    const scheme = method === 'tempo' ? { scheme: offer['intent'] ?? 'charge' } : {}
    return (
      acceptOf({ ...offer, ...scheme, network: at, ...(asset !== undefined && { asset }) }) ?? []
    )
  })
}

function firstPrice(marks: readonly unknown[]): Nanos | null {
  for (const mark of marks) {
    const price = priceIn(mark)
    if (price !== null) return price
  }
  return null
}

/**
 * Two forms share a name: amounts of offers are base units, those of prices are dollars. Which one
 * it is follows from where it stands, never from how large it is.
 */
function priceIn(mark: unknown): Nanos | null {
  if (!isObject(mark)) return priceOf(mark)
  const { price, minPrice, maxPrice, offers, amount, asset, decimals } = mark
  if (price !== undefined) return priceOf(price)
  if (minPrice !== undefined) return minPrice === maxPrice ? priceOf(minPrice) : null
  if (offers !== undefined) return firstPrice(listed(offers).map(advised))
  if (typeof decimals === 'number') return unitsOf(amount, decimals)
  return typeof asset === 'string' && asset.startsWith('0x') ? null : priceOf(mark)
}

const advised = (offer: unknown): unknown =>
  isObject(offer) ? (offer['advisoryPriceUsd'] ?? offer['priceUsd'] ?? null) : null

function inputOf(operation: JsonObject, item: JsonObject): unknown {
  const body = schemaIn(operation['requestBody'])
  if (body !== undefined) return body
  const parameters = [
    ...listed(item['parameters'] ?? []),
    ...listed(operation['parameters'] ?? []),
  ].filter(
    (each): each is JsonObject =>
      isObject(each) && (each['in'] === 'query' || each['in'] === 'path'),
  )
  if (parameters.length === 0) return undefined
  const fields = parameters.slice(0, 50).map((each) => {
    const { name, schema, description } = each
    const said = typeof description === 'string' ? { description } : {}
    return [String(name), { ...(isObject(schema) ? schema : {}), ...said }] as const
  })
  const required = parameters
    .filter((each) => each['required'] === true)
    .map(({ name }) => String(name))
  return { type: 'object', properties: Object.fromEntries(fields), required }
}

function schemaIn(message: unknown): unknown {
  const content = isObject(message) ? message['content'] : undefined
  const media = isObject(content) ? content['application/json'] : undefined
  return isObject(media) ? media['schema'] : undefined
}
