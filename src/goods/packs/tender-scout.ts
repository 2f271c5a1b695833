import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Tender scout',
  tagline: 'Public contracts on a topic in Europe and the US.',
  asks: [
    'where can my company bid for public contracts on a topic',
    'scout tenders of governments in Europe and America',
  ],
  input: z.object({
    topic: searchText(200).min(3).describe('Topic in a few words, such as cloud hosting.'),
  }),
  steps: [
    { tool: 'eu-tenders', input: ({ topic }) => ({ q: topic }) },
    { tool: 'federal-awards', input: ({ topic }) => ({ q: topic, kind: 'contracts' }) },
    { tool: 'search-news', input: ({ topic }) => ({ q: `${topic} public tender` }) },
  ],
  examples: [{ input: { topic: 'cloud hosting' }, at: '2026-01-21T00:00:00Z' }],
})
