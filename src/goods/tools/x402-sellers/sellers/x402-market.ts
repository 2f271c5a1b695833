import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { sellerSales } from '../../../../buying/sellers/sales.ts'
import { organicField, windowFields } from './_window.ts'

const Sums = {
  usd: z.number().describe('Amount in dollars.'),
  calls: z.int().describe('Settled calls, less what was refunded.'),
  buyers: z.int().describe('Different payers.'),
}

export default defineTool({
  route: 'GET /api/x402/market',
  name: 'x402 market',
  description:
    'State of the x402 market from payments on Base: top sellers by dollars, calls or buyers, volumes, concentration, wash trading marked.',
  asks: [
    'which x402 sellers earn the most on chain',
    'how big is the agent payments market and how concentrated',
    'how big is the x402 market',
    'top sellers',
  ],
  price: '$0.010',
  uses: { sellerSales },
  input: z.object({
    days: z
      .int()
      .min(1)
      .max(90)
      .default(30)
      .describe('How many days up to the newest block, 1 to 90; no more than 30 are kept.'),
    sort: z.enum(['usd', 'calls', 'buyers']).default('usd').describe('What sellers are ranked by.'),
    limit: z.int().min(1).max(100).default(25).describe('Most sellers to list, 1 to 100.'),
  }),
  output: z.object({
    sellers: z.array(
      z.object({
        rank: z.int(),
        origin: z.string(),
        name: z.string(),
        own: z.boolean().describe('Whether the seller is this service.'),
        ...Sums,
        avgTicketUsd: z.number().describe('Mean dollars of one call.'),
        organicScore: organicField(),
        change7dPct: z
          .number()
          .nullable()
          .describe(
            'Change of the dollars of 7 days against the 7 days before, in percent; null if those were not fully recorded.',
          ),
      }),
    ),
    totals: z.object({ sellers: z.int().describe('Number of sellers that were paid.'), ...Sums }),
    byNetwork: z
      .record(z.string(), z.object(Sums))
      .describe('Figures by CAIP-2 id; only one network is followed.'),
    concentration: z
      .number()
      .nullable()
      .describe('Sum of the squared shares of dollars: 1 if one seller has all.'),
    sharedWallets: z
      .int()
      .describe('Wallets that unrelated sellers claim; no seller is credited for them.'),
    ...windowFields,
  }),
  examples: [{ input: { days: 7 } }],

  run: (wish, { sellerSales }) => sellerSales.market(wish),
})
