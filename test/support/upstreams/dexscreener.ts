import { BASE_USDC, BASE_WETH } from '../evm-world.ts'
import { standIn } from './define.ts'

/** https://docs.dexscreener.com/api/reference: a price is text, and much may be left out. */
const pair = (pairAddress: string, more: object = {}) => ({
  chainId: 'base',
  dexId: 'uniswap',
  url: `https://dexscreener.com/base/${pairAddress}`,
  pairAddress,
  labels: ['v3'],
  baseToken: { address: BASE_WETH, name: 'Wrapped Ether', symbol: 'WETH' },
  quoteToken: { address: BASE_USDC, name: 'USD Coin', symbol: 'USDC' },
  priceNative: '3000.1',
  priceUsd: '3000.12',
  txns: { h24: { buys: 10, sells: 20 } },
  volume: { h24: 1_000_000.5, h6: 1, h1: 1, m5: 0 },
  priceChange: { h24: -1.5 },
  liquidity: { usd: 5_000_000, base: 1, quote: 2 },
  pairCreatedAt: Date.parse('2025-12-31T00:00:00Z'),
  ...more,
})

const PAIRS = [
  pair('0x0000000000000000000000000000000000b00100', {
    liquidity: { usd: 120 },
    priceUsd: '9999',
    priceChange: {},
  }),
  pair('0xd0b53D9277642d899DF5C87A3966A349A798F224'),
  pair('0x0000000000000000000000000000000000b00200', {
    liquidity: undefined,
    priceUsd: undefined,
    pairCreatedAt: undefined,
  }),
]

export default standIn({
  at: 'UPSTREAM_DEXSCREENER_URL',
  settings: { DEXSCREENER_AGREED: 'true' },
  answer({ path, query }) {
    if (path === '/latest/dex/search')
      return { schemaVersion: '1.0.0', pairs: query.get('q') === 'weth' ? PAIRS : [] }
    if (!path.startsWith('/token-pairs/v1/')) return undefined
    return path === `/token-pairs/v1/base/${BASE_WETH}` ? PAIRS : []
  },
})
