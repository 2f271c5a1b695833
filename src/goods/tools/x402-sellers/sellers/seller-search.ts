import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { sellerMarket } from '../../../../buying/sellers/market-capability.ts'

export default defineTool({
  route: 'GET /api/x402/seller-search',
  name: 'Seller search',
  description:
    'Find paid endpoints of other x402 sellers, strangers to this service, for a task, filtered by price, network, health.',
  asks: [
    'find other x402 sellers for this task',
    'cheap paid endpoints of strangers on Base',
    'who else sells weather data',
    'paid APIs of others',
  ],
  price: '$0.003',
  uses: { market: sellerMarket },
  input: z.object({
    q: searchText(400).describe('The task, in words.'),
    network: z.string().max(80).optional().describe('Paid on this network: a CAIP-2 id.'),
    maxPriceUsd: z
      .number()
      .min(0)
      .max(1_000)
      .optional()
      .describe('Highest price of a call, in dollars.'),
    minHealth: z.number().min(0).max(1).default(0).describe('Least share of good crawls, 0 to 1.'),
    limit: z.int().min(1).max(50).default(20).describe('Most rows, 1 to 50.'),
  }),
  output: z.object({
    results: z.array(
      z.object({
        seller: z.string().describe('Address of the seller.'),
        sellerName: z.string(),
        slug: z.string(),
        name: z.string(),
        route: z.string().describe('Method and path.'),
        url: z.string(),
        priceUsd: z.number().nullable().describe('Price in dollars; null if unknown.'),
        networks: z.array(z.string()).describe('Networks, as CAIP-2 ids.'),
        health: z.number().describe('Share of the latest five crawls that were good.'),
        payers30d: z.int().nullable().describe('Payers in 30 days, as a registry counts them.'),
        routerDispatchEligible: z.boolean(),
        score: z.number(),
      }),
    ),
    count: z.int(),
    sellers: z.int().describe('Number of sellers among the rows.'),
  }),
  examples: [{ input: { q: 'company enrichment', maxPriceUsd: 0.05 } }],

  async run(wish, { market }) {
    const results = await market.search(wish)
    const sellers = new Set(results.map(({ seller }) => seller)).size
    return { results, count: results.length, sellers }
  },
})
