import { z } from 'zod'
import { part, textAt, type Results } from './_results.ts'
import { definePack } from './_runtime.ts'
import { webUrl } from '../../base/lib/web-url.ts'

/** Whether the server sends a PDF; without a type it counts as a page. */
const isPdf = (results: Results): boolean =>
  /^application\/(x-)?pdf\b/i.test(
    String([part(results['http-headers'], 'headers', 'content-type')].flat()[0]),
  )

export default definePack({
  title: 'Anything to Markdown',
  tagline:
    'A page or a PDF as Markdown, whichever the address turns out to be, and how long it is.',
  asks: [
    'anything at an address to markdown',
    'markdown of whichever it turns out to be, page or pdf',
    'any document as Markdown',
  ],
  input: z.object({ url: webUrl().describe('A page, or a PDF of at most 20 MB.') }),
  steps: [
    { tool: 'http-headers', input: ({ url }) => ({ url }) },
    {
      tool: 'extract',
      after: ['http-headers'],
      input: ({ url }, results) => (isPdf(results) ? null : { url }),
    },
    {
      tool: 'pdf-to-markdown',
      after: ['http-headers'],
      input: ({ url }, results) => (isPdf(results) ? { url } : null),
    },
    {
      tool: 'text-stats',
      after: ['extract', 'pdf-to-markdown'],
      input(_, results) {
        const text =
          textAt(results['extract'], 'markdown') ?? textAt(results['pdf-to-markdown'], 'markdown')
        return text === null ? null : { text }
      },
    },
  ],
  examples: [
    { input: { url: 'https://example.com/' } },
    { input: { url: 'https://example.com/paper.pdf' } },
  ],
})
