import { beforeAll, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import {
  BASE_USDC,
  BASE_WETH,
  BOB,
  evmWorld,
  FEE_TOKEN,
  FEEDS,
  PLAIN,
  type EvmWorld,
} from '../../../../../test/support/evm-world.ts'
import oraclePrice from './oracle-price.ts'
import tokenPrice from './token-price.ts'

let world: EvmWorld
beforeAll(async () => {
  world = await evmWorld()
})

const FRESH = '2026-01-01T00:10:00Z'
/** A time after the heartbeat of ETH/USD. */
const LATER = '2026-01-01T00:30:00Z'
const FEED = 'put(uint8, int256, uint256, uint256)'
const SECONDS = BigInt(Date.parse('2026-01-01T00:00:00Z') / 1_000)

test('an answer older than its heartbeat is stale, a fresh one is not', async () => {
  const read = await runExample(oraclePrice, { pairs: 'eth/usd, EUR/USD,SECRET/USD' }, FRESH)
  expect(read).toMatchObject({
    prices: [
      { pair: 'ETH/USD', price: 3_000, ageSeconds: 600, heartbeatSeconds: 1_200, stale: false },
      { pair: 'EUR/USD', price: 1.17, stale: true },
    ],
    missing: ['SECRET/USD'],
    sequencerUp: true,
  })
  const later = await runExample(oraclePrice, { pairs: 'ETH/USD' }, LATER)
  expect(later).toMatchObject({ prices: [{ stale: true }] })
  await expect(runExample(oraclePrice, { pairs: 'ETH' }, FRESH)).rejects.toThrow(/pairs/)
})

test('while the sequencer is down no price is fresh', async () => {
  await world.run(FEEDS.sequencer, FEED, [0, 1n, SECONDS, SECONDS])
  const read = await runExample(oraclePrice, { pairs: 'ETH/USD' }, FRESH)
  expect(read).toMatchObject({ sequencerUp: false, prices: [{ stale: true }] })
  expect(await runExample(tokenPrice, { tokens: BASE_WETH }, FRESH)).toMatchObject({ count: 0 })
  await world.run(FEEDS.sequencer, FEED, [0, 0n, SECONDS, SECONDS - 86_400n])
})

test('thin pools and unknown coins have no price, a coin with an oracle has one', async () => {
  const tokens = [BASE_WETH, BASE_USDC, PLAIN, FEE_TOKEN, BOB].join(',')
  const { prices, missing } = await runExample(tokenPrice, { tokens }, FRESH)
  const [weth, usdc] = prices as { priceUsd: number }[]
  expect(weth).toMatchObject({ symbol: 'WETH', method: 'oracle', priceUsd: 3_000 })
  expect(usdc).toMatchObject({ symbol: 'USDC', method: 'oracle', priceUsd: 0.9998 })
  expect(missing).toEqual([
    {
      token: expect.stringMatching(new RegExp(PLAIN, 'i')),
      reason: expect.stringContaining('that is no price'),
    },
    { token: expect.anything(), reason: expect.stringContaining('No Uniswap v3 pool') },
    { token: BOB, reason: expect.stringContaining('no decimals') },
  ])
})

test('the mean tick gives the price, in either token order of the pool', async () => {
  const put = 'put(address, address, uint24, uint160, int24, int24, uint128, bool)'
  const factory = '0x33128a8fC17869897dcE68Ed026d694621f6FDfD'
  for (const [at, isFirst] of [
    ['c001', true],
    ['c002', false],
  ] as const) {
    const token = `0x${at.padStart(40, '0')}`
    const pool = `0x${at.replace('c', 'd').padStart(40, '0')}`
    await world.plant(token, 'PlainToken')
    await world.plant(pool, 'Pool3')
    await world.run(token, 'init(string, string, uint8, uint256, address)', ['T', 'T', 18, 1n, BOB])
    // A price of two dollars, 10^-12 * 2 in base units, is tick -269,397.
    const tick = isFirst ? -269_393 : 269_393
    const pair = isFirst ? [token, BASE_USDC] : [BASE_USDC, token]
    await world.run(pool, put, [...pair, 500, 1n, 0, tick, 1n, false])
    await world.run(factory, 'put(address, address, uint24, address)', [
      token,
      BASE_USDC,
      500,
      pool,
    ])
    await world.run(BASE_USDC, 'transfer(address, uint256)', [pool, 20_000_000_000n])
    const { prices } = await runExample(tokenPrice, { tokens: token }, FRESH).catch(() => ({
      prices: [],
    }))
    expect(prices).toMatchObject([{ method: 'pool', quote: 'USDC', liquidityUsd: 39_992 }])
    const [{ priceUsd }] = prices as [{ priceUsd: number }]
    expect(priceUsd).toBeCloseTo(2 * 0.9998, 2)
    // A pool that is too young for a mean has no price.
    await world.run(pool, put, [...pair, 500, 1n, 0, tick, 1n, true])
    expect(await runExample(tokenPrice, { tokens: token }, FRESH)).toMatchObject({ count: 0 })
  }
})
