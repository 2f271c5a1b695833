import { isoTime } from '../../../base/lib/iso-time.ts'
import { notFound } from '../../../base/core/fault.ts'
import { payTosByNetwork } from '../../../buying/sellers/accepts.ts'
import {
  displayNameOf,
  isRoutable,
  networksOf,
  type Seller,
} from '../../../buying/sellers/routes.ts'
import { hostIn } from '../../../buying/sellers/market.ts'
import { dollarsOfNanos } from '../../../buying/sellers/price.ts'
import type { Crawl } from '../../../stores/seller-crawls.ts'
import { text } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

const PAGE_DEFAULT = 50
const PAGE_MAX = 200
const TOOLS_MAX = 500
const SPEC = 'x402-index/1'

export default {
  path: '/api/index',
  methods: ['GET'],
  access: 'public',
  summary: 'Other x402 sellers as far as they are known here: one by its host, or all in pages.',
  input: {
    seller: {
      ...text('Host or address of one seller.'),
      maxLength: 2_048,
      examples: ['example.com'],
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: PAGE_MAX,
      default: PAGE_DEFAULT,
      description: `Sellers of one page, 1 to ${PAGE_MAX}.`,
    },
    cursor: { ...text('Where the last page ended: its `nextCursor`.'), maxLength: 2_048 },
  },
  answer: { type: 'object' },
  refusals: [400, 404],
  open:
    ({ ground: { stores }, buying: { market } }, { now }) =>
    async (_request, _params, { seller: asked, limit, cursor }) => {
      const asOf = new Date(now()).toISOString()
      if (typeof asked === 'string') {
        const seller = await market.sellerAt(hostIn(asked))
        if (!seller) throw notFound(`No seller is known at ${hostIn(asked).slice(0, 100)}.`)
        const history = await stores.sellers.crawls(seller.origin)
        return ok({ spec: SPEC, asOf, seller: record(seller, history) })
      }
      const [sellers, registries] = await Promise.all([
        market.sellers(),
        stores.sellers.registries(),
      ])
      const after = typeof cursor === 'string' ? cursor : ''
      const rest = sellers.filter(({ origin }) => origin > after)
      const page = rest.slice(0, Number(limit))
      return ok({
        spec: SPEC,
        asOf,
        totals: {
          sellers: sellers.length,
          tools: sellers.reduce((sum, { routes }) => sum + routes.length, 0),
        },
        discoverySources: registries.map(({ name, walked, items, origins, error }) => ({
          name,
          fetchedAt: new Date(walked).toISOString(),
          resources: items,
          origins,
          error,
        })),
        sellers: page.map(summary),
        nextCursor: page.length < rest.length ? page.at(-1)?.origin : null,
      })
    },
} satisfies EndpointSpec

const summary = (seller: Seller) => ({
  origin: seller.origin,
  displayName: displayNameOf(seller),
  health: seller.health,
  routable: isRoutable(seller),
  lastCrawledAt: isoTime(seller.crawled),
  error: seller.error,
  toolCount: seller.routes.length,
})

function record(seller: Seller, history: readonly Crawl[]) {
  const { routes } = seller
  const accepts = routes.flatMap((route) => route.accepts)
  return {
    ...summary(seller),
    foundBy: seller.found_by,
    firstSeenAt: isoTime(seller.first_seen),
    lastGoodCrawlAt: isoTime(seller.good_crawl),
    history: history.map(({ at, ok: good, ms, routes: count, error }) => ({
      at: isoTime(at),
      ok: good === 1,
      ms,
      tools: count,
      error,
    })),
    networks: networksOf({ accepts }),
    payTosByNetwork: payTosByNetwork(accepts),
    tools: routes.slice(0, TOOLS_MAX).map((route) => ({
      slug: route.slug,
      name: route.name,
      method: route.method,
      url: route.url,
      description: route.description,
      priceUsd: route.price === null ? null : dollarsOfNanos(route.price),
      priceKnown: route.price !== null,
      priceSince: isoTime(route.priceSince),
      lastSeenAt: isoTime(route.seen),
      sources: route.sources,
    })),
    toolsTruncated: routes.length > TOOLS_MAX,
    untrustedContent: true,
  }
}
