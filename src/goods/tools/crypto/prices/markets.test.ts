/** @module-tag long */
import { beforeAll, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import {
  evmWorld,
  BASE_USDC,
  BASE_WETH,
  FEEDS,
  PLAIN,
} from '../../../../../test/support/evm-world.ts'
import cryptoOptions from '../derivatives/crypto-options.ts'
import dexPairs from '../defi/dex-pairs.ts'
import dexQuote from '../defi/dex-quote.ts'
import dexTrending from '../defi/dex-trending.ts'
import l2Ranking from '../defi/l2-ranking.ts'
import cryptoPrice from './crypto-price.ts'
import stablecoinPeg from './stablecoin-peg.ts'

const FRESH = '2026-01-01T00:10:00Z'
let world: Awaited<ReturnType<typeof evmWorld>>
beforeAll(async () => {
  world = await evmWorld()
})

test('a coin that is hardly traded has no reliable price, a closed market none', async () => {
  const of = async (coins: string, at = FRESH) => runExample(cryptoPrice, { coins }, at)
  const { prices, missing } = await of('BTC,dust,gone')
  expect(prices).toMatchObject([
    { id: 'BTC', price: 100_000, thin: false, changeTodayPct: 25, change24hPct: null, spreadBp: 1 },
    { id: 'dust', thin: true, venue: 'Kraken' },
  ])
  expect(missing).toEqual(['gone'])
  expect(await of('dogwifcoin', '2026-01-01T02:00:00Z')).toMatchObject({
    prices: [{ venue: 'CoinGecko', price: 0.5, stale: true, thin: true }],
  })
  await expect(of('gone')).rejects.toThrow(/gone: not traded/)
  await expect(of('BTC,a b')).rejects.toThrow(/^coins/)
})

test('a peg is judged only by a fresh oracle', async () => {
  const of = async (at: string) => runExample(stablecoinPeg, { symbols: 'USDC,FRAX' }, at)
  expect(await of(FRESH)).toMatchObject({
    coins: [{ symbol: 'USDC', price: 0.9998, deviationBp: -2, stale: false }],
    worst: 'USDC',
    missing: ['FRAX'],
    unread: [],
  })
  const [coin] = (await of(FRESH))['coins'] as { supplyByNetwork: object }[]
  expect(Object.keys(coin!.supplyByNetwork)).toEqual(['ethereum', 'base'])
  expect(await of('2026-01-03T00:00:00Z')).toMatchObject({
    coins: [{ stale: true, deviationBp: null }],
    worst: null,
  })
  expect(FEEDS.usdcMainnet).toBe(
    ((await of(FRESH)) as { coins: { feed: string }[] }).coins[0]!.feed,
  )
  const ether = runExample(stablecoinPeg, { symbols: 'USDC,ETH' }, FRESH)
  await expect(ether).rejects.toMatchObject({ message: expect.stringMatching(/^symbols: ETH/) })
  const none = runExample(stablecoinPeg, { symbols: 'USDC', networks: 'nowhere' }, FRESH)
  await expect(none).rejects.toThrow(/^network/)
})

test('the best tier is chosen, and a price that falls with the amount is reported', async () => {
  const ask = { tokenIn: BASE_WETH, tokenOut: BASE_USDC }
  const one = await runExample(dexQuote, { ...ask, amount: '1' })
  // The quoter takes a thousandth off for each unit: 3,000 less 3.
  expect(one).toMatchObject({
    amountOut: '2997',
    feeTier: 500,
    price: 2_997,
    priceImpactPct: 0.1,
    thin: false,
    otherTiers: { 3000: '2987.01' },
    genuineOut: true,
  })
  expect(await runExample(dexQuote, { ...ask, amount: '100' })).toMatchObject({ thin: true })
  const refused = async (more: object) => runExample(dexQuote, { ...ask, amount: '1', ...more })
  await expect(refused({ tokenOut: PLAIN })).rejects.toThrow(/No pool/)
  await expect(refused({ amount: '0' })).rejects.toThrow(/amount/)
  await expect(refused({ amount: '0.1234567890123456789' })).rejects.toThrow(/19 decimals/)
  await expect(refused({ tokenOut: BASE_WETH })).rejects.toThrow(/differ/)
  expect(world.settings).toBeDefined()
})

test('options of one day are listed, with the open interest of both sides', async () => {
  const of = async (more: object) => runExample(cryptoOptions, { currency: 'BTC', ...more }, FRESH)
  expect(await of({ expiry: '2026-01-30' })).toMatchObject({
    underlying: 100_000,
    putCallRatio: 0.75,
    volIndexPct: 44.5,
    contracts: [
      { kind: 'call', strike: 100_000 },
      { kind: 'put', bid: null },
    ],
    expiries: ['2026-01-05', '2026-01-30'],
  })
  expect(await of({ kind: 'put', limit: 1 })).toMatchObject({ count: 1, total: 2 })
  await expect(of({ expiry: '2027-01-01' })).rejects.toThrow(/2026-01-05, 2026-01-30/)
})

test('inactive networks are not ranked, and activity sorts in another order', async () => {
  const names = ({ chains }: Record<string, unknown>) =>
    (chains as { name: string }[]).map(({ name }) => name)
  expect(names(await runExample(l2Ranking, {}))).toEqual(['Arbitrum', 'Base', 'Third'])
  const active = await runExample(l2Ranking, { sort: 'activity' })
  expect(names(active)).toEqual(['Base', 'Arbitrum', 'Third'])
  expect(active).toMatchObject({
    chains: [{ uops: 100, change7dPct: 2.5 }, { uops: 50 }, { uops: null }],
  })
})

test('thin pools and pairs are marked, and the deepest comes first', async () => {
  const { pairs } = await runExample(dexPairs, { q: 'weth' }, FRESH)
  expect(pairs).toMatchObject([
    { thin: false, priceUsd: 3_000.12 },
    { thin: true, priceUsd: 9_999, change24hPct: null },
    { thin: true, liquidityUsd: null },
  ])
  await expect(runExample(dexPairs, {})).rejects.toThrow(/token: give either/)
  await expect(runExample(dexPairs, { q: 'nothing' })).rejects.toThrow(/no known pair/)
  const { pools } = await runExample(dexTrending, { network: 'base', kind: 'top' })
  expect(pools).toMatchObject([{ thin: false }, { thin: true }])
  await expect(runExample(dexTrending, { kind: 'top' })).rejects.toThrow(/network/)
})
