import { count, flag, object, text } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

export default {
  path: '/health',
  methods: ['GET'],
  access: 'public',
  urgent: true,
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
} satisfies EndpointSpec
