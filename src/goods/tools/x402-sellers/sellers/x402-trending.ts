import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { sellerSales } from '../../../../buying/sellers/sales.ts'
import { organicField, windowFields } from './_window.ts'

export default defineTool({
  route: 'GET /api/x402/trending',
  name: 'x402 trends',
  description:
    'Trending x402 sellers and tools: who gains calls against the days before, who is new; wash trading discounted.',
  asks: [
    'fastest growing x402 sellers this week',
    'new x402 sellers and tools that agents start to buy',
    'which paid APIs are growing',
  ],
  price: '$0.005',
  uses: { sellerSales },
  input: z.object({
    days: z.int().min(1).max(30).default(7).describe('How many days, 1 to 30; 30 are kept.'),
    sort: z
      .enum(['growth', 'newSellers', 'buyers'])
      .default('growth')
      .describe(
        'Sort order; growth: in percent; newSellers: only sellers first seen in these days.',
      ),
    limit: z.int().min(1).max(100).default(20).describe('Most rows of each list, 1 to 100.'),
  }),
  output: z.object({
    sellers: z.array(
      z.object({
        origin: z.string(),
        name: z.string(),
        own: z.boolean().describe('Whether the seller is this service.'),
        growthPct: z
          .number()
          .nullable()
          .describe(
            'Growth of the calls of all but the largest payer against as many days before, in percent; null if those days were not fully recorded or had no calls.',
          ),
        calls: z.int().describe('Settled calls, less what was refunded.'),
        callsBefore: z.int().nullable().describe('Settled calls in as many days before.'),
        buyers: z.int().describe('Different payers.'),
        firstSeenIso: z.string().nullable().describe('When the index first heard of it.'),
        organicScore: organicField(),
      }),
    ),
    newTools: z
      .array(
        z.object({
          origin: z.string(),
          name: z.string(),
          url: z.string(),
          priceUsd: z.number().nullable(),
          sinceIso: z.string().describe('Since when this price is stated.'),
        }),
      )
      .describe('Tools that are new or newly priced, of sellers known before; the newest first.'),
    count: z.int(),
    ...windowFields,
  }),
  examples: [{ input: { days: 7 } }],

  run: (wish, { sellerSales }) => sellerSales.trending(wish),
})
