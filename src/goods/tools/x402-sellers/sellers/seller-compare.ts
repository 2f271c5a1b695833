import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { sellerMarket } from '../../../../buying/sellers/market-capability.ts'
import { originField } from './_origin.ts'

export default defineTool({
  route: 'POST /api/x402/seller-compare',
  name: 'Seller comparison',
  description:
    'Which of several paid x402 sellers is cheaper or larger: hosts next to each other by number of tools, median price, networks, health, payers, overlap.',
  asks: [
    'which of these x402 sellers is cheaper',
    'two paid API hosts next to each other',
    'cheaper seller of two',
    'compare paid APIs',
  ],
  price: '$0.010',
  uses: { market: sellerMarket },
  input: z.object({
    origins: z
      .array(originField().describe('Host or address of a seller.'))
      .min(2)
      .max(10)
      .describe('2 to 10 sellers.'),
  }),
  output: z.object({
    sellers: z.array(
      z.object({
        origin: z.string(),
        listed: z.boolean().describe('Whether the index knows the seller.'),
        name: z.string().nullable(),
        toolCount: z.int(),
        pricedToolCount: z.int().describe('Tools whose price is known and not 0.'),
        medianPriceUsd: z.number().nullable(),
        networks: z.array(z.string()).describe('Networks, as CAIP-2 ids.'),
        health: z.number().nullable().describe('Share of the latest five crawls that were good.'),
        lastCrawlGood: z.boolean(),
        calls30d: z.int().describe('Calls in 30 days, as registries count them.'),
        payers30d: z.int().describe('The most payers of one tool, as registries count them.'),
      }),
    ),
    overlaps: z
      .array(z.object({ word: z.string(), origins: z.array(z.string()) }))
      .describe('Words that occur in tool names of several sellers.'),
    count: z.int(),
  }),
  examples: [{ input: { origins: ['https://a.example.com', 'https://b.example.com'] } }],

  async run({ origins }, { market }) {
    const compared = await market.compare([...new Set(origins)])
    return { ...compared, count: compared.sellers.length }
  },
})
