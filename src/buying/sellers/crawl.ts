import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { foreignObject } from '../../base/lib/foreign-json.ts'
import { registeredDomain } from '../../base/lib/registered-domain.ts'
import { readRobots } from '../../base/lib/robots.ts'
import type { Answer, Client } from '../../outside/net/request.ts'
import { offersIn } from '../purse/quote.ts'
import type { Crawled, DueSeller, Observation, SellerDocument } from '../../stores/seller-crawls.ts'
import { acceptOf, askedBy, walletsOf } from './accepts.ts'
import { cleaned, isTemplate, slugOf, type Listing } from './listing.ts'
import { readManifest } from './manifest.ts'
import { readApi } from './openapi.ts'

/** The sources of facts about a route, the most certain first. */
export const SOURCES = ['402', 'registry', 'openapi', 'well-known'] as const
export type Source = (typeof SOURCES)[number]

const DOCUMENT_BYTES_MAX = 4 * 1024 * 1024
const ROBOTS_BYTES_MAX = 256 * 1024
const QUOTE_BYTES_MAX = 256 * 1024
const TIMEOUT_MS = 10_000
const REDIRECTS_MAX = 3
/** The pause between two requests to one seller. */
const PAUSE_MS = 150
const NAME_CHARACTERS_MAX = 80
const GOOD_FOR_MS = 6 * HOUR_MS
const FAILED_FOR_MS_MAX = 24 * HOUR_MS
const AGENT = 'farebox'

export interface CrawlParts {
  readonly client: Client
  readonly signal: AbortSignal
  /** The documents of the seller as last read. */
  readonly documents: readonly SellerDocument[]
  routesFrom(source: string): Promise<readonly string[]>
  now(): number
}

type SellerReading = Omit<Crawled, 'ms' | 'nextCrawl'>

/**
 * Reads what one seller says about itself: its manifest, its API document, and one unpaid call.
 * Asks for nothing that its robots.txt forbids, and never with a method that changes something.
 */
export async function crawlSeller(seller: DueSeller, parts: CrawlParts): Promise<Crawled> {
  const { origin, name, good_crawl: good, first_seen: first } = seller
  const began = parts.now()
  const read = await readSeller(origin, parts).catch((thrown: unknown): SellerReading => {
    if (parts.signal.aborted) throw thrown
    const error = thrown instanceof Fault ? thrown.message : 'could not be read'
    return { origin, name, error: error.slice(0, 300), observations: [], documents: [] }
  })
  const ms = parts.now() - began
  // A seller that has failed for a day is crawled once a day.
  const failedForMs = Math.min(FAILED_FOR_MS_MAX, Math.max(HOUR_MS, began - (good ?? first)))
  const nextCrawl = parts.now() + (read.error === null ? GOOD_FOR_MS : failedForMs)
  return { ...read, name: read.name || name, ms, nextCrawl }
}

async function readSeller(origin: string, parts: CrawlParts): Promise<SellerReading> {
  const ask = await asker(origin, parts)
  const before = (source: Source) => parts.documents.find((each) => each.source === source)
  const manifest = await toldBy('well-known', MANIFESTS, ask, parts, (json) =>
    readManifest(json, origin),
  )
  // An unchanged manifest (304) names the same document as before.
  const pathOfApi = manifest.read
    ? apiPath(manifest.read.openapi, origin)
    : (before('openapi')?.path ?? apiPath(null, origin))
  const api = await toldBy('openapi', [pathOfApi], ask, parts, (json) =>
    readApi(json, origin, (host) => isSameOwner(host, origin)),
  )
  const told = [...manifest.listings, ...api.listings].filter(({ listing }) =>
    isSameOwner(new URL(listing.url).hostname, origin),
  )
  const quoted = await quoteOf(
    told.map(({ listing }) => listing),
    origin,
    ask,
  )
  const observations = [...told, ...quoted].map((each) => observationOf(each, origin))
  const name = cleaned(manifest.read?.name || api.read?.name, NAME_CHARACTERS_MAX)
  const error = observations.length === 0 ? 'lists nothing that is for sale' : null
  const documents = [manifest.document, api.document].flatMap((document) => document ?? [])
  return { origin, name, error, observations: distinct(observations), documents }
}

const MANIFESTS = ['/.well-known/x402', '/.well-known/x402.json'] as const

/** Reads one document, or takes its stored routes if it is unchanged. */
async function toldBy<T extends { readonly listings: readonly Listing[] }>(
  source: Source,
  paths: readonly string[],
  ask: Asker,
  { documents, routesFrom }: CrawlParts,
  reader: (json: unknown) => T,
) {
  const known = documents.find((each) => each.source === source)
  const of = (listings: readonly Listing[]) => listings.map((listing) => ({ listing, source }))
  let found: Awaited<ReturnType<Asker['document']>> = null
  let path = ''
  for (path of known && paths.includes(known.path) ? [known.path] : paths) {
    found = await ask.document(path, path === known?.path ? known.etag : null)
    if (found) break
  }
  if (found && 'isSame' in found) {
    const kept = (await routesFrom(source)).map((route) => JSON.parse(route) as Listing)
    if (kept.length > 0) return { read: null, listings: of(kept), document: known }
    found = await ask.document(path, null)
  }
  const read = reader(found && 'json' in found ? found.json : null)
  const etag = found && 'json' in found ? found.etag : null
  const document = etag === null || read.listings.length === 0 ? null : { source, path, etag }
  return { read, listings: of(read.listings), document }
}

/** One seller may sell on several hosts of its own domain. */
const isSameOwner = (host: string, origin: string): boolean =>
  registeredDomain(host) === registeredDomain(new URL(origin).hostname)

function apiPath(named: string | null, origin: string): string {
  const url = named === null ? null : URL.parse(named, `${origin}/`)
  return url?.origin === origin ? url.pathname + url.search : '/openapi.json'
}

interface SourcedListing {
  readonly listing: Listing
  readonly source: Source
  /** The slug, if it differs from the one of the listing. */
  readonly slug?: string
}

export function observationOf(
  { listing, source, slug }: SourcedListing,
  origin: string,
): Observation {
  const { price } = listing
  return {
    slug: slug ?? slugOf(listing, origin),
    source,
    route: JSON.stringify(listing),
    price,
    wallets: [...walletsOf(listing.accepts)],
  }
}

/** Removes routes that a source names twice. */
function distinct(observations: readonly Observation[]): readonly Observation[] {
  const first = new Map<string, Observation>()
  for (const each of observations) {
    const key = `${each.source} ${each.slug}`
    if (!first.has(key)) first.set(key, each)
  }
  return [...first.values()]
}

interface Same {
  readonly isSame: true
}

interface Asker {
  /** The JSON at a path of the origin; null if there is none. */
  document(
    path: string,
    etag: string | null,
  ): Promise<{ readonly json: unknown; readonly etag: string | null } | Same | null>
  send(url: string, method: 'GET' | 'POST'): Promise<Answer | null>
}

async function asker(origin: string, { client, signal }: CrawlParts): Promise<Asker> {
  const options = { signal, timeoutMs: TIMEOUT_MS, redirectsMax: REDIRECTS_MAX }
  const robotsUrl = `${origin}/robots.txt`
  const text = await client.request(robotsUrl, { ...options, bytesMax: ROBOTS_BYTES_MAX })
  const robots = await readRobots(robotsUrl, text.status === 200 ? text.bytes.toString('utf8') : '')

  async function send(
    url: string,
    method: 'GET' | 'POST',
    bytesMax: number,
    etag: string | null = null,
  ) {
    if (!robots.verdict(url, AGENT).allowed) return null
    await pause(PAUSE_MS, undefined, { signal })
    const body = method === 'POST' ? { body: '{}' } : {}
    const headers = {
      accept: 'application/json',
      ...(etag !== null && { 'if-none-match': etag }),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    }
    const answer = await client.request(url, { ...options, method, headers, bytesMax, ...body })
    // A redirect may only lead to hosts of the same seller.
    return isSameOwner(new URL(answer.url).hostname, origin) ? answer : null
  }
  return {
    send: (url, method) => send(url, method, QUOTE_BYTES_MAX),
    async document(path, etag) {
      const answer = await send(`${origin}${path}`, 'GET', DOCUMENT_BYTES_MAX, etag)
      if (answer?.status === 304 && etag !== null) return { isSame: true }
      const json = answer?.status === 200 ? foreignObject(answer.bytes) : null
      return answer && json ? { json, etag: etagIn(answer.headers) } : null
    },
  }
}

/** An etag that is safe to send back in a header. */
function etagIn(headers: Headers): string | null {
  const etag = headers.get('etag') ?? ''
  return /^(?:W\/)?"[\x21\x23-\x7e]{1,200}"$/.test(etag) ? etag : null
}

/** Reads the 402 of the first route that can be called without side effects. */
async function quoteOf(
  listings: readonly Listing[],
  origin: string,
  ask: Asker,
): Promise<SourcedListing[]> {
  const candidate = listings.find(
    ({ url, method, price }) =>
      price !== 0 && !isTemplate(url) && (method === null || method === 'GET' || method === 'POST'),
  )
  if (!candidate) return []
  const methods = candidate.method === 'POST' ? (['POST'] as const) : (['GET', 'POST'] as const)
  for (const method of candidate.method === 'GET' ? (['GET'] as const) : methods) {
    const answer = await ask.send(candidate.url, method).catch(() => null)
    if (answer?.status !== 402) continue
    const accepts = acceptsIn(answer)
    if (accepts.length === 0) continue
    const listing = { ...candidate, method, accepts, price: quotedPrice(accepts) }
    return [{ listing, source: '402', slug: slugOf(candidate, origin) }]
  }
  return []
}

const quotedPrice = (accepts: Listing['accepts']): Listing['price'] =>
  accepts.map(askedBy).find((asked) => asked !== null && asked > 0) ?? null

/**
 * Reads offers with the code of purchases, so that no row lists an offer that a purchase refuses.
 */
const acceptsIn = (answer: Answer): Listing['accepts'] =>
  (offersIn(answer) ?? []).flatMap(({ accept }) => acceptOf(accept) ?? [])
