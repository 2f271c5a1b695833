import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { sellerMarket } from '../../../../buying/sellers/market-capability.ts'

export default defineTool({
  route: 'GET /api/x402/price-benchmark',
  name: 'Price benchmark',
  description:
    'What the x402 market charges for a kind of tool: spread of prices over other sellers, and the price here.',
  asks: [
    'price benchmark for a kind of x402 tool',
    'spread of what the market charges for a tool over sellers',
    'is this price usual',
    'what do others charge',
  ],
  price: '$0.005',
  uses: { market: sellerMarket },
  input: z.object({
    q: searchText(400).describe('The kind of tool, in words, such as web search.'),
    network: z.string().max(80).optional().describe('Paid on this network: a CAIP-2 id.'),
  }),
  output: z.object({
    query: z.string(),
    offers: z
      .int()
      .describe('Number of tools of other sellers that fit and state a price above 0.'),
    sellers: z.int().describe('Number of their sellers, by domain.'),
    unpriced: z.int().describe('Number of tools that fit but state no price, or are free.'),
    minUsd: z
      .number()
      .nullable()
      .describe('Lowest price; null without an offer, as are the figures that follow.'),
    p25Usd: z.number().nullable(),
    medianUsd: z.number().nullable(),
    p75Usd: z.number().nullable(),
    maxUsd: z.number().nullable(),
    ownPriceUsd: z
      .number()
      .nullable()
      .describe('Price of the tool of this service that fits best.'),
    ownSlug: z.string().nullable(),
    examples: z
      .array(
        z.object({
          seller: z.string(),
          name: z.string(),
          url: z.string(),
          priceUsd: z.number(),
          score: z.number().describe('How well it fits.'),
        }),
      )
      .describe('The ten that fit best.'),
    note: z.string(),
  }),
  examples: [{ input: { q: 'web search' } }],

  async run({ q, network }, { market }) {
    return {
      query: q,
      ...(await market.benchmark(q, network)),
      note: 'Prices as sellers state them in their 402s, documents and registries; one seller counts once for each of its tools. What fits is judged by words.',
    }
  },
})
