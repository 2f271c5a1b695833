import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { polymarket } from '../../../../capabilities/upstreams/polymarket.ts'

export default defineTool({
  route: 'GET /api/polymarket-search',
  name: 'Search Polymarket',
  description: 'Prediction markets on Polymarket that match a query, with their odds.',
  asks: [
    'search polymarket for prediction markets',
    'prediction markets that match my query, with their odds',
    'what do people bet on',
    'prediction markets about an election',
    'who will win by the odds',
  ],
  price: '$0.002',
  uses: { polymarket },
  input: z.object({
    q: searchText(200).describe('What the market is about.'),
    activeOnly: z.boolean().default(true).describe('Only markets that are still traded.'),
    limit: z.int().min(1).max(50).default(10).describe('Most markets, 1 to 50.'),
  }),
  output: z.object({
    markets: z.array(
      z.object({
        slug: z.string(),
        question: z.string(),
        outcomes: z.array(z.string()),
        prices: z
          .array(z.number())
          .describe('Price of each outcome, 0 to 1: roughly its probability.'),
        volumeUsd: z.number().nullable(),
        liquidityUsd: z
          .number()
          .nullable()
          .describe('Liquidity. With little of it, the odds say little.'),
        endIso: z.string().nullable(),
        tokenIds: z.array(z.string()),
        url: z.string(),
      }),
    ),
    count: z.int(),
  }),
  examples: [{ input: { q: 'fed rate cut' } }],

  async run({ q, activeOnly, limit }, { polymarket }) {
    const told = await polymarket.search(q, activeOnly, limit)
    const markets = told
      .filter(({ closed }) => !activeOnly || closed !== true)
      .slice(0, limit)
      .map((one) => ({
        slug: one.slug,
        question: one.question,
        outcomes: one.outcomes,
        prices: (one.outcomePrices ?? []).map(Number),
        volumeUsd: one.volume ?? null,
        liquidityUsd: one.liquidity ?? null,
        endIso: one.endDate ?? null,
        tokenIds: one.clobTokenIds ?? [],
        url: `https://polymarket.com/event/${one.event}/${one.slug}`,
      }))
    return { markets, count: markets.length }
  },
})
