import { z } from 'zod'
import { KB, text } from '../../base/lib/fields.ts'
import { textAt } from './_results.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'HTML audit',
  tagline: 'Validity, access, structure, links and wording of HTML you supply.',
  asks: [
    'HTML audit: validity, access, structure, links and wording',
    'audit a page that is not online yet',
  ],
  input: z.object({
    html: text(400 * KB)
      .min(1)
      .describe('The page, up to 400 KB.'),
  }),
  steps: [
    { tool: 'html-lint', input: ({ html }) => ({ html, profile: 'a11y' }) },
    { tool: 'html-outline', input: ({ html }) => ({ html }) },
    { tool: 'html-meta', input: ({ html }) => ({ html }) },
    { tool: 'html-links', input: ({ html }) => ({ html }) },
    { tool: 'html-to-text', input: ({ html }) => ({ html }) },
    {
      tool: 'readability',
      after: ['html-to-text'],
      input(_given, results) {
        const words = textAt(results['html-to-text'], 'text')
        return words === null ? null : { text: words }
      },
    },
  ],
  examples: [
    {
      input: {
        html: '<html lang="en"><title>Tea</title><h1>Tea</h1><p>Tea is a drink.</p><a href="/b">More</a></html>',
      },
    },
  ],
})
