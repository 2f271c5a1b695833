import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { sellerMarket } from '../../../../buying/sellers/market-capability.ts'

const MICROS = 1_000_000

export default defineTool({
  route: 'POST /api/route/plan',
  name: 'Route plan',
  description: 'Best tools and total price for a list of tasks, before paying for any of them.',
  asks: [
    'plan a route of paid tools and what all steps cost together',
    'budget for several steps before I pay',
    'what would my tasks cost',
    'which tools for a list of tasks',
  ],
  price: '$0.002',
  uses: { market: sellerMarket },
  input: z.object({
    tasks: z.array(searchText(400)).min(1).max(20).describe('1 to 20 tasks, in words.'),
    include: z
      .enum(['all', 'external', 'self'])
      .default('all')
      .describe('Whose tools: of all, of other sellers only, or of this service only.'),
    budgetUsd: z.number().positive().max(10_000).optional().describe('What all may cost.'),
    top: z.int().min(1).max(10).default(3).describe('Candidates for each task, 1 to 10.'),
  }),
  output: z.object({
    plan: z.array(
      z.object({
        task: z.string(),
        candidates: z.array(
          z.object({
            seller: z.string().describe('`self`, or the address of the seller.'),
            slug: z.string(),
            name: z.string(),
            url: z.string(),
            priceUsd: z.number().nullable().describe('Null where it is unknown.'),
            score: z.number(),
            callableNow: z.boolean(),
            executeVia: z.string().nullable().describe('The tool that runs it in one call.'),
          }),
        ),
        pick: z.string().nullable().describe('The url of the one that is counted.'),
        priceUsd: z.number().nullable(),
      }),
    ),
    totalUsd: z.number().describe('Sum of the picks.'),
    uncovered: z.array(z.string()).describe('Tasks for which nothing can be called now.'),
    withinBudget: z.boolean(),
  }),
  examples: [{ input: { tasks: ["resolve a domain's MX records", 'hash a text'] } }],

  async run({ tasks, include, budgetUsd, top }, { market }) {
    const plan = []
    for (const task of tasks) {
      const candidates = await market.candidates(task, top, include)
      const pick = candidates.find(({ callableNow, priceUsd }) => callableNow && priceUsd !== null)
      plan.push({ task, candidates, pick: pick?.url ?? null, priceUsd: pick?.priceUsd ?? null })
    }
    const micros = plan.reduce((sum, { priceUsd }) => sum + Math.ceil((priceUsd ?? 0) * MICROS), 0)
    const totalUsd = micros / MICROS
    return {
      plan,
      totalUsd,
      uncovered: plan.filter(({ pick }) => pick === null).map(({ task }) => task),
      withinBudget: budgetUsd === undefined || totalUsd <= budgetUsd,
    }
  },
})
