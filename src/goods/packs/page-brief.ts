import { z } from 'zod'
import { textAt, type Results } from './_results.ts'
import { definePack } from './_runtime.ts'
import { webUrl } from '../../base/lib/web-url.ts'

const articleIn = (results: Results) => {
  const text = textAt(results['extract'], 'markdown')
  return text === null ? null : { text }
}

export default definePack({
  title: 'Page brief',
  tagline:
    'One page read and summed up in numbers: its metadata, text, key phrases, reading grade and size in tokens.',
  asks: [
    'brief me on a page before it goes into a context window',
    'reading grade, key phrases and tokens of one page',
    'what is this page about in short',
  ],
  input: z.object({ url: webUrl().describe('The page.') }),
  steps: [
    { tool: 'meta', input: ({ url }) => ({ url }) },
    { tool: 'extract', input: ({ url }) => ({ url }) },
    { tool: 'keywords', after: ['extract'], input: (_, results) => articleIn(results) },
    { tool: 'readability', after: ['extract'], input: (_, results) => articleIn(results) },
    { tool: 'token-count', after: ['extract'], input: (_, results) => articleIn(results) },
  ],
  examples: [{ input: { url: 'https://example.com/' } }],
})
