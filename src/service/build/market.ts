import { nodesIn, type Config } from '../settings/config.ts'
import { evmNetworkOf } from '../../outside/chains/networks.ts'
import type { Db } from '../../base/core/db.ts'
import type { Parts } from '../../base/core/parts.ts'
import { evmNetworkNamed, nodeSettingOf } from '../../engines/onchain/chains/evm-networks.ts'
import { createClient } from '../../outside/net/request.ts'
import { openOwnGoods, type OwnShop } from './own-offers.ts'
import { BASE, BASE_NODES, openPurse } from './purse.ts'
import { FOLLOWED, type SpendChain } from '../../buying/purse/chains.ts'
import { PURSE } from '../../buying/purse/purse.ts'
import { createDemand, DEMAND } from '../../buying/sellers/demand.ts'
import { LIMITS } from '../../buying/sellers/limits.ts'
import { createSellerKeeper } from '../../buying/sellers/refresh.ts'
import { MARKET, openMarket } from '../../buying/sellers/market.ts'
import { REGISTRIES } from '../../buying/sellers/registries.ts'
import { CHAIN_SALES, createChainSales } from '../../buying/sellers/settlements/chain-sales.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { createSearchStore } from '../../stores/searches.ts'
import type { SellerStore } from '../../stores/sellers.ts'
import { createSettlementStore } from '../../stores/settlements.ts'

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
  const ground = { config, db, sandbox, trusted, clientOf, isNamed, isShared, now, onTrouble }
  const { purse, record } = openPurse(ground)
  const cannotTell = (chain: SpendChain) => chain !== FOLLOWED && !purse.walletOn(chain)?.hasHistory
  const market = openMarket({
    store,
    own: () => openOwnGoods({ catalog, site, till }),
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

/** An instance without real payments reads only sellers that its operator names. */
function registriesOf({ SELLER_REGISTRIES: named, PAY_TO, FREE_MODE }: Config) {
  const isPlay = FREE_MODE || PAY_TO === undefined
  const asked = named ?? (isPlay ? [] : Object.keys(REGISTRIES))
  return asked
    .filter((name) => name !== 'off')
    .map((name) => ({ name, url: REGISTRIES[name] ?? name }))
}
