import { count, flag, object, text } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointDefinition } from '../endpoint.ts'

export const health: EndpointDefinition = {
  id: 'health',
  path: '/health',
  methods: ['GET'],
  access: 'public',
  summary: 'Whether the service answers, and what it sells.',
  answer: object({
    ok: flag('True.'),
    meta: object({ toolCount: count('Tools for sale.'), build: text('The build that runs.') }),
  }),
  refusals: [],
  open:
    ({ shop: { catalog, site } }) =>
    () =>
      ok({ ok: true, meta: { toolCount: catalog.tools.length, build: site.build } }),
}

/** What the operator may know and buyers need not. */
export const operatorHealth: EndpointDefinition = {
  id: 'operator-health',
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
}
