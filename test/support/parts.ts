import { evmNetworkOf } from '../../src/outside/chains/networks.ts'
import type { Host } from '../../src/base/core/capability.ts'
import { usd } from '../../src/base/core/money.ts'
import { createParts, type Parts } from '../../src/base/core/parts.ts'
import type { Tool } from '../../src/base/core/tool.ts'
import { createClient } from '../../src/outside/net/request.ts'
import { ownGood } from '../../src/service/build/own-offers.ts'
import { createPurse, PURSE } from '../../src/buying/purse/purse.ts'
import { LIMITS } from '../../src/buying/sellers/limits.ts'
import { MARKET, openMarket } from '../../src/buying/sellers/market.ts'
import { CHAIN_SALES, createChainSales } from '../../src/buying/sellers/settlements/chain-sales.ts'
import { createPurseStore } from '../../src/stores/purse.ts'
import { createSellerStore } from '../../src/stores/sellers.ts'
import { createSettlementStore } from '../../src/stores/settlements.ts'
import { catalogOfTools } from './catalog.ts'

const CAP = usd('$1')
const BASE = 'eip155:8453'

/** A market of own tools, a purse without a wallet, a chain of one block: for tools alone. */
export async function partsFor(
  { spec }: Tool,
  host: Pick<Host, 'db' | 'now'>,
): Promise<Parts['part'] | undefined> {
  const isAsked = Object.values(spec.uses).some(({ name }) => ASK_FOR_PARTS.has(name))
  if (!isAsked) return undefined
  await createSettlementStore(host.db, BASE).read([], { block: 1, hash: '0x1', at: host.now() })
  return open(host, (await catalogOfTools()).tools)
}

const ASK_FOR_PARTS = new Set(['router', 'decider', 'seller-market', 'payability', 'seller-sales'])

function open({ db, now }: Pick<Host, 'db' | 'now'>, tools: readonly Tool[]): Parts['part'] {
  const parts = createParts()
  const onTrouble = (_what: string, cause: unknown) => {
    throw cause
  }
  const unknown = { historyOf: () => undefined, selfFundedOf: () => undefined }
  const site = { name: 'Farebox', baseUrl: 'http://localhost', build: 'test', isFree: false }
  const till = { challenge: () => ({ challenges: [], headers: [], text: '' }) }
  const byName = new Map(tools.map((tool) => [tool.slug, tool]))
  const bySlug = (slug: string) => byName.get(slug)
  const market = openMarket({
    store: createSellerStore(db),
    *own() {
      const goods = []
      for (const tool of tools) {
        goods.push(ownGood(tool, { site, till, bySlug }))
        yield
      }
      return goods
    },
    evidence: { ...LIMITS, ...unknown, isShared: () => false },
    failingAt: () => [],
    now,
    onTrouble,
  })
  const client = createClient()
  const purse = createPurse({
    wallets: [],
    caps: { call: CAP, seller: CAP, hour: CAP, day: CAP, payer: CAP },
    store: createPurseStore(db),
    clientOf: () => client,
    own: [],
    now,
    onTrouble,
  })
  parts.offer(MARKET, market)
  parts.offer(PURSE, purse)
  const chainSales = createChainSales({
    chain: { network: evmNetworkOf(BASE), nodes: ['http://127.0.0.1:1'] },
    client,
    store: createSettlementStore(db, BASE),
    sellers: () => market.sellers(),
    own: { name: site.name, origin: site.baseUrl, wallets: [] },
    depth: 0,
    now,
  })
  parts.offer(CHAIN_SALES, chainSales)
  return parts.part
}
