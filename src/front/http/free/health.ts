import { count, flag, object, text } from '../../surfaces/free-endpoint.ts'
import { ok, type EndpointSpec } from '../endpoint.ts'

export default {
  path: '/health',
  methods: ['GET'],
  access: 'public',
  urgent: true,
  summary: 'Whether the service answers and its database can be written, and what it sells.',
  answer: object({
    ok: flag('True.'),
    meta: object({ toolCount: count('Tools for sale.'), build: text('The build that runs.') }),
  }),
  refusals: [503],
  open:
    ({ ground: { db } }, { shop: { catalog, site } }) =>
    async () => {
      await db.check()
      return ok({ ok: true, meta: { toolCount: catalog.tools.length, build: site.build } })
    },
} satisfies EndpointSpec
