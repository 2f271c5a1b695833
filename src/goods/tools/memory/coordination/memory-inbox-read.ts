import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { name } from '../_fields.ts'

export default defineTool({
  route: 'GET /api/memory/inbox',
  name: 'Memory inbox read',
  description: 'Collect messages other wallets left for yours.',
  asks: [
    'check my inbox for messages from other agents',
    'read messages sent to my wallet',
    'did anybody write to me',
    'new messages for my wallet',
  ],
  price: '$0.001',
  uses: { memory },
  identity: 'wallet',
  input: z.object({
    topic: name(64).optional().describe('Only messages of this topic.'),
    limit: z.int().min(1).max(100).default(20).describe('Messages, 1 to 100.'),
    acknowledge: z
      .boolean()
      .default(true)
      .describe('Takes them out of the inbox; false leaves them there.'),
  }),
  output: z.object({
    messages: z
      .array(
        z.object({
          messageId: z.string(),
          from: z.string(),
          topic: z.string().nullable(),
          body: z.unknown(),
          sentIso: z.string(),
        }),
      )
      .describe('Oldest first.'),
    remaining: z.int().describe('Messages that this answer does not list.'),
  }),
  examples: [{ input: { limit: 10 } }],

  run: ({ topic = null, limit, acknowledge }, { memory, wallet }) =>
    memory.defer('collect', { wallet, owner: wallet }, { topic, limit, acknowledge }),
})
