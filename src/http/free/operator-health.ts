import { ok, type EndpointSpec } from '../endpoint.ts'

/** What the operator may know and buyers need not. */
export default {
  path: '/api/operator/health',
  methods: ['GET'],
  access: 'operator',
  summary: 'Whether every network can be paid on, and which tools lack a setting.',
  answer: { type: 'object' },
  refusals: [401, 404, 429],
  open:
    ({ shop: { catalog, site }, networkStatuses, startedAt, now }) =>
    () => {
      const networks = networkStatuses()
      const unavailable = catalog.tools.flatMap(({ slug, unavailable: why }) =>
        why === undefined ? [] : [{ slug, why }],
      )
      return ok({
        ok: networks.every(({ isPayable }) => isPayable),
        build: site.build,
        uptimeSeconds: Math.floor((now() - startedAt) / 1000),
        networks,
        unavailableTools: unavailable,
      })
    },
} satisfies EndpointSpec
