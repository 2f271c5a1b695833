import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Policy watch',
  tagline: 'New rules on a topic, what companies file about it and the news.',
  asks: ['policy watch: rules, filings and news about stablecoins', 'watch US policy on a topic'],
  input: z.object({
    topic: searchText(200).describe('Topic in a few words, such as stablecoin.'),
  }),
  steps: [
    { tool: 'federal-register', input: ({ topic }) => ({ q: topic }) },
    { tool: 'edgar-search', input: ({ topic }) => ({ q: topic }) },
    { tool: 'search-news', input: ({ topic }) => ({ q: topic }) },
  ],
  examples: [{ input: { topic: 'stablecoin' }, at: '2026-01-21T00:00:00Z' }],
})
