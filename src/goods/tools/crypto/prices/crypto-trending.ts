import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { coingecko } from '../../../../capabilities/upstreams/coingecko.ts'

export default defineTool({
  route: 'GET /api/crypto-trending',
  name: 'Trending coins',
  description: 'Coins, NFT collections and categories that people search for most now.',
  asks: [
    'trending coins right now',
    'most searched cryptocurrencies today',
    'which coins does everybody talk about',
    'hot coins',
  ],
  price: '$0.002',
  uses: { coingecko },
  input: z.object({}),
  output: z.object({
    coins: z
      .array(
        z.object({
          id: z.string(),
          symbol: z.string(),
          name: z.string(),
          rank: z.number().nullable(),
          price: z.number().nullable().describe('Price in dollars.'),
          change24hPct: z.number().nullable(),
        }),
      )
      .describe('Most searched first, which shows attention, not quality.'),
    categories: z.array(z.object({ id: z.string(), name: z.string() })),
    nfts: z.array(z.object({ id: z.string(), symbol: z.string().nullable(), name: z.string() })),
    count: z.int(),
  }),
  examples: [{ input: {} }],

  async run(_, { coingecko }) {
    const told = await coingecko.trending()
    const coins = told.coins.map(({ item: { id, symbol, name, market_cap_rank: rank, data } }) => ({
      id,
      symbol,
      name,
      rank: rank ?? null,
      price: data?.price ?? null,
      change24hPct: data?.price_change_percentage_24h?.['usd'] ?? null,
    }))
    return {
      coins,
      categories: told.categories.map(({ id, name }) => ({ id: String(id), name })),
      nfts: told.nfts.map(({ id, symbol, name }) => ({ id, symbol: symbol ?? null, name })),
      count: coins.length,
    }
  },
})
