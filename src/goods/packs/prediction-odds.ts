import { z } from 'zod'
import { searchText } from '../../base/lib/fields.ts'
import { textAt } from './_results.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Prediction odds',
  tagline: 'What prediction markets believe about an event, how that moved, and the news about it.',
  asks: [
    'what prediction markets believe about an event, and the news about it',
    'odds of an event by prediction markets, and how that moved',
  ],
  input: z.object({ topic: searchText(200).describe('The event, such as fed rate cut.') }),
  steps: [
    { tool: 'polymarket-search', input: ({ topic }) => ({ q: topic }) },
    {
      tool: 'polymarket-market',
      after: ['polymarket-search'],
      input: (_given, { 'polymarket-search': found }) => {
        const slug = textAt(found, 'markets', 0, 'slug')
        return slug ? { slug, history: '1m' } : null
      },
    },
    { tool: 'search-news', input: ({ topic }) => ({ q: topic }) },
  ],
  examples: [{ input: { topic: 'fed rate cut' } }],
})
