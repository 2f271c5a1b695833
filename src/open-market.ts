import type { Catalog } from './catalog/catalog.ts'
import { entryOf } from './catalog/entry.ts'
import { listingOf } from './catalog/find.ts'
import type { Site } from './catalog/site.ts'
import { nodesIn, type Config } from './config.ts'
import { evmNetworkOf } from './chains/networks.ts'
import type { Db } from './core/db.ts'
import { innerTool } from './core/inner-tool.ts'
import type { Parts } from './core/parts.ts'
import { inputShape } from './core/shape.ts'
import type { Tool } from './core/tool.ts'
import { evmNetworkNamed, nodeSettingOf } from './lib/chains/evm-networks.ts'
import { createClient } from './net/request.ts'
import { BASE, BASE_NODES, openPurse } from './open-purse.ts'
import type { Till } from './payments/till.ts'
import type { SpendChain } from './purse/chains.ts'
import { PURSE } from './purse/purse.ts'
import type { Sliced } from './search/slices.ts'
import { acceptOf, type Accept } from './sellers/accepts.ts'
import { createDemand, DEMAND } from './sellers/demand.ts'
import { LIMITS } from './sellers/limits.ts'
import { createSellerKeeper } from './sellers/keep.ts'
import { MARKET, openMarket, type OwnGood } from './sellers/market.ts'
import { nanosOf } from './sellers/price.ts'
import { REGISTRIES } from './sellers/registries.ts'
import { domainsOf } from './sellers/row.ts'
import { CHAIN_SALES, createChainSales } from './sellers/settlements/chain-sales.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { createSearchStore } from './stores/searches.ts'
import type { SellerStore } from './stores/sellers.ts'
import { createSettlementStore } from './stores/settlements.ts'

interface OwnShop {
  readonly catalog: Catalog
  readonly site: Site
  readonly till: Pick<Till, 'challenge'>
}

interface MarketGround extends OwnShop {
  readonly config: Config
  readonly db: Db
  readonly sandbox: Sandbox | null
  readonly stores: { readonly sellers: SellerStore }
  readonly offer: Parts['offer']
  now(): number
  onClose(close: () => Promise<void>): void
  onTrouble(what: string, cause: unknown): void
}

/** What is sold here and elsewhere, and the work that keeps it known. */
export function openSellers({ config, catalog, site, stores, offer, ...world }: MarketGround) {
  const { sellers: store } = stores
  const { db, sandbox, now, onClose, onTrouble, till } = world
  const publicWeb = createClient({ policy: 'publicWeb' })
  const trusted = createClient({ policy: 'trusted' })
  onClose(async () => void (await Promise.all([publicWeb.close(), trusted.close()])))
  const named = [
    ...config.SELLERS.map((url) => new URL(url).origin),
    ...(sandbox?.sellers ?? []).map(({ origin }) => origin),
  ]
  const clients = { publicWeb, trusted }
  const keeper = createSellerKeeper({
    store,
    named,
    registries: registriesOf(config),
    ...clients,
    now,
  })
  const wallets = [sandbox?.payTo ?? config.PAY_TO ?? []].flat().map((each) => each.toLowerCase())
  const chainSales = createChainSales({
    chain: chainOf(config, sandbox),
    client: trusted,
    store: createSettlementStore(db, sandbox?.network.id ?? BASE),
    sellers: async () => market.sellers(),
    own: { name: site.name, origin: site.baseUrl, wallets },
    depth: sandbox ? 0 : REORG_DEPTH,
    now,
  })
  const { historyOf, selfFundedOf, isShared } = chainSales.board
  const isNamed = (origin: string) => named.includes(origin)
  const clientOf = (origin: string) => (isNamed(origin) ? trusted : publicWeb)
  const ground = { config, db, sandbox, trusted, clientOf, isNamed, now, onTrouble }
  const { purse, record } = openPurse(ground)
  const cannotTell = (chain: SpendChain) => chain !== 'base' && !purse.walletOn(chain)?.hasHistory
  const market = openMarket({
    store,
    own: () => ownGoods({ catalog, site, till }),
    evidence: {
      ...LIMITS,
      spendChains: purse.chains,
      networks: purse.networks,
      untold: purse.chains.filter(cannotTell),
      historyOf,
      selfFundedOf,
      isShared,
    },
    failingAt: record.failingAt,
    now,
    onTrouble,
  })
  offer(MARKET, market)
  offer(PURSE, purse)
  offer(CHAIN_SALES, chainSales)
  const searched = { store: createSearchStore(db), keptDays: config.SEARCHES_DAYS }
  const demand = createDemand({ ...searched, now })
  offer(DEMAND, demand)
  onClose(() => demand.flush())
  return { market, keeper, chainSales, purse, demand }
}

const REORG_DEPTH = 64

/** Base, or the chain of the sandbox. */
function chainOf(config: Config, sandbox: Sandbox | null) {
  const { RPC_URLS, NETWORKS, PAY_TO, FREE_MODE } = config
  if (sandbox) return { network: sandbox.network, nodes: [sandbox.rpcUrl] as const }
  const network = evmNetworkOf(BASE)
  const named = RPC_URLS[BASE]
  if (named) {
    const others = nodesIn(config.setting(nodeSettingOf(evmNetworkNamed(BASE)!)))
    return { network, nodes: [named, ...others.filter((url) => url !== named)] as const }
  }
  const isPaidThere = PAY_TO !== undefined && !FREE_MODE && NETWORKS.includes(BASE)
  return isPaidThere ? { network, nodes: BASE_NODES } : null
}

/** An instance without real money looks at nobody whom its operator does not name. */
function registriesOf({ SELLER_REGISTRIES: named, PAY_TO, FREE_MODE }: Config) {
  const isPlay = FREE_MODE || PAY_TO === undefined
  const asked = named ?? (isPlay ? [] : Object.keys(REGISTRIES))
  return asked
    .filter((name) => name !== 'off')
    .map((name) => ({ name, url: REGISTRIES[name] ?? name }))
}

function* ownGoods({ catalog, site, till }: OwnShop): Sliced<OwnGood[]> {
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
      return innerTool(current()).alone ?? null
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
    routerDispatchEligible: true,
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
