import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { braveSearch } from '../../../../capabilities/upstreams/brave-search.ts'
import { dated, freshness, query } from './_fields.ts'

export default defineTool({
  route: 'GET /api/search',
  name: 'Web search',
  description:
    'Web search with titles, snippets, age and publication time of each page; filter by freshness.',
  asks: [
    'search the web for fresh results',
    'web search with publication dates',
    'look it up on the internet',
    'find websites about a subject',
    'newest pages',
  ],
  price: '$0.010',
  everyday: true,
  uses: { braveSearch },
  input: z.object({
    q: query().describe('What to search for, at most 400 characters.'),
    count: z.int().min(1).max(20).default(10).describe('Most results, 1 to 20.'),
    freshness: freshness(),
  }),
  output: z.object({ results: z.array(z.object(dated)) }),
  examples: [
    {
      input: { q: 'x402 payment protocol', count: 5 },
      at: '2026-01-01T00:00:00Z',
      output: {
        results: [
          {
            title: "x402: the web's way to pay",
            url: 'https://www.x402.example/protocol',
            description: 'An open standard for payments over HTTP & more.',
            age: '2 days ago',
            publishedAt: '2025-12-30T08:15:00.000Z',
          },
          {
            title: 'HTTP status 402',
            url: 'https://docs.example/402',
            description: 'Payment required.',
            age: null,
            publishedAt: null,
          },
        ],
        source: 'Brave Search',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { q: 'central bank', freshness: 'pw' } },
  ],

  async run(input, { braveSearch }) {
    const results = await braveSearch.web(input)
    return { results }
  },
})
