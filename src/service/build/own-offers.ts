import { entryOf } from '../../selling/catalog/entry.ts'
import { listingOf } from '../../selling/catalog/find.ts'
import type { Catalog } from '../../selling/catalog/catalog.ts'
import type { Site } from '../../selling/catalog/site.ts'
import { innerTool } from '../../base/core/inner-tool.ts'
import { inputShape } from '../../base/core/shape.ts'
import type { Tool } from '../../base/core/tool.ts'
import type { Till } from '../../selling/payments/till.ts'
import type { Sliced } from '../../engines/search/slices.ts'
import { acceptOf, type Accept } from '../../buying/sellers/accepts.ts'
import type { OwnGood } from '../../buying/sellers/market.ts'
import { nanosOf } from '../../buying/sellers/price.ts'
import { domainsOf } from '../../buying/sellers/listing-row.ts'

interface OwnShop {
  readonly catalog: Catalog
  readonly site: Site
  readonly till: Pick<Till, 'challenge'>
}

/** The tools of this service, as the market has them; with a pause behind each. */
export function* openOwnGoods({ catalog, site, till }: OwnShop): Sliced<OwnGood[]> {
  const goods: OwnGood[] = []
  for (const tool of catalog.tools) {
    goods.push(ownGood(tool, { site, till, bySlug: catalog.bySlug }))
    yield
  }
  return goods
}

interface OwnGround extends Pick<OwnShop, 'site' | 'till'> {
  readonly bySlug: Catalog['bySlug']
}

/**
 * A tool of this service, as the market has it. What the operator may change of it while the
 * service runs is read when it is asked for, and never kept.
 */
export function ownGood(tool: Tool, { bySlug, ...ground }: OwnGround): OwnGood {
  const { slug, name, description, family, inputs, outputs } = listingOf(tool)
  const current = (): Tool => bySlug(slug) ?? tool
  return {
    isOwn: true,
    get alone() {
      return aloneNow(current())
    },
    url: ground.site.baseUrl + tool.path,
    required: inputShape(tool).required,
    seller: 'self',
    owners: ['self'],
    slug,
    name,
    description,
    category: family,
    inputs: inputs.map((input) => input.name),
    details: inputs.flatMap((input) => [input.description, ...input.choices]),
    outputs,
    health: 1,
    payers30d: 0,
    get price() {
      return nanosOf(current().price)
    },
    isCurated: false,
    row: () => ownRow(current(), outputs, ground),
  }
}

const aloneNow = (tool: Tool): string | null => innerTool(tool).alone ?? null

function ownRow(
  tool: Tool,
  outputs: readonly string[],
  { site, till }: Pick<OwnShop, 'site' | 'till'>,
) {
  const entry = entryOf(tool, site)
  const { required, properties } = entry.inputSchema
  const accepts = acceptsFor(tool, till)
  const networks = [...new Set(accepts.flatMap(({ network }) => network ?? []))]
  const contract = { state: 'declared', source: 'catalog', runtimeVerified: true }
  return {
    seller: 'self',
    sellerHome: site.baseUrl,
    sellerName: site.name,
    slug: tool.slug,
    name: entry.name,
    method: tool.method,
    methodKnown: true,
    route: entry.route,
    url: site.baseUrl + tool.path,
    price: entry.price,
    priceUsd: entry.priceUsd,
    priceKnown: true,
    payable: 'x402',
    category: entry.category,
    description: entry.description,
    networks,
    paymentNetworksKnown: networks.length > 0,
    untrustedContent: false,
    source: 'catalog',
    routerDispatchEligible: aloneNow(tool) === null,
    routerDispatchReason: 'local_catalog',
    routerDispatchByChain: {},
    evmDomainByNetwork: domainsOf(accepts),
    requestContract: {
      ...contract,
      required,
      optional: Object.keys(properties).filter((field) => !required.includes(field)),
    },
    responseContract: { ...contract, successVariants: 1, jsonSchemas: 1, guaranteedPaths: outputs },
  }
}

/** What the 402 of a tool offers. */
function acceptsFor(tool: Tool, till: Pick<Till, 'challenge'>): readonly Accept[] {
  const { challenges } = till.challenge({ tool, amount: tool.price })
  const quote = challenges.find(({ protocol }) => protocol === 'x402')?.value()
  const accepts = (quote as { readonly accepts?: readonly unknown[] } | undefined)?.accepts ?? []
  return accepts.flatMap((raw) => acceptOf(raw) ?? [])
}
