import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { moderation } from '../../../../capabilities/llm/moderation.ts'

export default defineTool({
  route: 'POST /api/moderate',
  name: 'Moderate content',
  description: 'Harmful-content flags of a text or picture, with scores, by a moderation model.',
  asks: [
    'content moderation of a text for harmful language',
    'flag harmful content in a picture',
    'is this comment hateful or violent',
    'filter offensive posts before they are published',
    'find pictures that are not safe for work',
    'keep abuse off my forum',
  ],
  price: '$0.002',
  uses: { moderation },
  input: z.object({
    text: z.string().min(1).max(50_000).optional().describe('Text to judge.'),
    imageUrl: webUrl()
      .optional()
      .describe('URL of a picture to judge; give either `text` or `imageUrl`.'),
  }),
  output: z.object({
    flagged: z.boolean().describe('Whether any category applies.'),
    categories: z.record(z.string(), z.boolean()),
    scores: z.record(z.string(), z.number()).describe('0 to 1 for each category.'),
    model: z.string(),
  }),
  examples: [{ input: { text: 'hello' } }],
  async run({ text, imageUrl }, { moderation: { judge } }) {
    if ((text === undefined) === (imageUrl === undefined))
      throw badInput('text: give either text or imageUrl.')
    return judge(text === undefined ? { imageUrl: imageUrl ?? '' } : { text })
  },
})
