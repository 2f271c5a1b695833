import type { JsonObject } from '../../base/lib/json-object.ts'
import type { Tool } from '../../base/core/tool.ts'
import { DOCUMENTS, jsonText } from './documents.ts'
import { summaryOf } from './goods.ts'
import { componentsOf } from './openapi-components.ts'
import { FREE_TAG, freePaths } from './openapi-free.ts'
import { pricedOperation } from './openapi-priced.ts'
import { waysToPay } from './paying.ts'
import type { Shop, Surface } from './surface.ts'

/** The version of this description, not of the build. */
const DESCRIPTION_VERSION = '2.1.0'

/** The OpenAPI description of all operations. */
export const openapi: Surface = {
  ...DOCUMENTS.openapi,
  render: (shop) => jsonText(describe(shop)),
}

function describe(shop: Shop): JsonObject {
  const { catalog, site } = shop
  return {
    openapi: '3.1.0',
    info: {
      title: site.name,
      version: DESCRIPTION_VERSION,
      summary: 'Tools for software agents, sold by the call.',
      description: [summaryOf(shop), ...waysToPay(shop).map((way) => `- ${way}`)].join('\n'),
    },
    servers: [{ url: site.baseUrl }],
    tags: [
      { name: FREE_TAG, description: 'Documents and endpoints that cost nothing.' },
      ...Object.entries(catalog.families).map(([name, { title, description }]) => {
        return { name, description: `${title}. ${description}` }
      }),
    ],
    paths: { ...freePaths(shop), ...pricedPaths(catalog.tools, shop) },
    components: componentsOf(shop),
  }
}

function pricedPaths(tools: readonly Tool[], shop: Shop): JsonObject {
  const byPath = Map.groupBy(tools, (tool) => tool.path)
  return Object.fromEntries(
    [...byPath].map(([path, here]) => {
      const operations = here.map((tool) => {
        return [tool.method.toLowerCase(), pricedOperation(tool, shop)] as const
      })
      return [path, Object.fromEntries(operations)]
    }),
  )
}
