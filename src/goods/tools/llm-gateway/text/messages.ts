import { z } from 'zod'
import { conversationOf, functionsToCall, textTools } from '../_text-tools.ts'

export default textTools({
  wire: 'messages',
  path: '/messages',
  // The SDK of this wire adds `/v1/messages` to the address that it is given.
  alias: '/v1/messages',
  headers: { 'anthropic-beta': 'betas' },
  name: 'Message',
  describe: ({ by }) => `Anthropic-style message by ${by}.`,
  asked: 'Anthropic Claude messages',
  input: {
    messages: conversationOf('the messages API of Anthropic'),
    max_tokens: z.int().positive().describe('Most tokens of the answer.'),
    system: z
      .unknown()
      .optional()
      .meta({ type: ['string', 'array'], description: 'Text, or blocks of text.' }),
    tools: functionsToCall.optional().describe('Functions that the model may call.'),
    temperature: z
      .number()
      .optional()
      .describe('Sampling temperature, 0 to 1; some models take none.'),
  },
  output: {
    type: z.literal('message'),
    content: z.array(z.looseObject({ type: z.string() })),
    stop_reason: z.string().nullable(),
  },
  example: { max_tokens: 200, messages: [{ role: 'user', content: 'Say hi' }] },
})
