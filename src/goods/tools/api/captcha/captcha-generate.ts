import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { serviceKeys } from '../../../../stores/service-keys.ts'
import { KINDS, puzzleOf } from './_puzzles.ts'
import { tokenOf } from './_tokens.ts'

export default defineTool({
  route: 'POST /api/captcha-generate',
  name: 'Captcha puzzle',
  description:
    'Stateless puzzle (captcha) to put before your own endpoint: a question or a picture, and a signed token.',
  asks: [
    'put a captcha before my sign-up form',
    'generate a puzzle that keeps simple bots out',
    'stop bots from filling in my form',
    'a riddle that only a human can solve',
    'protect a sign-up page from robots',
  ],
  price: '$0.001',
  uses: { serviceKeys },
  secret: true,
  input: z.object({
    kind: z
      .enum(KINDS)
      .default('math')
      .describe('math: a sum; text: letters in a picture; order: numbers to sort.'),
    difficulty: z.int().min(1).max(3).default(1).describe('Difficulty from 1 (easy) to 3 (hard).'),
    ttlSeconds: z
      .int()
      .min(30)
      .max(3_600)
      .default(300)
      .describe('How long an answer is accepted, 30 to 3,600 seconds.'),
  }),
  output: z.object({
    prompt: z.string().describe('What to show to the visitor.'),
    svg: z.string().nullable().describe('The picture of kind text; null for the others.'),
    token: z
      .string()
      .describe('Token for captcha-check, to send with the answer; it does not reveal the answer.'),
    id: z
      .string()
      .describe('Id of the puzzle; store it after a right answer, and accept no token twice.'),
    expiresIso: z.string(),
  }),
  examples: [{ input: { kind: 'math' } }, { input: { kind: 'text', difficulty: 2 } }],

  async run({ kind, difficulty, ttlSeconds }, { serviceKeys, now }) {
    const { answer, ...shown } = puzzleOf(kind, difficulty)
    const exp = Math.floor(now() / 1_000) + ttlSeconds
    const made = await tokenOf(serviceKeys, kind, answer, exp)
    return { ...shown, ...made, expiresIso: new Date(exp * 1_000).toISOString() }
  },
})
