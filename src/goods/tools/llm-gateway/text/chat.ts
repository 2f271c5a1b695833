import { z } from 'zod'
import { conversationOf, functionsToCall, textTools } from '../_text-tools.ts'

export default textTools({
  wire: 'chat',
  path: '/chat/completions',
  name: 'Chat completion',
  describe: ({ by }) => `Chat completion by ${by}.`,
  asked: 'OpenAI chat completions',
  plainly: ['ask a language model a question', 'have an LLM such as GPT answer my prompt'],
  input: {
    messages: conversationOf('the chat completions API of OpenAI'),
    max_tokens: z.int().positive().nullish().describe('Most tokens of the answer.'),
    temperature: z.number().nullish().describe('Sampling temperature, 0 to 2.'),
    tools: functionsToCall.nullish().describe('Functions that the model may call.'),
    response_format: z
      .looseObject({})
      .nullish()
      .describe('Format of the answer: `json_object` or `json_schema`.'),
  },
  output: {
    object: z.literal('chat.completion'),
    choices: z.array(z.looseObject({ finish_reason: z.string().nullable() })),
  },
  example: { messages: [{ role: 'user', content: 'Say hi' }] },
})
