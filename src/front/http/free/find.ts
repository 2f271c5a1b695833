import { TOP_DEFAULT, TOP_MAX } from '../../../selling/catalog/find.ts'
import type { Seller } from '../../../buying/sellers/routes.ts'
import { freeUrl, type Shop } from '../../surfaces/surface.ts'
import { text } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

const top = (description: string) => ({ type: 'integer', description })

export default {
  path: '/api/find',
  methods: ['GET', 'POST'],
  access: 'public',
  summary: 'The tools for a task, best first.',
  input: {
    q: { ...text('The task, in words.'), minLength: 1, examples: ['decode a jwt'] },
    k: {
      ...top(`How many results at most, 1 to ${TOP_MAX}; a number outside means the nearest.`),
      default: TOP_DEFAULT,
    },
    limit: top('Another name of `k`.'),
    top: top('Another name of `k`.'),
  },
  required: ['q'],
  answer: { $ref: '#/components/schemas/Found' },
  refusals: [400],
  open:
    ({ catalog: { find }, buying: { market, demand } }, { shop }) =>
    async ({ client }, _params, { q, k, limit, top }) => {
      const [found, sellers] = await Promise.all([
        find(String(q), Number(limit ?? top ?? k)),
        market.related(String(q)),
      ])
      const isMet = found.matched > 0 && found.rarestTermCovered
      demand.note({ query: String(q), client, isMet, nearest: found.results[0]?.slug ?? null })
      if (sellers.length === 0) return ok(found)
      return ok({ ...found, relatedSellers: sellers.map((seller) => relatedOf(seller, shop)) })
    },
} satisfies EndpointSpec

/** A seller with a matching tool, and the address of its details. */
function relatedOf({ origin, routes }: Seller, shop: Shop) {
  const { host } = new URL(origin)
  return {
    host,
    origin,
    toolCount: routes.length,
    sellerInfo: `${freeUrl(shop, 'sellers')}?seller=${encodeURIComponent(host)}`,
    routeAcross: freeUrl(shop, 'route'),
  }
}
