import { z } from 'zod'
import { usdOf } from '../../../../base/core/money.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { wordsText } from '../../../../base/lib/fields.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import { adviser } from '../../../../capabilities/llm/adviser.ts'
import { decider } from '../../../../buying/sellers/decide.ts'
import { payNetwork, payToPurse } from './_rung.ts'

const MICROS = 1_000_000
const CONTEXT_LIMITS = { bytesMax: 64 * 1024, valuesMax: 2_000 }

export default defineTool({
  route: 'POST /api/decide/execute',
  name: 'Decide and execute',
  description:
    'Works towards a goal: weighs tools of this service and of other x402 sellers by price, speed, trust and freshness, runs them, compares their answers and explains the choice.',
  asks: [
    'decide which tools serve my goal, run them and explain why',
    'weigh sellers by freshness and trust, run the best and compare answers',
    'reach a goal without choosing tools',
    'do it for me with whatever is needed',
  ],
  price: '$0.250',
  uses: { decider, adviser },
  pace: 'slow',
  payTo: payToPurse,
  input: z.object({
    goal: wordsText(4_000).describe('The goal, in words: what to find out.'),
    context: jsonObject(CONTEXT_LIMITS)
      .default({})
      .describe('Facts for the tools: each tool receives the fields that it accepts.'),
    include: z
      .enum(['all', 'external', 'self'])
      .default('all')
      .describe('Whose tools: of all, of other sellers only, or of this service only.'),
    allow: z
      .array(z.string().min(1).max(100))
      .max(25)
      .default([])
      .describe('Run these tools of this service only, by name; without names, any.'),
    maxSteps: z.int().min(1).max(12).default(6).describe('The most tools that are run, 1 to 12.'),
    maxUsd: z
      .number()
      .min(0.001)
      .max(0.2)
      .default(0.15)
      .describe('The most that all tools together may cost, in dollars, 0.001 to 0.2.'),
    compare: z
      .int()
      .min(1)
      .max(3)
      .default(1)
      .describe('How many answers are wanted, to be compared, 1 to 3.'),
    prefer: z
      .enum(['fit', 'price', 'latency', 'health'])
      .default('fit')
      .describe('What decides among tools that fit.'),
    maxLatencyMs: z
      .int()
      .min(100)
      .max(60_000)
      .optional()
      .describe('Longest time of a tool; sellers whose answers took longer are left out.'),
    trust: z
      .enum(['any', 'proven'])
      .default('any')
      .describe('`proven`: own tools, and sellers with a history of settled calls.'),
    minHealth: z
      .number()
      .min(0)
      .max(1)
      .default(0)
      .describe('The least share of good crawls of a seller, 0 to 1.'),
    maxAgeHours: z
      .number()
      .positive()
      .max(8_760)
      .optional()
      .describe('Leaves out what no source has named for so many hours.'),
    excludeSellers: z
      .array(z.string().max(300))
      .max(50)
      .default([])
      .describe('Sellers that are not asked: `self`, or addresses as rows have them.'),
    network: payNetwork(),
  }),
  output: z.object({
    decision: z.string().describe('What follows for the goal.'),
    reasoning: z.string().describe('Why these tools were chosen, and what they answered.'),
    by: z.string().describe('The model that decided; `rules` where none did.'),
    steps: z
      .array(
        z.object({
          seller: z.string().describe('`self`, or the address of the seller.'),
          slug: z.string().describe('The tool.'),
          url: z.string().describe('Where it is called.'),
          params: z.record(z.string(), z.unknown()).describe('What it was given.'),
          ok: z.boolean().describe('Whether it gave an answer.'),
          result: z.unknown().describe('Its answer; null without one.'),
          priceUsd: z.number().describe('What it costs where it is sold; 0 without an answer.'),
          error: z.string().nullable().describe('Why it gave no answer.'),
          ms: z.int().describe('How long it took.'),
        }),
      )
      .describe('The tools that were run, in order.'),
    comparison: z
      .object({
        answers: z.int().describe('Answers that were compared.'),
        agree: z.array(z.string()).describe('Fields in which all answers agree.'),
        differ: z
          .array(
            z.object({
              field: z.string(),
              values: z.array(
                z.object({
                  seller: z.string(),
                  slug: z.string(),
                  value: z.string().describe('As JSON, cut to 300 characters.'),
                }),
              ),
            }),
          )
          .describe('Fields in which the answers differ, with the value of each.'),
      })
      .nullable()
      .describe('Null where fewer than two answers came.'),
    evidence: z
      .array(
        z.object({
          seller: z.string(),
          slug: z.string(),
          url: z.string().nullable(),
          priceUsd: z.number().nullable(),
          score: z.number().nullable().describe('How well it fits the goal.'),
          health: z.number().nullable().describe('Share of good crawls; of own tools 1.'),
          lane: z.enum(['local', 'proven', 'checked', 'unproven']).nullable(),
          why: z.string().describe('`run`, or why not.'),
        }),
      )
      .describe('Everything that was weighed.'),
    spentUsd: z.number().describe('List prices of own tools that were run, and what was paid.'),
  }),
  examples: [
    {
      input: {
        goal: 'sha256 hash of a text',
        context: { text: 'hello' },
        allow: ['hash'],
        maxUsd: 0.05,
      },
    },
  ],

  async run({ maxUsd, ...goal }, { decider, adviser }) {
    const most = usdOf(Math.floor(maxUsd * MICROS))
    return decider.decide({ ...goal, most }, adviser.model)
  },
})
