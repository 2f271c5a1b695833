import { HOUR_MS } from '../../base/core/milliseconds.ts'
import type { Client } from '../../outside/net/request.ts'
import type { SellerStore } from '../../stores/sellers.ts'
import { crawlSeller } from './crawl.ts'
import { walkRegistry, type Registry } from './registries.ts'

/** What keeps the index of sellers true, as work that is due. */
export interface SellerKeeper {
  /** Crawls the sellers that are due, a few at a time. */
  crawlDue(signal: AbortSignal): Promise<void>
  /** Walks the registries that were not walked for a while. */
  walkDue(signal: AbortSignal): Promise<void>
}

export interface KeeperParts {
  readonly store: SellerStore
  /** Origins that the operator names, which may be on his own network. */
  readonly named: readonly string[]
  readonly registries: readonly Registry[]
  /** For whatever strangers name: the public internet only. */
  readonly publicWeb: Client
  /** For what the operator names. */
  readonly trusted: Client
  now(): number
}

const WALK_EVERY_MS = 6 * HOUR_MS
const AT_ONCE = 4
const PER_BEAT = 20
/** Of one seller. */
const ROUTES_MAX = 5_000

export function createSellerKeeper(parts: KeeperParts): SellerKeeper {
  const { store, named, registries, publicWeb, trusted, now } = parts
  const clientOf = (origin: string): Client => (named.includes(origin) ? trusted : publicWeb)

  async function crawl(queue: Awaited<ReturnType<SellerStore['due']>>, signal: AbortSignal) {
    for (let seller = queue.shift(); seller && !signal.aborted; seller = queue.shift()) {
      const { origin } = seller
      const documents = await store.documents(origin)
      const routesFrom = (source: string) => store.routesFrom(origin, source, ROUTES_MAX)
      const parts = { client: clientOf(origin), signal, now, documents, routesFrom }
      const crawled = await crawlSeller(seller, parts)
      await store.crawled(crawled, now())
    }
  }
  return {
    async crawlDue(signal) {
      await store.found(
        named.map((origin) => ({ origin, name: '' })),
        'operator',
        now(),
      )
      const queue = await store.due(now(), PER_BEAT)
      await Promise.all(Array.from({ length: AT_ONCE }, () => crawl(queue, signal)))
    },
    async walkDue(signal) {
      const walked = new Map((await store.registries()).map((row) => [row.name, row.walked]))
      for (const registry of registries) {
        if (signal.aborted) return
        if ((walked.get(registry.name) ?? -Infinity) > now() - WALK_EVERY_MS) continue
        await walkRegistry(registry, { client: publicWeb, store, signal, now })
      }
    },
  }
}
