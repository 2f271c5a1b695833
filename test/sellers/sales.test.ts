import { expect, test } from 'vitest'
import type { Host } from '../../src/base/core/capability.ts'
import { createParts } from '../../src/base/core/parts.ts'
import type { Seller } from '../../src/buying/sellers/routes.ts'
import { MARKET, type Market } from '../../src/buying/sellers/market.ts'
import { sellerSales } from '../../src/buying/sellers/sales.ts'
import { CHAIN_SALES, createChainSales } from '../../src/buying/sellers/settlements/chain-sales.ts'
import { createSettlementStore, type TransferRow } from '../../src/stores/settlements.ts'
import { ENGINES, useDatabase } from '../support/engines.ts'
import { evmNetworkOf } from '../../src/outside/chains/networks.ts'
import { createClient } from '../../src/outside/net/request.ts'

const DAY_MS = 86_400_000
const BASE = 'eip155:8453'
const NOW = Date.parse('2026-03-31T00:00:00Z')
const ago = (days: number): number => NOW - days * DAY_MS
const CENT = 10_000

/** Sellers, since when they are known, and since when their wallets are watched. */
const KNOWN = [
  { name: 'grown', first: ago(60), since: ago(28) },
  { name: 'washer', first: ago(60), since: ago(28) },
  { name: 'young', first: ago(3), since: ago(3) },
  { name: 'late', first: ago(60), since: ago(10) },
] as const
const walletOf = (name: string): string =>
  `0x${Buffer.from(name).toString('hex').padStart(40, '0')}`

/** Who paid whom how many cents, days ago. The order is that of the chain. */
const PAID: readonly (readonly [days: number, from: string, to: string, cents: number])[] = [
  [13, 'ann', 'grown', 1],
  [13, 'bob', 'grown', 1],
  [12, 'ann', 'late', 2],
  [11, 'washer', 'shill', 9],
  [6, 'ann', 'grown', 1],
  [6, 'bob', 'grown', 1],
  [6, 'cy', 'grown', 1],
  [6, 'dan', 'grown', 1],
  [5, 'shill', 'washer', 3],
  [5, 'shill', 'washer', 3],
  [5, 'shill', 'washer', 3],
  [4, 'ann', 'washer', 2],
  [2, 'ann', 'young', 50],
  [2, 'ann', 'young', 50],
  [1, 'ann', 'late', 2],
]

const db = useDatabase(ENGINES[0]!)

async function salesHere() {
  const store = createSettlementStore(db(), BASE)
  const rows = PAID.map(([days, from, to, cents], at): TransferRow => ({
    block: 1_000 - days,
    log_index: at,
    tx: `0x${at}`,
    payer: walletOf(from),
    payee: walletOf(to),
    value: String(cents * CENT),
    authorized: from === 'washer' ? 0 : 1,
    at: ago(days),
  }))
  await store.read([], { block: 1, hash: '0x1', at: ago(28) })
  for (const { name, since } of KNOWN)
    await store.watch([walletOf(name)], { block: 1, hash: '0x1', at: since })
  await store.read(rows, { block: 1_000, hash: '0x2', at: NOW })
  const route = { name: 'New tool', url: 'https://grown.example/new', price: 5_000_000 }
  const sellers = KNOWN.map(
    ({ name, first }) =>
      ({
        name,
        origin: `https://${name}.example`,
        domain: `${name}.example`,
        first_seen: first,
        wallets: new Set([walletOf(name)]),
        routes: [
          { ...route, origin: `https://${name}.example`, priceSince: name === 'late' ? 0 : ago(1) },
        ],
      }) as unknown as Seller,
  )
  const parts = createParts()
  const chain = createChainSales({
    chain: { network: evmNetworkOf(BASE), nodes: ['http://127.0.0.1:1'] },
    client: createClient(),
    store,
    sellers: async () => sellers,
    own: { name: 'Farebox', origin: 'https://self.example', wallets: [] },
    depth: 0,
    now: () => NOW,
  })
  parts.offer(CHAIN_SALES, chain)
  parts.offer(MARKET, { sellers: async () => sellers } as unknown as Market)
  return sellerSales.open({ part: parts.part } as unknown as Host)({} as never)
}

test('the market of a week: sums, shares, wash, changes only where seen', async () => {
  const sales = await salesHere()
  const told = await sales.market({ days: 7, sort: 'usd', limit: 3 })
  expect(told.sellers).toMatchObject([
    { rank: 1, name: 'young', usd: 1, calls: 2, buyers: 1, organicScore: 0, change7dPct: null },
    { rank: 2, name: 'grown', usd: 0.04, calls: 4, organicScore: 0.75, change7dPct: 100 },
    // Of two with two cents the name decides; its wallet was not watched in the week before.
    { rank: 3, name: 'late', usd: 0.02, avgTicketUsd: 0.02, change7dPct: null },
  ])
  expect(told.totals).toEqual({ sellers: 4, usd: 1.08, calls: 8, buyers: 4 })
  expect(told.byNetwork).toEqual({ [BASE]: { usd: 1.08, calls: 8, buyers: 4 } })
  expect(told.concentration).toBeCloseTo((1 + 0.04 ** 2 + 2 * 0.02 ** 2) / 1.08 ** 2, 4)
  expect(told).toMatchObject({ fromIso: '2026-03-24T00:00:00.000Z', coveredDays: 7 })
  expect(told.notes).toHaveLength(2)
})

test('more days than are kept are said to be fewer', async () => {
  const sales = await salesHere()
  const told = await sales.market({ days: 90, sort: 'calls', limit: 1 })
  expect(told).toMatchObject({ coveredDays: 28, fromIso: new Date(ago(28)).toISOString() })
  expect(told.notes[2]).toMatch(/Less than the 90 days/)
  expect(told.sellers).toMatchObject([{ name: 'grown', calls: 6, buyers: 4 }])
})

test('what gains, without its largest payer', async () => {
  const sales = await salesHere()
  const told = await sales.trending({ days: 7, sort: 'growth', limit: 10 })
  expect(told.sellers).toMatchObject([
    { name: 'grown', growthPct: 200, calls: 4, callsBefore: 2, organicScore: 0.75 },
    { name: 'late', growthPct: null, callsBefore: null },
    { name: 'washer', growthPct: null, calls: 1, callsBefore: 0, organicScore: 0 },
    { name: 'young', growthPct: null, callsBefore: null },
  ])
  // Tools of a new seller are all new, and one with an old price is not.
  expect(told.newTools.map(({ origin }) => origin)).toEqual([
    'https://grown.example',
    'https://washer.example',
  ])
  expect(told.newTools[0]).toMatchObject({
    priceUsd: 0.005,
    sinceIso: new Date(ago(1)).toISOString(),
  })
  const { sellers } = await sales.trending({ days: 7, sort: 'newSellers', limit: 10 })
  expect(sellers.map(({ name }) => name)).toEqual(['young'])
})
