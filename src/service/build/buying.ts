import { nodesIn, type Settings } from '../settings/config.ts'
import { evmNetworkOf } from '../../outside/chains/networks.ts'
import type { Task } from '../../base/core/task.ts'
import { evmNetworkNamed, nodeSettingOf } from '../../engines/onchain/chains/evm-networks.ts'
import { createClient } from '../../outside/net/request.ts'
import { openOwnGoods } from './own-offers.ts'
import { BASE, BASE_NODES, openPurse } from './purse.ts'
import { FOLLOWED, type SpendChain } from '../../buying/purse/chains.ts'
import { PURSE, type Purse } from '../../buying/purse/purse.ts'
import { createDemand, DEMAND, type Demand } from '../../buying/sellers/demand.ts'
import { LIMITS } from '../../buying/sellers/limits.ts'
import { createSellerKeeper, type SellerKeeper } from '../../buying/sellers/refresh.ts'
import { MARKET, openMarket, type Market } from '../../buying/sellers/market.ts'
import { REGISTRIES } from '../../buying/sellers/registries.ts'
import {
  CHAIN_SALES,
  createChainSales,
  FOLLOW_MS,
  type ChainSales,
} from '../../buying/sellers/settlements/chain-sales.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { OpenCatalog } from './catalog.ts'
import type { Ground } from './ground.ts'
import type { Lifetime } from './lifetime.ts'
import type { Payments } from './payments.ts'
import { createSettlementStore } from '../../stores/settlements.ts'

/** What is sold here and elsewhere, and what is bought there. */
export interface Buying {
  readonly market: Market
  readonly purse: Purse
  readonly chainSales: ChainSales
  readonly demand: Demand
  readonly tasks: readonly Task[]
}

interface BuyingParts {
  readonly ground: Ground
  readonly payments: Payments
  readonly catalog: OpenCatalog
}

type BuyingSettings = Pick<
  Settings,
  'market' | 'purse' | 'payments' | 'settlement' | 'serving' | 'text'
>

export function openBuying(
  settings: BuyingSettings,
  { ground, payments, catalog }: BuyingParts,
  life: Lifetime,
): Buying {
  const { sandbox, stores, site, parts } = ground
  const { now, trouble: onTrouble } = life
  const { publicWeb, trusted } = openClients(life)
  const named = [
    ...settings.market.SELLERS.map((url) => new URL(url).origin),
    ...(sandbox?.sellers ?? []).map(({ origin }) => origin),
  ]
  const isNamed = (origin: string) => named.includes(origin)
  const keeper = createSellerKeeper({
    store: stores.sellers,
    named,
    registries: registriesOf(settings),
    publicWeb,
    trusted,
    now,
  })
  const chainSales = createChainSales({
    chain: chainOf(settings, sandbox),
    client: trusted,
    store: createSettlementStore(ground.db, sandbox?.network.id ?? BASE),
    sellers: async () => market.sellers(),
    own: { name: site.name, origin: site.baseUrl, wallets: walletsOf(settings, sandbox) },
    depth: sandbox ? 0 : REORG_DEPTH,
    now,
  })
  const { historyOf, selfFundedOf, isShared } = chainSales.board
  const clientOf = (origin: string) => (isNamed(origin) ? trusted : publicWeb)
  const { purse, record } = openPurse(
    settings,
    { ground, trusted, clientOf, isNamed, isShared },
    life,
  )
  const cannotTell = (chain: SpendChain) => chain !== FOLLOWED && !purse.walletOn(chain)?.hasHistory
  const market = openMarket({
    store: stores.sellers,
    own: () => openOwnGoods({ catalog: catalog.catalog, site, till: payments.till }),
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
  const demand = createDemand({
    store: stores.searches,
    keptDays: settings.serving.SEARCHES_DAYS,
    now,
  })
  life.closeWith(() => demand.flush())
  parts.offer(MARKET, market)
  parts.offer(PURSE, purse)
  parts.offer(CHAIN_SALES, chainSales)
  parts.offer(DEMAND, demand)
  const tasks = buyingTasks({ keeper, chainSales, purse, demand })
  return { market, purse, chainSales, demand, tasks }
}

/** For sellers of whom nothing is known, and for those that the operator names. */
function openClients({ closeWith }: Lifetime) {
  const publicWeb = createClient({ policy: 'publicWeb' })
  const trusted = createClient({ policy: 'trusted' })
  closeWith(async () => void (await Promise.all([publicWeb.close(), trusted.close()])))
  return { publicWeb, trusted }
}

const walletsOf = ({ payments }: BuyingSettings, sandbox: Sandbox | null): readonly string[] =>
  [sandbox?.payTo ?? payments.PAY_TO ?? []].flat().map((each) => each.toLowerCase())

const REORG_DEPTH = 64

/** Base, or the chain of the sandbox. */
function chainOf(settings: BuyingSettings, sandbox: Sandbox | null) {
  const { NETWORKS, PAY_TO } = settings.payments
  if (sandbox) return { network: sandbox.network, nodes: [sandbox.rpcUrl] as const }
  const network = evmNetworkOf(BASE)
  const named = settings.settlement.RPC_URLS[BASE]
  if (named) {
    const others = nodesIn(settings.text(nodeSettingOf(evmNetworkNamed(BASE)!)))
    return {
      network,
      nodes: [named, ...others.filter((url) => url !== named)] as const,
    }
  }
  const isPaidThere = PAY_TO !== undefined && !settings.serving.FREE_MODE && NETWORKS.includes(BASE)
  return isPaidThere ? { network, nodes: BASE_NODES } : null
}

/** An instance without real payments reads only sellers that its operator names. */
function registriesOf({ market, payments, serving }: BuyingSettings) {
  const isPlay = serving.FREE_MODE || payments.PAY_TO === undefined
  const asked = market.SELLER_REGISTRIES ?? (isPlay ? [] : Object.keys(REGISTRIES))
  return asked
    .filter((name) => name !== 'off')
    .map((name) => ({ name, url: REGISTRIES[name] ?? name }))
}

const CRAWL_MS = 15_000
const WALK_MS = 60_000
const RECONCILE_MS = 5_000
const STORE_SEARCHES_MS = 10_000
const TRIM_SEARCHES_MS = 60_000

interface BuyingWork {
  readonly keeper: SellerKeeper
  readonly chainSales: ChainSales
  readonly purse: Purse
  readonly demand: Demand
}

/** What keeps the index of other sellers true. */
const buyingTasks = ({ keeper, chainSales, purse, demand }: BuyingWork): readonly Task[] => [
  { name: 'crawl-sellers', everyMs: CRAWL_MS, run: (signal) => keeper.crawlDue(signal) },
  { name: 'walk-registries', everyMs: WALK_MS, run: (signal) => keeper.walkDue(signal) },
  { name: 'reconcile-purse', everyMs: RECONCILE_MS, run: (signal) => purse.reconcile(signal) },
  { name: 'follow-settlements', everyMs: FOLLOW_MS, run: (signal) => chainSales.follow(signal) },
  {
    name: 'store-searches',
    everyMs: STORE_SEARCHES_MS,
    everywhere: true,
    run: () => demand.flush(),
  },
  { name: 'trim-searches', everyMs: TRIM_SEARCHES_MS, run: (signal) => demand.trim(signal) },
]
