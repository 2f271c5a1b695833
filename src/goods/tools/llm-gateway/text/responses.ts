import { z } from 'zod'
import { functionsToCall, textTools } from '../_text-tools.ts'

export default textTools({
  wire: 'responses',
  path: '/responses',
  name: 'Response',
  describe: ({ by }) => `OpenAI Responses API call by ${by}. Nothing is stored.`,
  asked: 'OpenAI responses',
  input: {
    input: z
      .unknown()
      .refine((value) => value !== undefined, { error: 'is required' })
      .meta({ type: ['string', 'array'], description: 'Text, or the items of the conversation.' }),
    instructions: z
      .string()
      .max(1_000_000)
      .nullish()
      .describe('Instructions that stand before the input.'),
    max_output_tokens: z.int().positive().nullish().describe('Most tokens of the answer.'),
    tools: functionsToCall.nullish().describe('Functions that the model may call.'),
    text: z.looseObject({}).nullish().describe('The format of the answer.'),
  },
  output: {
    object: z.literal('response'),
    status: z.string(),
    output: z.array(z.looseObject({ type: z.string() })),
  },
  example: { input: 'Say hi' },
})
