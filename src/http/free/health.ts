import type { Catalog } from '../../catalog/catalog.ts'
import type { Site } from '../../catalog/site.ts'
import { ok, type Endpoint } from '../endpoint.ts'

export const healthEndpoint = (catalog: Catalog, site: Site): Endpoint => ({
  method: 'GET',
  path: '/health',
  handle: () => ok({ ok: true, meta: { toolCount: catalog.tools.length, build: site.build } }),
})
