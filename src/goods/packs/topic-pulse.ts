import { definePack } from './_runtime.ts'
import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'

export default definePack({
  title: 'Topic pulse',
  tagline: 'Is a topic rising? Independent traces of attention, with what is said of it now.',
  asks: [
    'is a topic gaining attention right now',
    'pulse of a topic across media and forums',
    'what do people say about a topic now',
  ],
  input: z.object({
    topic: searchText(200).describe('The topic, at most 200 characters.'),
  }),
  steps: [
    { tool: 'search-volume', input: ({ topic }) => ({ topic }) },
    {
      tool: 'news-volume',
      // The news search already answers the articles.
      input: ({ topic }) => ({ q: topic, articles: 0, tone: false }),
    },
    { tool: 'hn-search', input: ({ topic }) => ({ q: topic }) },
    { tool: 'search-news', input: ({ topic }) => ({ q: topic }) },
  ],
  examples: [{ input: { topic: 'stablecoin' } }],
})
