import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { serviceKeys } from '../../../../stores/service-keys.ts'
import { checked, REASONS } from './_tokens.ts'

export default defineTool({
  route: 'POST /api/captcha-check',
  name: 'Captcha answer check',
  description: 'Check the answer of a puzzle made by captcha-generate.',
  asks: [
    'is the answer to my captcha puzzle right',
    'captcha check: did the visitor solve the puzzle in time',
    'did the visitor solve the puzzle right',
    'judge the answer to my captcha',
  ],
  price: '$0.001',
  uses: { serviceKeys },
  input: z.object({
    token: line(2_000).min(1).describe('The token of the puzzle.'),
    answer: line(200).describe('What the visitor typed; capitals and spaces do not matter.'),
  }),
  output: z.object({
    valid: z
      .boolean()
      .describe(
        'Whether the answer is right and in time. The same token is valid again until it expires.',
      ),
    reason: z
      .enum(REASONS)
      .describe(
        'forged: the token is not of this service; key-changed: the service has signed with another key since.',
      ),
    expired: z.boolean(),
    id: z.string().nullable().describe('Id of the puzzle, to refuse a token that was used before.'),
  }),
  examples: [
    {
      input: { token: 'v1.e30.AAAA', answer: '7' },
      output: { valid: false, reason: 'malformed', expired: false, id: null },
    },
  ],

  async run({ token, answer }, { serviceKeys, now }) {
    const { reason, id, expired } = await checked(serviceKeys, token, answer, now())
    return { valid: reason === 'right', reason, expired, id }
  },
})
