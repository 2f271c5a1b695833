import type { JsonObject } from '../../base/lib/json-object.ts'
import { z } from 'zod'
import { dollarsOf, formatUsd } from '../../base/core/money.ts'
import type { Tool } from '../../base/core/tool.ts'
import { DOCUMENTS, jsonText, urlOf } from './documents.ts'
import { summaryOf, toolsByFamily } from './goods.ts'
import { altPaymentOf, takesWork } from './paying.ts'
import { freeUrl, publicEndpoints, type Shop, type Surface } from './surface.ts'

const MANIFEST_VERSION = 1
const X402_VERSION = 2

/** The x402 manifest, which indexers of sellers read. */
export const x402Manifest: Surface = {
  ...DOCUMENTS.manifest,
  render: (shop) => jsonText(manifestOf(shop)),
}

function manifestOf(shop: Shop): JsonObject {
  const { catalog, site, till } = shop
  const payment = till.describe()
  return {
    name: site.name,
    version: MANIFEST_VERSION,
    x402Version: X402_VERSION,
    build: site.build,
    summary: summaryOf(shop),
    homepage: site.baseUrl,
    resources: [...new Set(catalog.tools.map((tool) => urlOf(shop, tool)))],
    payment,
    ...walletOf(payment['x402']),
    ...altPaymentOf(shop),
    capabilities: {
      ...figuresOf(catalog.tools, shop),
      categories: [...toolsByFamily(shop)].map(([tag, tools]) => categoryOf(tag, tools, shop)),
    },
    links: Object.fromEntries([
      ...Object.entries(DOCUMENTS).map(([name, place]) => [name, urlOf(shop, place)]),
      ...publicEndpoints(shop).map(({ id }) => [id, freeUrl(shop, id)]),
    ]),
  }
}

const Described = z.object({
  networks: z.array(z.object({ network: z.string() })),
  payTo: z.record(z.string(), z.string()),
})

/** The wallet that receives x402 payments, for a quick look; `payment` has the details. */
function walletOf(x402: unknown): JsonObject {
  const { data } = Described.safeParse(x402)
  if (!data) return { networks: [], wallet: null }
  const { networks, payTo } = data
  return {
    networks: networks.map(({ network }) => network),
    wallet: payTo['evm'] ?? Object.values(payTo)[0] ?? null,
  }
}

function categoryOf(tag: string, tools: readonly Tool[], shop: Shop): JsonObject {
  const label = shop.catalog.families[tag]?.title ?? tag
  return {
    key: tag,
    label,
    ...figuresOf(tools, shop),
    openapi: urlOf(shop, { path: DOCUMENTS.openapi.ofFamily.replace('{family}', tag) }),
    pricing: urlOf(shop, { path: DOCUMENTS.pricing.ofFamily.replace('{family}', tag) }),
  }
}

function figuresOf(tools: readonly Tool[], shop: Shop): JsonObject {
  return {
    tools: tools.length,
    computePayable: tools.filter((tool) => takesWork(tool, shop)).length,
    priceRange: priceRangeOf(tools),
  }
}

function priceRangeOf(tools: readonly Tool[]): JsonObject | null {
  const prices = tools.map((tool) => tool.price).toSorted((a, b) => a - b)
  const [least, most] = [prices[0], prices.at(-1)]
  if (least === undefined || most === undefined) return null
  return {
    min: formatUsd(least),
    max: formatUsd(most),
    minUsd: dollarsOf(least),
    maxUsd: dollarsOf(most),
  }
}
