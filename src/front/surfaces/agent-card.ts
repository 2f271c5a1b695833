import type { JsonObject } from '../../base/lib/json-object.ts'
import { formatUsd } from '../../base/core/money.ts'
import type { Tool } from '../../base/core/tool.ts'
import { DOCUMENTS, jsonText, urlOf } from './documents.ts'
import { summaryOf, toolsByFamily } from './goods.ts'
import type { Shop, Surface } from './surface.ts'

/** The base path of the A2A methods. */
export const A2A_PATH = '/a2a'

/** The id of the x402 extension of A2A, version 0.2: its address. */
export const A2A_EXTENSION =
  'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2'

const TAGGED_MAX = 8

/** The agent card, which agents read before their first request. */
export const agentCard: Surface = {
  ...DOCUMENTS.agentCard,
  render: (shop) => jsonText(cardOf(shop)),
}

/** The same card at the path of older A2A versions. */
export const agentCardBefore: Surface = {
  ...DOCUMENTS.agentCardBefore,
  render: (shop) => jsonText(cardOf(shop)),
}

function cardOf(shop: Shop): JsonObject {
  const { site, till } = shop
  const takesX402 = 'x402' in till.describe()
  const extensions = takesX402
    ? [{ uri: A2A_EXTENSION, description: 'Pay by the call with x402.', required: false }]
    : []
  return {
    name: site.name,
    description: summaryOf(shop),
    version: site.build,
    supportedInterfaces: [
      { url: site.baseUrl + A2A_PATH, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    ],
    provider: { organization: site.name, url: site.baseUrl },
    documentationUrl: urlOf(shop, DOCUMENTS.llmsTxt),
    capabilities: { streaming: true, pushNotifications: false, extensions },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ['application/json', 'text/plain'],
    defaultOutputModes: ['application/json', 'text/plain'],
    skills: [...toolsByFamily(shop)].flatMap(([family, tools]) => skillOf(family, tools, shop)),
  }
}

/** One skill for each family: hundreds would fill the context of the agent that reads the card. */
function skillOf(family: string, tools: readonly Tool[], { catalog }: Shop): JsonObject[] {
  const [first, ...others] = tools
  if (!first) return []
  const { title = family, description = '' } = catalog.families[family] ?? {}
  const least = others.reduce(
    (price, tool) => (tool.price < price ? tool.price : price),
    first.price,
  )
  const example = { slug: first.slug, params: first.spec.examples[0]?.input ?? {} }
  return [
    {
      id: family,
      name: title,
      description: `${description} ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}, from ${formatUsd(least)}. Ask in words to find one; send {"slug", "params"} to call it.`,
      tags: [family, ...tools.slice(0, TAGGED_MAX).map(({ slug }) => slug)],
      examples: [first.spec.asks?.[0] ?? first.spec.name, JSON.stringify(example)],
    },
  ]
}
