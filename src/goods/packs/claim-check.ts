import { definePack } from './_runtime.ts'
import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'

export default definePack({
  title: 'Claim check',
  tagline: 'Sources for and against a claim, with a cited short answer.',
  asks: [
    'sources for and against a statement',
    'short cited answer on a claim',
    'is this claim true',
    'fact check a rumour',
  ],
  input: z.object({
    claim: searchText(300).describe('The claim, at most 300 characters.'),
  }),
  steps: [
    { tool: 'answer', input: ({ claim }) => ({ q: `Is this claim true? ${claim}` }) },
    { tool: 'search', input: ({ claim }) => ({ q: claim }) },
    { tool: 'search-news', input: ({ claim }) => ({ q: claim }) },
    { tool: 'wikipedia-search', input: ({ claim }) => ({ q: claim }) },
  ],
  examples: [{ input: { claim: 'Coffee was first grown in Ethiopia' } }],
})
