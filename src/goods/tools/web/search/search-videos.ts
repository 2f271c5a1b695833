import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { braveSearch } from '../../../../capabilities/upstreams/brave-search.ts'
import { freshness, query } from './_fields.ts'

export default defineTool({
  route: 'GET /api/search-videos',
  name: 'Video search',
  description: 'Video search with duration and publisher.',
  asks: [
    'find videos about a topic',
    'search for a video clip',
    'videos on how to tie a tie',
    'find a clip',
  ],
  price: '$0.008',
  uses: { braveSearch },
  input: z.object({
    q: query().describe('What to search for, at most 400 characters.'),
    count: z.int().min(1).max(50).default(10).describe('Most results, 1 to 50.'),
    freshness: freshness(),
  }),
  output: z.object({
    results: z.array(
      z.object({
        title: z.string(),
        url: z.string(),
        description: z.string(),
        durationText: z
          .string()
          .nullable()
          .describe('Duration as the site writes it, such as 42:10.'),
        publisher: z.string().nullable().describe('Site that shows it, such as YouTube.'),
        publishedAt: z.string().nullable().describe('Time of publication, ISO 8601, if known.'),
        thumbnailUrl: z.string().nullable(),
      }),
    ),
  }),
  examples: [
    {
      input: { q: 'rust async tutorial' },
      at: '2026-01-01T00:00:00Z',
      output: {
        results: [
          {
            title: 'Async & await in Rust',
            url: 'https://www.youtube.com/watch?v=abc',
            description: 'From futures up.',
            durationText: '42:10',
            publisher: 'YouTube',
            publishedAt: '2025-11-12T00:00:00.000Z',
            thumbnailUrl: 'https://imgs.search.brave.com/v1',
          },
          {
            title: 'A talk',
            url: 'https://talks.example/1',
            description: '',
            durationText: null,
            publisher: null,
            publishedAt: null,
            thumbnailUrl: null,
          },
        ],
        source: 'Brave Search',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run(input, { braveSearch }) {
    const results = await braveSearch.videos(input)
    return { results }
  },
})
