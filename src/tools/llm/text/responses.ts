import { z } from 'zod'
import { usd } from '../../../core/money.ts'
import { defineTool } from '../../../core/tool.ts'
import { gateway } from '../../../llm/gateway.ts'
import {
  asksOf,
  BODY_BYTES_MAX,
  LIMITS,
  placeOf,
  slugOf,
  TIER_ROWS,
  type TierRow,
} from '../_tiers.ts'

const toolOf = (row: TierRow) =>
  defineTool({
    route: `POST ${placeOf(row)}/responses`,
    name: `Response, ${row.tier}`,
    description: `Responses-wire call by ${row.by}, at a flat price. Nothing is stored.`,
    asks: asksOf('OpenAI responses', row),
    price: row.price,
    uses: { gateway },
    limits: LIMITS,
    bodyBytesMax: BODY_BYTES_MAX,
    input: z.looseObject({
      input: z
        .unknown()
        .refine((value) => value !== undefined, { error: 'is required' })
        .describe('Text, or the items of the conversation.'),
      model: z
        .string()
        .max(200)
        .optional()
        .describe('A model of this tier to be asked first; any other text is ignored.'),
      instructions: z.string().max(1_000_000).nullish().describe('Text that stands before it.'),
      max_output_tokens: z.int().positive().nullish().describe('Most tokens of the answer.'),
      tools: z.array(z.looseObject({})).max(256).nullish().describe('Functions to call.'),
      text: z.looseObject({}).nullish().describe('The format of the answer.'),
      stream: z.boolean().nullish().describe('Server-sent events instead of one answer.'),
    }),
    output: z.looseObject({
      id: z.string(),
      object: z.literal('response'),
      model: z.string().describe('The model that answered.'),
      status: z.string(),
      output: z.array(z.looseObject({ type: z.string() })),
      usage: z.looseObject({}).describe('Tokens, and the cost of the call in dollars.'),
    }),
    examples: [{ input: { input: 'Say hi' } }],
    run: (body, { gateway: models }) =>
      models.answer({ wire: 'responses', tier: row.tier, body, price: usd(row.price) }),
  })

export default Object.fromEntries(TIER_ROWS.map((row) => [slugOf('responses', row), toolOf(row)]))
