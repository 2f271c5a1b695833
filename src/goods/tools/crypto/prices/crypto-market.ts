import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { coingecko } from '../../../../capabilities/upstreams/coingecko.ts'

export default defineTool({
  route: 'GET /api/crypto-market',
  name: 'Coins by market value',
  description:
    'Top coins by market capitalisation, with price, changes of a day and a week, volume.',
  asks: [
    'top 20 cryptocurrencies by market cap',
    'largest coins of a category by market value',
    'top ten coins',
    'biggest cryptocurrencies',
    'market cap list',
  ],
  price: '$0.003',
  uses: { coingecko },
  input: z.object({
    limit: z.int().min(1).max(250).default(50).describe('Most coins, 1 to 250.'),
    currency: z
      .string()
      .trim()
      .regex(/^[A-Za-z]{3,5}$/, { error: 'must be a currency such as usd' })
      .overwrite((text) => text.toLowerCase())
      .default('usd')
      .describe('Currency of the prices, such as usd or eur.'),
    category: line(100).optional().describe('Id of a category, such as layer-1.'),
  }),
  output: z.object({
    coins: z
      .array(
        z.object({
          rank: z.number().nullable(),
          id: z.string(),
          symbol: z.string(),
          name: z.string(),
          price: z.number().nullable(),
          change24hPct: z.number().nullable(),
          change7dPct: z.number().nullable(),
          marketCap: z.number().nullable(),
          volume24h: z
            .number()
            .nullable()
            .describe('Volume of 24 hours. With little of it, the price is not reliable.'),
          athPct: z
            .number()
            .nullable()
            .describe('How far the price is below its all-time high, in percent.'),
          supply: z.number().nullable().describe('Coins in circulation.'),
          updatedIso: z.string().nullable(),
        }),
      )
      .describe('Largest first.'),
    currency: z.string(),
    count: z.int(),
  }),
  examples: [{ input: { limit: 20 } }],

  async run({ limit, currency, category }, { coingecko }) {
    const told = await coingecko.markets(currency, limit, category)
    if (told.length === 0) throw notFound('category: CoinGecko has no such category.')
    const coins = told.slice(0, limit).map((one) => ({
      rank: one.market_cap_rank ?? null,
      id: one.id,
      symbol: one.symbol,
      name: one.name,
      price: one.current_price ?? null,
      change24hPct: one.price_change_percentage_24h ?? null,
      change7dPct: one.price_change_percentage_7d_in_currency ?? null,
      marketCap: one.market_cap ?? null,
      volume24h: one.total_volume ?? null,
      athPct: one.ath_change_percentage ?? null,
      supply: one.circulating_supply ?? null,
      updatedIso: one.last_updated ?? null,
    }))
    return { coins, currency, count: coins.length }
  },
})
