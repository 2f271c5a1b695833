import { definePack } from './_runtime.ts'
import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'

export default definePack({
  title: 'Literature scan',
  tagline: 'Papers, citations and background on a research topic.',
  asks: [
    'overview of the research papers on a topic',
    'scan papers, citations and background of a topic',
    'what does science know about a subject',
  ],
  input: z.object({
    topic: searchText(300).describe('The research topic, at most 300 characters.'),
  }),
  steps: [
    { tool: 'arxiv-search', input: ({ topic }) => ({ q: topic }) },
    { tool: 'crossref-work', input: ({ topic }) => ({ q: topic }) },
    { tool: 'pubmed-search', input: ({ topic }) => ({ q: topic }) },
    { tool: 'wikipedia-search', input: ({ topic }) => ({ q: topic }) },
  ],
  examples: [{ input: { topic: 'speculative decoding' } }],
})
