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
    route: `POST ${placeOf(row)}/messages`,
    // The SDK of this wire adds `/v1/messages` to the address that it is given.
    aliases: [`${placeOf(row)}/v1/messages`],
    name: `Message, ${row.tier}`,
    description: `Anthropic-style message by ${row.by}, at a flat price.`,
    asks: asksOf('Anthropic Claude messages', row),
    price: row.price,
    uses: { gateway },
    limits: LIMITS,
    bodyBytesMax: BODY_BYTES_MAX,
    input: z.looseObject({
      messages: z
        .array(z.looseObject({ role: z.string() }))
        .min(1)
        .max(2_000)
        .describe('The conversation, as in the messages API of Anthropic.'),
      max_tokens: z.int().positive().describe('Most tokens of the answer.'),
      model: z
        .string()
        .max(200)
        .optional()
        .describe('A model of this tier to be asked first; any other text is ignored.'),
      system: z.unknown().optional().describe('Text, or blocks of text.'),
      tools: z.array(z.looseObject({})).max(256).optional().describe('Functions to call.'),
      temperature: z.number().optional().describe('0 to 1; some models take none.'),
      stream: z.boolean().nullish().describe('Server-sent events instead of one answer.'),
    }),
    output: z.looseObject({
      id: z.string(),
      type: z.literal('message'),
      model: z.string().describe('The model that answered.'),
      content: z.array(z.looseObject({ type: z.string() })),
      stop_reason: z.string().nullable(),
      usage: z.looseObject({}).describe('Tokens, and the cost of the call in dollars.'),
    }),
    examples: [{ input: { max_tokens: 200, messages: [{ role: 'user', content: 'Say hi' }] } }],
    run: (body, { gateway: models }) =>
      models.answer({ wire: 'messages', tier: row.tier, body, price: usd(row.price) }),
  })

export default Object.fromEntries(TIER_ROWS.map((row) => [slugOf('messages', row), toolOf(row)]))
