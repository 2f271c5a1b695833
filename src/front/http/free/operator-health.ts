import { isFree } from '../../surfaces/surface.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

/** What the operator may know and buyers need not. */
export default {
  path: '/api/operator/health',
  methods: ['GET'],
  access: 'operator',
  summary: 'Whether every network can be paid on, and which tools cannot run here, and why.',
  answer: { type: 'object' },
  refusals: [401, 404, 429],
  open:
    ({ payments }, { shop, startedAt, now }) =>
    () => {
      const networks = payments.networkStatuses()
      const unavailable = shop.catalog.tools.flatMap(({ slug, unavailable: why }) =>
        why === undefined ? [] : [{ slug, why }],
      )
      return ok({
        ok: isFree(shop) || (networks.length > 0 && networks.every(({ isPayable }) => isPayable)),
        build: shop.site.build,
        uptimeSeconds: Math.floor((now() - startedAt) / 1000),
        networks,
        unavailableTools: unavailable,
      })
    },
} satisfies EndpointSpec
