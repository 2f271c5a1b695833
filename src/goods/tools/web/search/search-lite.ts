import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { liteSearch } from '../../../../capabilities/upstreams/lite-search.ts'
import { query } from './_fields.ts'

export default defineTool({
  route: 'GET /api/search-lite',
  name: 'Web search, lite',
  description: 'Cheaper web search: up to five titles, URLs and snippets.',
  asks: [
    'cheap web search',
    'the cheapest internet search, five results are enough',
    'cheap web search',
  ],
  price: '$0.008',
  uses: { liteSearch },
  input: z.object({
    q: query().describe('What to search for, at most 400 characters.'),
    count: z.int().min(1).max(5).default(5).describe('Most results, 1 to 5.'),
  }),
  output: z.object({
    results: z.array(z.object({ title: z.string(), url: z.string(), snippet: z.string() })),
  }),
  examples: [
    {
      input: { q: 'open banking api' },
      at: '2026-01-01T00:00:00Z',
      output: {
        results: [
          {
            title: 'Open banking',
            url: 'https://bank.example/open',
            snippet: 'APIs of banks, for everyone.',
          },
        ],
        source: 'SearXNG',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ q, count }, { liteSearch }) {
    return { results: await liteSearch.search(q, count) }
  },
})
