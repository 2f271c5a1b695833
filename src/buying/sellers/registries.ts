import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from '../../base/core/fault.ts'
import { foreignObject } from '../../base/lib/foreign-json.ts'
import type { Client } from '../../outside/net/request.ts'
import type { Observation } from '../../stores/seller-crawls.ts'
import type { SellerStore } from '../../stores/sellers.ts'
import { readRegistryPage, type RegistryItem } from './bazaar.ts'
import { cleaned } from './listing.ts'
import { observationOf } from './crawl.ts'

/**
 * Registries of sellers in the form of the x402 Bazaar: facilitators list the resources that they
 * settle for.
 */
export const REGISTRIES: Readonly<Record<string, string>> = {
  cdp: 'https://api.cdp.coinbase.com/platform/v2/x402/discovery/resources',
  payai: 'https://facilitator.payai.network/discovery/resources',
  goplausible: 'https://facilitator.goplausible.xyz/discovery/resources',
  solvador: 'https://api.solvador.com/discovery/resources',
}

export interface Registry {
  readonly name: string
  readonly url: string
}

const PAGE = 100
const PAGES_MAX = 200
const PAGE_BYTES_MAX = 4 * 1024 * 1024
const BYTES_MAX = 64 * 1024 * 1024
const TIMEOUT_MS = 15_000
const PAUSE_MS = 150
const TRIES = 3
const RETRY_MS = 2_000
/** One seller may list this many routes; the rest is left out. */
const PER_ORIGIN_MAX = 1_000

export interface WalkParts {
  readonly client: Client
  readonly store: SellerStore
  readonly signal: AbortSignal
  now(): number
}

/**
 * Reads a registry from end to end, one request at a time. What it no longer lists is forgotten
 * only after a whole walk that brought at least half of what the last one did; a walk that fails
 * changes nothing but the rows that it has read.
 */
export async function walkRegistry({ name, url }: Registry, parts: WalkParts): Promise<void> {
  const { store, signal, now } = parts
  const began = now()
  const before = (await store.registries()).find((row) => row.name === name)
  const origins = new Set<string>()
  let items = 0
  let error: string | null = null
  try {
    for await (const page of pagesOf(url, parts)) {
      items += page.length
      for (const { origin } of page) origins.add(origin)
      await keep(name, page, parts)
    }
    if (before && items < before.items / 2) error = 'brought less than half of the last walk'
    else await store.forgetListed(sourceOf(name), began)
  } catch (thrown) {
    if (signal.aborted) throw thrown
    error = thrown instanceof Fault ? thrown.message.slice(0, 300) : 'could not be read'
  }
  const isBroken = error !== null && before !== undefined
  const counts = isBroken ? before : { items, origins: origins.size }
  await store.walked({ name, items: counts.items, origins: counts.origins, error }, now())
}

export const sourceOf = (name: string): string => `registry:${name}`

async function keep(name: string, page: readonly RegistryItem[], { store, now }: WalkParts) {
  const byOrigin = new Map<string, Observation[]>()
  for (const item of page) {
    const observations = byOrigin.get(item.origin) ?? []
    if (observations.length < PER_ORIGIN_MAX) observations.push(observed(item, name))
    byOrigin.set(item.origin, observations)
  }
  const found = [...byOrigin.keys()].map((origin) => {
    const named = page.find((item) => item.origin === origin && item.sellerName !== '')
    return { origin, name: cleaned(named?.sellerName, 80) }
  })
  await store.found(found, name, now())
  await store.listed(byOrigin, now())
}

function observed({ listing, traffic, origin }: RegistryItem, name: string): Observation {
  const { route, ...rest } = observationOf({ listing, source: 'registry' }, origin)
  const told = { ...(JSON.parse(route) as object), traffic }
  return { ...rest, source: sourceOf(name), route: JSON.stringify(told) }
}

async function* pagesOf(url: string, parts: WalkParts): AsyncGenerator<readonly RegistryItem[]> {
  let offset = 0
  let bytes = 0
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const answer = await pageAt(url, offset, parts)
    bytes += answer.byteLength
    const read = readRegistryPage(foreignObject(answer))
    if (!read) throw new Fault('upstream_failed', 'answered in an unknown shape')
    yield read.items
    offset += read.held
    if (read.held === 0 || offset >= (read.total ?? Infinity) || bytes > BYTES_MAX) return
    await pause(PAUSE_MS, undefined, { signal: parts.signal })
  }
}

async function pageAt(url: string, offset: number, { client, signal }: WalkParts): Promise<Buffer> {
  const address = new URL(url)
  address.searchParams.set('limit', String(PAGE))
  address.searchParams.set('offset', String(offset))
  const headers = { accept: 'application/json' }
  const options = { headers, signal, timeoutMs: TIMEOUT_MS, bytesMax: PAGE_BYTES_MAX }
  for (let left = TRIES; ; left -= 1) {
    const { status, bytes } = await client.request(address, options)
    if (status === 200) return bytes
    const isPassing = status === 429 || status >= 500
    if (!isPassing || left === 1) throw new Fault('upstream_failed', `answered ${status}`)
    await pause(RETRY_MS * (TRIES + 1 - left), undefined, { signal })
  }
}
