import { z } from 'zod'
import { textAt } from './_results.ts'
import { definePack } from './_runtime.ts'
import { KB, text } from '../../base/lib/fields.ts'
import { webUrl } from '../../base/lib/web-url.ts'

export default definePack({
  title: 'Page watch',
  tagline: 'What has changed on a page since you read it, and its trail in the web archive.',
  asks: [
    'did this page change since last time, and what did it say in the archive',
    'watch a page: changes since my copy and its archive trail',
  ],
  input: z.object({
    url: webUrl().describe('The page.'),
    previousText: text(500 * KB)
      .optional()
      .describe('What the page showed before: `text` of an earlier answer, up to 500 KB.'),
  }),
  steps: [
    { tool: 'page-changes', input: ({ url, previousText }) => ({ url, previousText }) },
    { tool: 'archive-history', input: ({ url }) => ({ url }) },
    {
      tool: 'date-extract',
      after: ['page-changes'],
      input(_given, results) {
        const shown = textAt(results['page-changes'], 'text')
        return shown === null ? null : { text: shown.slice(0, CHARACTERS_MAX) }
      },
    },
  ],
  examples: [{ input: { url: 'https://example.com/' } }],
})

/** No character takes more than three bytes per code unit: within 200 KB. */
const CHARACTERS_MAX = 65_000
