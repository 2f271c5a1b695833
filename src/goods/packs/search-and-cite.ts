import { z } from 'zod'
import { textAt } from './_results.ts'
import { definePack } from './_runtime.ts'
import { searchText } from '../../base/lib/fields.ts'

/** The part of the source that is searched for names. */
const READ_CHARACTERS_MAX = 100_000

export default definePack({
  title: 'Search and cite',
  tagline:
    'A question answered from live results, with news, the best source read in full and its names.',
  asks: [
    'cited research on a question, with names and news',
    'research a question: sources cited, news and the best page in full',
    'answer with links to the sources',
  ],
  input: z.object({
    question: searchText(400).describe('The question, at most 400 characters.'),
  }),
  steps: [
    { tool: 'answer', input: ({ question }) => ({ q: question }) },
    { tool: 'search', input: ({ question }) => ({ q: question }) },
    { tool: 'search-news', input: ({ question }) => ({ q: question }) },
    {
      tool: 'extract',
      after: ['search'],
      input(_given, results) {
        const url = textAt(results['search'], 'results', 0, 'url')
        return url === null ? null : { url }
      },
    },
    {
      tool: 'extract-entities',
      after: ['extract'],
      input(_given, results) {
        const text = textAt(results['extract'], 'markdown')
        return text === null ? null : { text: text.slice(0, READ_CHARACTERS_MAX) }
      },
    },
  ],
  examples: [{ input: { question: 'What is the x402 payment protocol?' } }],
})
