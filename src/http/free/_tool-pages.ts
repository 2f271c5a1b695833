import { notFound } from '../../core/fault.ts'
import { toolPage } from '../../surfaces/tool-page.ts'
import type { Shop } from '../../surfaces/surface.ts'
import type { Endpoint } from '../endpoint.ts'

const FRESH_SECONDS = 300

export const toolPageEndpoint = (shop: Shop): Endpoint => ({
  method: 'GET',
  path: '/tools/:slug',
  handle(_request, { slug = '' }) {
    const tool = shop.catalog.bySlug(slug)
    if (!tool) throw notFound(`No tool is called ${slug}. Find one at /api/find?q=...`)
    const contentType = 'text/html; charset=utf-8'
    const bytes = Buffer.from(toolPage(tool, shop))
    const headers = [['cache-control', `public, max-age=${FRESH_SECONDS}`]] as const
    return { status: 200, headers, body: { kind: 'binary', contentType, bytes } }
  },
})
