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
  ofFamily: {
    address: DOCUMENTS.openapi.ofFamily,
    render: (shop, tag) => jsonText(describeFamily(shop, tag)),
  },
}

/** The priced operations of one family, as a document that needs no other. */
function describeFamily(shop: Shop, tag: string): JsonObject {
  const tools = shop.catalog.tools.filter(({ family }) => family === tag)
  return documentOf(shop, familyTags(shop, tag), pricedPaths(tools, shop))
}

function describe(shop: Shop): JsonObject {
  const tags = [
    { name: FREE_TAG, description: 'Documents and endpoints that cost nothing.' },
    ...familyTags(shop),
  ]
  return documentOf(shop, tags, { ...freePaths(shop), ...pricedPaths(shop.catalog.tools, shop) })
}

function familyTags({ catalog }: Shop, only?: string): readonly JsonObject[] {
  return Object.entries(catalog.families)
    .filter(([name]) => only === undefined || name === only)
    .map(([name, { title, description }]) => ({ name, description: `${title}. ${description}` }))
}

function documentOf(shop: Shop, tags: readonly JsonObject[], paths: JsonObject): JsonObject {
  const { site } = shop
  return {
    openapi: '3.1.0',
    info: {
      title: site.name,
      version: DESCRIPTION_VERSION,
      summary: 'Tools for software agents, sold by the call.',
      description: [summaryOf(shop), ...waysToPay(shop).map((way) => `- ${way}`)].join('\n'),
    },
    servers: [{ url: site.baseUrl }],
    tags,
    paths,
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
