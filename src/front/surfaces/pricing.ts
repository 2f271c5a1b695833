import { entryOf } from '../../selling/catalog/entry.ts'
import type { Site } from '../../selling/catalog/site.ts'
import type { Tool } from '../../base/core/tool.ts'
import { DOCUMENTS, jsonText, urlOf } from './documents.ts'
import { summaryOf } from './goods.ts'
import { altPaymentOf } from './paying.ts'
import type { Shop, Surface } from './surface.ts'

/** The whole catalog with the input and the price of each tool. */
export const pricing: Surface = {
  ...DOCUMENTS.pricing,
  render: (shop) => jsonText(priceList(shop, shop.catalog.tools)),
  ofFamily: {
    address: DOCUMENTS.pricing.ofFamily,
    render: (shop, tag) =>
      jsonText(
        priceList(
          shop,
          shop.catalog.tools.filter(({ family }) => family === tag),
        ),
      ),
  },
}

function priceList(shop: Shop, tools: readonly Tool[]): Readonly<Record<string, unknown>> {
  const { catalog, site, till } = shop
  const titles = Object.entries(catalog.families).map(([tag, { title }]) => [tag, title])
  return {
    name: site.name,
    description: summaryOf(shop),
    baseUrl: site.baseUrl,
    openapi: urlOf(shop, DOCUMENTS.openapi),
    payment: till.describe(),
    ...altPaymentOf(shop),
    categories: Object.fromEntries(titles),
    tools: tools.length,
    endpoints: tools.map((tool) => endpointOf(tool, site)),
  }
}

function endpointOf(tool: Tool, site: Site): Readonly<Record<string, unknown>> {
  const { method, path } = tool
  return { method, path, ...entryOf(tool, site) }
}
