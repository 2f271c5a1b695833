import { z } from 'zod'
import { KB, text } from '../../base/lib/fields.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Text profile',
  tagline: 'Language, size, level, themes, mood and token cost of a text.',
  asks: [
    'profile of a text: language, level, themes, mood and tokens',
    'text profile with size, language, mood and token cost',
  ],
  input: z.object({
    text: text(100 * KB)
      .min(1)
      .describe('The text, up to 100 KB; level and mood are those of English.'),
  }),
  steps: [
    { tool: 'language-detect', input: ({ text: given }) => ({ text: given }) },
    { tool: 'text-stats', input: ({ text: given }) => ({ text: given }) },
    { tool: 'readability', input: ({ text: given }) => ({ text: given }) },
    { tool: 'keywords', input: ({ text: given }) => ({ text: given }) },
    { tool: 'sentiment', input: ({ text: given }) => ({ text: given }) },
    { tool: 'token-count', input: ({ text: given }) => ({ text: given }) },
  ],
  examples: [{ input: { text: 'The harbour was calm. We loved the small boats at night.' } }],
})
