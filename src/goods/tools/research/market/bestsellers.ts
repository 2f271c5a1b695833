import { z } from 'zod'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { dollarsOf, usdOf } from '../../../../base/core/money.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import { saleRanks, type SaleRank } from '../../../../stores/sale-ranks.ts'
import { rounded } from '../_trend.ts'

const VALUES: Readonly<Record<'calls' | 'buyers' | 'usd', (rank: SaleRank) => number>> = {
  calls: ({ calls }) => calls,
  buyers: ({ buyers }) => buyers,
  usd: ({ revenue }) => revenue,
}

export default defineTool({
  route: 'GET /api/bestsellers',
  name: 'Bestsellers',
  description:
    'Bestsellers of this service: the tools that agents pay for most here, by calls, buyers or revenue.',
  asks: [
    'bestsellers here by revenue',
    'which tools of this service do agents pay for most',
    'what do others buy here',
    'popular tools',
  ],
  price: '$0.005',
  uses: { saleRanks },
  input: z.object({
    days: z.int().min(1).max(90).default(30).describe('How far back, 1 to 90 days.'),
    sort: z
      .enum(['calls', 'buyers', 'usd'])
      .default('calls')
      .describe('Sort order: the tool with the most comes first.'),
    limit: z.int().min(1).max(100).default(20).describe('Most tools, 1 to 100.'),
  }),
  output: z.object({
    tools: z.array(
      z.object({
        slug: z.string(),
        calls: z.int().describe('Number of settled sales.'),
        buyers: z
          .int()
          .describe(
            'Number of wallets and keys that paid; calls paid by proof of work do not count.',
          ),
        usd: z.number().describe('Sum paid, in US dollars.'),
        repeatRate: z
          .number()
          .nullable()
          .describe('Share of the buyers that bought it more than once.'),
        trend: z
          .number()
          .nullable()
          .describe(
            'Calls of the second half of the window divided by those of the first; 1 is no change.',
          ),
      }),
    ),
    count: z.int(),
    window: z
      .object({ fromIso: z.string().nullable(), toIso: z.string().nullable() })
      .describe('Time that was summed; it is shorter than `days` if it has 20,000 sales.'),
  }),
  examples: [
    {
      input: { days: 7 },
      at: '2026-01-08T00:00:00Z',
      output: {
        tools: [],
        count: 0,
        window: { fromIso: '2026-01-01T00:00:00.000Z', toIso: '2026-01-08T00:00:00.000Z' },
      },
    },
  ],

  async run({ days, sort, limit }, { saleRanks, now }) {
    const { from, ranks } = await saleRanks.since(now() - days * DAY_MS, now())
    const value = VALUES[sort]
    const tools = ranks
      .toSorted((a, b) => value(b) - value(a))
      .slice(0, limit)
      .map((rank) => ({
        slug: rank.slug,
        calls: rank.calls,
        buyers: rank.buyers,
        usd: dollarsOf(usdOf(rank.revenue)),
        repeatRate: rank.buyers === 0 ? null : rounded(rank.repeatBuyers / rank.buyers, 3),
        trend: trendOf(rank),
      }))
    const window = { fromIso: isoTime(from), toIso: isoTime(now()) }
    return { tools, count: tools.length, window }
  },
})

function trendOf({ calls, lateCalls }: SaleRank): number | null {
  const early = calls - lateCalls
  return early === 0 ? null : rounded(lateCalls / early, 2)
}
