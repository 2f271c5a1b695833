import { dollarsOf, formatUsd } from '../../base/core/money.ts'
import { inputShape } from '../../base/core/shape.ts'
import { pricingModeOf, takesWork, type Tool } from '../../base/core/tool.ts'
import { sumOf, type Catalog } from './catalog.ts'
import type { Site } from './site.ts'

/** The public description of a tool; every listing uses these. */
export interface CatalogEntry {
  readonly slug: string
  readonly name: string
  readonly route: string
  /** `$0.010` */
  readonly price: string
  readonly priceUsd: number
  /** `quote`: the price is the least; the 402 says what a call costs, which its input decides. */
  readonly pricingMode: 'fixed' | 'quote'
  readonly callExample: CallExample
  readonly example: unknown
  readonly required: readonly string[]
  readonly inputSchema: {
    readonly properties: Readonly<Record<string, unknown>>
    readonly required: readonly string[]
  }
  readonly category: string
  readonly description: string
  readonly computePayable: boolean
  /** False: a setting is missing on this instance, and calls answer 503. */
  readonly available: boolean
  readonly docs: string
}

/** The public description of a skill pack: several tools behind one payment. */
export interface PackEntry {
  readonly slug: string
  readonly title: string
  readonly tagline: string
  /** The tool of each step, in the order in which one call runs them: a tool may run twice. */
  readonly toolSlugs: readonly string[]
  readonly url: string
  readonly promptName: string
  readonly method: 'POST'
  /** `/api/skill/<slug>` */
  readonly route: string
  readonly callUrl: string
  /** Never above the sum of the tools. */
  readonly price: string
  readonly aLaCarteUsd: number
  /** One sentence on what one call does. */
  readonly oneCall: string
}

export interface CallExample {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export function entryOf(tool: Tool, site: Site): CatalogEntry {
  const { properties, required } = inputShape(tool)
  const example = tool.spec.examples[0].input
  const callExample = { method: tool.method, path: tool.path }
  // Where calls are free, the caller names its namespace, because no wallet does.
  const named = site.isFree && tool.spec.identity === 'wallet' ? { ns: 'alice' } : null
  return {
    slug: tool.slug,
    name: tool.spec.name,
    route: tool.spec.route,
    price: formatUsd(tool.price),
    priceUsd: dollarsOf(tool.price),
    pricingMode: pricingModeOf(tool),
    callExample:
      tool.method === 'GET'
        ? { ...callExample, query: { ...example, ...named } }
        : { ...callExample, ...(named && { query: named }), body: example },
    example,
    required,
    inputSchema: { properties, required },
    category: tool.family,
    description: tool.spec.description,
    computePayable: takesWork(tool) && !site.isFree,
    available: tool.unavailable === undefined,
    docs: site.baseUrl + toolPath(tool.slug),
  }
}

/** The skill packs of a catalog, in its order. */
export const packsOf = ({ tools }: Pick<Catalog, 'tools'>, site: Site): readonly PackEntry[] =>
  tools.flatMap(({ slug, spec, path, price, parts = [] }) => {
    if (!spec.pack) return []
    const { pack } = spec
    return {
      slug: pack.slug,
      title: pack.title,
      tagline: pack.tagline,
      toolSlugs: parts.map((part) => part.slug),
      url: site.baseUrl + toolPath(slug),
      promptName: slug,
      method: 'POST',
      route: path,
      callUrl: `${site.baseUrl}${path}`,
      price: formatUsd(price),
      aLaCarteUsd: dollarsOf(sumOf(parts)),
      oneCall: pack.oneCall,
    }
  })

/** Address of the page of a tool. */
export const toolPath = (slug: string): string => `/tools/${slug}`
