import { z } from 'zod'
import { notFound } from '../../base/core/fault.ts'
import { MINUTE_MS } from '../../base/core/milliseconds.ts'
import { membersOf, rowsOf } from './_facts.ts'
import { defineUpstream } from './define.ts'

export const COINGECKO_API_KEY = {
  name: 'COINGECKO_API_KEY',
  description: 'Key of a commercial plan of CoinGecko, which permits selling its data.',
} as const

/** The ids of coins that are known by their symbols. Others share a symbol with many. */
export const COINGECKO_IDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AAVE: 'aave',
    ADA: 'cardano',
    ALGO: 'algorand',
    ATOM: 'cosmos',
    AVAX: 'avalanche-2',
    BCH: 'bitcoin-cash',
    BNB: 'binancecoin',
    BTC: 'bitcoin',
    DAI: 'dai',
    DOGE: 'dogecoin',
    DOT: 'polkadot',
    ETC: 'ethereum-classic',
    ETH: 'ethereum',
    FIL: 'filecoin',
    LINK: 'chainlink',
    LTC: 'litecoin',
    NEAR: 'near',
    SOL: 'solana',
    TRX: 'tron',
    UNI: 'uniswap',
    USDC: 'usd-coin',
    USDT: 'tether',
    XLM: 'stellar',
    XMR: 'monero',
    XRP: 'ripple',
  }),
)

const figure = z.number().nullish()
/** Prices of pools are texts with as many digits as they need. */
const numeric = z
  .string()
  .regex(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/)
  .transform(Number)
  .nullish()
const count = z.object({ buys: z.int().nullish(), sells: z.int().nullish() }).nullish()

const Market = z.object({
  id: z.string(),
  symbol: z.string(),
  name: z.string(),
  current_price: figure,
  market_cap: figure,
  market_cap_rank: figure,
  total_volume: figure,
  price_change_percentage_24h: figure,
  price_change_percentage_7d_in_currency: figure,
  ath_change_percentage: figure,
  circulating_supply: figure,
  last_updated: z.string().nullish(),
})

const Search = z.object({
  coins: rowsOf(
    z.object({ id: z.string(), name: z.string(), symbol: z.string(), market_cap_rank: figure }),
  ),
  exchanges: z.array(z.object({ id: z.string(), name: z.string() })),
  categories: z.array(z.object({ id: z.union([z.string(), z.number()]), name: z.string() })),
})

const Trending = z.object({
  coins: rowsOf(
    z.object({
      item: z.object({
        id: z.string(),
        symbol: z.string(),
        name: z.string(),
        market_cap_rank: figure,
        data: z
          .object({
            price: figure,
            price_change_percentage_24h: membersOf(z.number().nullable()).nullish(),
          })
          .nullish(),
      }),
    }),
  ),
  nfts: rowsOf(
    z.object({ id: z.string(), name: z.string(), symbol: z.string().nullish() }).loose(),
  ),
  categories: z.array(z.object({ id: z.union([z.string(), z.number()]), name: z.string() })),
})

const Global = z.object({
  data: z.object({
    active_cryptocurrencies: z.int(),
    total_market_cap: membersOf(z.number()),
    total_volume: membersOf(z.number()),
    market_cap_percentage: membersOf(z.number()),
    market_cap_change_percentage_24h_usd: z.number(),
    updated_at: z.number().nullish(),
  }),
})

/** Others relate to several: the further tokens of a pool of three are a list. */
const Related = z.object({ data: z.object({ id: z.string() }).nullish() }).nullish()

const Pool = z.object({
  id: z.string(),
  attributes: z.object({
    name: z.string(),
    address: z.string(),
    base_token_price_usd: numeric,
    reserve_in_usd: numeric,
    pool_created_at: z.string().nullish(),
    volume_usd: z.object({ h24: numeric }).nullish(),
    price_change_percentage: z.object({ h24: numeric }).nullish(),
    transactions: z.object({ h24: count }).nullish(),
  }),
  relationships: z
    .object({ network: Related, dex: Related, base_token: Related, quote_token: Related })
    .nullish(),
})
export type CoinPool = z.output<typeof Pool>

const Candles = z.object({
  data: z.object({
    attributes: z.object({ ohlcv_list: z.array(z.array(z.number()).length(6)) }),
  }),
})

const Price = membersOf(membersOf(z.number().nullable()))

/** Coins and pools of all markets; resold only under a commercial plan. */
export const coingecko = defineUpstream({
  name: 'coingecko',
  title: 'CoinGecko',
  terms: 'https://www.coingecko.com/en/api_terms',
  texts: 'public',
  base: 'https://pro-api.coingecko.com',
  asks: '$0',
  settings: [{ ...COINGECKO_API_KEY, need: 'required' }],
  limits: { timeoutMs: 12_000, bytesMax: 2_000_000, perSecond: 5, among: 'replicas' },
  cacheTtlMs: MINUTE_MS,
  headers: (setting): Readonly<Record<string, string>> => ({
    'x-cg-pro-api-key': setting(COINGECKO_API_KEY.name),
  }),
  refusals: { 404: () => notFound('CoinGecko does not know it.') },
  api: (http) => ({
    async prices(ids: readonly string[], currency: string) {
      const query = {
        ids: ids.join(','),
        vs_currencies: currency,
        include_market_cap: true,
        include_24hr_vol: true,
        include_24hr_change: true,
        include_last_updated_at: true,
      }
      return http.json('/api/v3/simple/price', Price, { query })
    },
    async markets(currency: string, limit: number, category?: string) {
      const query = {
        vs_currency: currency,
        per_page: limit,
        category,
        price_change_percentage: '7d',
      }
      return http.json('/api/v3/coins/markets', rowsOf(Market), { query })
    },
    search: async (query: string) => http.json('/api/v3/search', Search, { query: { query } }),
    trending: async () => http.json('/api/v3/search/trending', Trending),
    async global() {
      const { data } = await http.json('/api/v3/global', Global)
      if (data.updated_at) http.dated(data.updated_at * 1_000)
      return data
    },
    async pool(network: string, pool: string): Promise<CoinPool> {
      const path = `/api/v3/onchain/networks/${network}/pools/${encodeURIComponent(pool)}`
      return (await http.json(path, z.object({ data: Pool }))).data
    },
    /** Newest first: seconds, open, high, low, close, volume in dollars. */
    async candles(network: string, pool: string, step: string, limit: number) {
      const path = `/api/v3/onchain/networks/${network}/pools/${encodeURIComponent(pool)}/ohlcv/${step}`
      const { data } = await http.json(path, Candles, { query: { limit } })
      return data.attributes.ohlcv_list
    },
    async pools(list: 'trending_pools' | 'new_pools' | 'pools', network?: string) {
      const place = network === undefined ? '' : `/${network}`
      const path = `/api/v3/onchain/networks${place}/${list}`
      return (await http.json(path, z.object({ data: rowsOf(Pool) }))).data
    },
  }),
})
