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
    route: `POST ${placeOf(row)}/chat/completions`,
    name: `Chat completion, ${row.tier}`,
    description: `Chat completion by ${row.by}, at a flat price.`,
    asks: asksOf('OpenAI chat completions', row),
    price: row.price,
    uses: { gateway },
    limits: LIMITS,
    bodyBytesMax: BODY_BYTES_MAX,
    input: z.looseObject({
      messages: z
        .array(z.looseObject({ role: z.string() }))
        .min(1)
        .max(2_000)
        .describe('The conversation, as in the chat completions API of OpenAI.'),
      model: z
        .string()
        .max(200)
        .optional()
        .describe('A model of this tier to be asked first; any other text is ignored.'),
      max_tokens: z.int().positive().optional().describe('Most tokens of the answer.'),
      temperature: z.number().optional().describe('0 to 2.'),
      tools: z.array(z.looseObject({})).max(256).optional().describe('Functions to call.'),
      response_format: z.looseObject({}).optional().describe('`json_object` or `json_schema`.'),
      stream: z.boolean().nullish().describe('Server-sent events instead of one answer.'),
    }),
    output: z.looseObject({
      id: z.string(),
      object: z.literal('chat.completion'),
      model: z.string().describe('The model that answered.'),
      choices: z.array(z.looseObject({ finish_reason: z.string().nullable() })),
      usage: z.looseObject({}).describe('Tokens, and the cost of the call in dollars.'),
    }),
    examples: [{ input: { messages: [{ role: 'user', content: 'Say hi' }] } }],
    run: (body, { gateway: models }) =>
      models.answer({ wire: 'chat', tier: row.tier, body, price: usd(row.price) }),
  })

export default Object.fromEntries(TIER_ROWS.map((row) => [slugOf('chat', row), toolOf(row)]))
