import { z } from 'zod'
import { part } from './_results.ts'
import { definePack } from './_runtime.ts'
import { searchText } from '../../base/lib/fields.ts'
import { webUrl } from '../../base/lib/web-url.ts'

export default definePack({
  title: 'PDF evidence',
  tagline: 'The passage you need from a long PDF, with its page cut out as proof.',
  asks: [
    'quote a passage from a PDF and keep its page as proof',
    'evidence from a long PDF: the passage and the page it stands on',
  ],
  input: z.object({
    url: webUrl().describe('A PDF of at most 20 MB and 2000 pages.'),
    query: searchText(400).describe('The phrase to look for, at most 400 characters.'),
  }),
  steps: [
    { tool: 'pdf-info', input: ({ url }) => ({ url }) },
    { tool: 'pdf-search', input: ({ url, query }) => ({ url, query }) },
    {
      tool: 'pdf-extract-pages',
      after: ['pdf-search'],
      input({ url }, results) {
        const page = part(results['pdf-search'], 'matches', 0, 'page')
        return typeof page === 'number' ? { url, pages: String(page) } : null
      },
    },
  ],
  examples: [{ input: { url: 'https://example.com/10k.pdf', query: 'going concern' } }],
})
