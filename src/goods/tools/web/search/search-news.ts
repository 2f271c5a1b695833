import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { braveSearch } from '../../../../capabilities/upstreams/brave-search.ts'
import { countryCode, dated, freshness, query } from './_fields.ts'

export default defineTool({
  route: 'GET /api/search-news',
  name: 'News search',
  description: 'Search of news articles with publisher and publication time.',
  asks: [
    'newest press articles on a topic, with their publisher',
    "today's headlines",
    'what happened today',
    'headlines',
    'latest news on a company',
    'press reports',
  ],
  price: '$0.010',
  uses: { braveSearch },
  input: z.object({
    q: query().describe('What to search for, at most 400 characters.'),
    count: z.int().min(1).max(20).default(10).describe('Most results, 1 to 20.'),
    freshness: freshness(),
    countryCode: countryCode(),
  }),
  output: z.object({
    results: z.array(
      z.object({ ...dated, publisher: z.string().nullable().describe('Host of the publisher.') }),
    ),
  }),
  examples: [
    {
      input: { q: 'central bank digital currency', freshness: 'pw' },
      at: '2026-01-01T00:00:00Z',
      output: {
        results: [
          {
            title: 'Central bank starts a pilot',
            url: 'https://news.example/pilot',
            description: 'A digital currency goes on trial.',
            age: '3 hours ago',
            publishedAt: '2025-12-31T21:00:00.000Z',
            publisher: 'news.example',
          },
        ],
        source: 'Brave Search',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run(input, { braveSearch }) {
    const results = await braveSearch.news(input)
    return { results }
  },
})
