import { standIn, type ProviderRequest } from './define.ts'

/**
 * Shapes after reference/api-reference of coingecko/coingecko-api-oas (docs.coingecko.com): figures
 * of coins are numbers, those of pools are texts.
 */
export const COINGECKO_KEY = 'CG-test'

const market = (id: string, symbol: string, rank: number, price: number) => ({
  id,
  symbol,
  name: id,
  image: '',
  current_price: price,
  market_cap: price * 1_000,
  market_cap_rank: rank,
  total_volume: price * 10,
  price_change_percentage_24h: 1.5,
  price_change_percentage_7d_in_currency: -2.25,
  ath_change_percentage: -10,
  circulating_supply: 1_000,
  last_updated: '2026-01-01T00:00:00.000Z',
})

const pool = (address: string, reserve: string) => ({
  id: `base_${address}`,
  type: 'pool',
  attributes: {
    base_token_price_usd: '3000.123456789012345',
    quote_token_price_usd: '0.99',
    address,
    name: 'WETH / USDC 0.05%',
    pool_created_at: '2025-12-31T12:00:00Z',
    reserve_in_usd: reserve,
    price_change_percentage: { m5: '0', h1: '0.1', h24: '-1.25' },
    transactions: { h24: { buys: 120, sells: 80, buyers: 60, sellers: 40 } },
    volume_usd: { m5: '1', h24: '1234567.89' },
  },
  relationships: {
    base_token: { data: { id: 'base_0x4200000000000000000000000000000000000006', type: 'token' } },
    quote_token: { data: { id: 'base_0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', type: 'token' } },
    dex: { data: { id: 'uniswap-v3-base', type: 'dex' } },
    network: { data: { id: 'base', type: 'network' } },
  },
})

const POOL = '0xd0b53d9277642d899df5c87a3966a349a798f224'
const THIN = '0x0000000000000000000000000000000000b00100'
const SECONDS = 1_767_225_600

export function coingeckoAnswer({ path, query, headers }: ProviderRequest): unknown {
  if (headers['x-cg-pro-api-key'] !== COINGECKO_KEY) return new Response('', { status: 401 })
  const place = path.replace('/api/v3', '')
  if (place === '/simple/price')
    return query.get('ids')?.split(',').includes('dogwifcoin')
      ? {
          dogwifcoin: {
            usd: 0.5,
            usd_market_cap: 500,
            usd_24h_vol: 20,
            usd_24h_change: -3,
            last_updated_at: SECONDS,
          },
        }
      : {}
  if (place === '/coins/markets')
    return query.get('category') === 'none'
      ? []
      : [market('bitcoin', 'btc', 1, 100_000), market('ethereum', 'eth', 2, 3_000)]
  if (place === '/search')
    return {
      coins: [
        { id: 'pepe', name: 'Pepe', api_symbol: 'pepe', symbol: 'PEPE', market_cap_rank: 30 },
      ],
      exchanges: [{ id: 'pepe-swap', name: 'PepeSwap', market_type: 'spot' }],
      categories: [{ id: 'pepe-themed', name: 'Pepe-themed' }],
      nfts: [],
      icos: [],
    }
  if (place === '/search/trending') return TRENDING
  if (place === '/global') return GLOBAL
  if (/\/(trending_pools|new_pools|pools)$/.test(place))
    return { data: [pool(POOL, '5000000.5'), pool(THIN, '120')] }
  if (place === `/onchain/networks/base/pools/${POOL}`) return { data: pool(POOL, '5000000.5') }
  return place === `/onchain/networks/base/pools/${POOL}/ohlcv/hour` ? CANDLES : undefined
}

const TRENDING = {
  coins: [
    {
      item: {
        id: 'pepe',
        coin_id: 1,
        name: 'Pepe',
        symbol: 'PEPE',
        market_cap_rank: 30,
        data: { price: 0.00001, price_change_percentage_24h: { usd: 12.5, eur: 12 } },
      },
    },
  ],
  nfts: [{ id: 'pudgy-penguins', name: 'Pudgy Penguins', symbol: 'PPG', data: {} }],
  categories: [{ id: 327, name: 'Meme', slug: 'meme', data: {} }],
}

const GLOBAL = {
  data: {
    active_cryptocurrencies: 17_000,
    markets: 1_400,
    total_market_cap: { usd: 3_500_000_000_000, eur: 3_000_000_000_000 },
    total_volume: { usd: 120_000_000_000 },
    market_cap_percentage: { btc: 57.5, eth: 12.1 },
    market_cap_change_percentage_24h_usd: -0.75,
    updated_at: SECONDS,
  },
}

const CANDLES = {
  data: {
    id: '1',
    type: 'ohlcv_request_response',
    attributes: {
      ohlcv_list: [
        [SECONDS, 3_000, 3_010, 2_990, 3_005, 100_000],
        [SECONDS - 3_600, 2_990, 3_001, 2_980, 3_000, 90_000],
      ],
    },
  },
  meta: {},
}

export default standIn({
  at: 'UPSTREAM_COINGECKO_URL',
  settings: { COINGECKO_API_KEY: COINGECKO_KEY },
  answer: coingeckoAnswer,
})
