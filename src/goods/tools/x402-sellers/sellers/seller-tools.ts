import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { sellerMarket } from '../../../../buying/sellers/market-capability.ts'
import { originField } from './_origin.ts'

export default defineTool({
  route: 'GET /api/x402/seller-tools',
  name: 'Seller tools',
  description:
    'What one x402 seller offers: its tool list as last crawled, with prices and input contracts.',
  asks: [
    'what does this x402 seller offer',
    'price list of another seller by its host',
    'what does this seller offer',
  ],
  price: '$0.003',
  uses: { market: sellerMarket },
  input: z.object({
    origin: originField().describe('Host or address of the seller.'),
    limit: z.int().min(1).max(500).default(100).describe('Most tools, 1 to 500.'),
  }),
  output: z.object({
    origin: z.string(),
    listed: z.boolean().describe('Whether the index knows the seller.'),
    name: z.string().nullable(),
    tools: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        method: z.string().nullable().describe('Request method; null if no document names it.'),
        url: z.string(),
        priceUsd: z.number().nullable().describe('Price in dollars; null if unknown.'),
        networks: z.array(z.string()).describe('Networks, as CAIP-2 ids.'),
        category: z.string().nullable(),
        description: z.string(),
        requestContract: z
          .unknown()
          .describe('JSON Schema of its input; null if none is published.'),
      }),
    ),
    count: z.int().describe('Number of its tools in the index.'),
    crawledIso: z.string().nullable(),
  }),
  examples: [{ input: { origin: 'https://example.com' } }],

  run: ({ origin, limit }, { market }) => market.toolsOf(origin, limit),
})
