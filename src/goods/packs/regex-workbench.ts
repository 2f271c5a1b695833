import { z } from 'zod'
import { KB, text } from '../../base/lib/fields.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Regex workbench',
  tagline: 'A pattern explained, proved safe and tried on your text.',
  asks: [
    'regex workbench: explain a pattern, prove it safe and try it on my text',
    'try a pattern on a text, with its explanation and whether it is proved safe',
  ],
  input: z.object({
    pattern: z
      .string()
      .min(1)
      .max(1_000)
      .describe('A regular expression without slashes, up to 1000 characters.'),
    text: text(500 * KB).describe('The text to try it on, up to 500 KB.'),
  }),
  steps: [
    { tool: 'regex-check', input: ({ pattern }) => ({ pattern }) },
    { tool: 'regex', input: ({ pattern, text: given }) => ({ pattern, text: given }) },
    {
      tool: 'count',
      input: ({ pattern, text: given }) => ({ text: given, find: pattern, regex: true }),
    },
  ],
  examples: [{ input: { pattern: '(\\d+)-(\\d+)', text: 'Rooms 10-20 and 30-40.' } }],
})
