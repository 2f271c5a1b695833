import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText, text } from '../../../../base/lib/fields.ts'
import { hackerNews } from '../../../../capabilities/upstreams/hacker-news.ts'

/** The search engine accepts no more. */
const QUERY_BYTES_MAX = 512

export default defineTool({
  route: 'GET /api/hn-search',
  name: 'Hacker News search',
  description: 'Search Hacker News stories and comments with points and comment counts.',
  asks: [
    'find Hacker News stories about a startup',
    'what do developers think of it',
    'Hacker News opinions',
  ],
  price: '$0.002',
  uses: { hackerNews },
  input: z.object({
    q: searchText(QUERY_BYTES_MAX)
      .pipe(text(QUERY_BYTES_MAX))
      .describe(`What to search for, at most ${QUERY_BYTES_MAX} bytes.`),
    kind: z
      .enum(['story', 'comment', 'all'])
      .default('story')
      .describe('Stories, comments, or both.'),
    sort: z
      .enum(['relevance', 'date'])
      .default('relevance')
      .describe('Order; date puts the newest first.'),
    limit: z.int().min(1).max(100).default(20).describe('Most results, 1 to 100.'),
  }),
  output: z.object({
    results: z.array(
      z.object({
        id: z.int(),
        title: z
          .string()
          .nullable()
          .describe('Title of the story; for a comment, that of its story.'),
        url: z.string().nullable().describe('Link of the story; null if it is a text.'),
        author: z.string().nullable(),
        points: z.int().nullable(),
        comments: z.int().nullable().describe('Number of comments; null for a comment.'),
        createdIso: z.string().nullable(),
        text: z.string().nullable().describe('Text of a comment, or of a story without a link.'),
      }),
    ),
    count: z.int(),
    total: z.int().describe('Approximate number of all matches.'),
  }),
  examples: [
    {
      input: { q: 'x402' },
      at: '2026-01-01T00:00:00Z',
      output: {
        results: [
          {
            id: 43908129,
            title: 'x402: an open standard for internet-native payments',
            url: 'https://www.x402.example/',
            author: 'thatguy',
            points: 195,
            comments: 117,
            createdIso: '2025-05-06T16:03:21.000Z',
            text: null,
          },
          {
            id: 44000001,
            title: 'Ask HN: Who uses HTTP 402?',
            url: null,
            author: 'asker',
            points: 12,
            comments: 3,
            createdIso: '2025-06-01T08:00:00.000Z',
            text: "I'd like to know.\n\nReally.",
          },
        ],
        count: 2,
        total: 31,
        source: 'Hacker News Search',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    {
      input: { q: 'x402', kind: 'comment', sort: 'date', limit: 1 },
      at: '2026-01-01T00:00:00Z',
      output: {
        results: [
          {
            id: 43909000,
            title: 'x402: an open standard for internet-native payments',
            url: 'https://www.x402.example/',
            author: 'critic',
            points: null,
            comments: null,
            createdIso: '2025-05-06T17:00:00.000Z',
            text: 'See https://www.x402.example/a/rather/long/path & think.',
          },
        ],
        count: 1,
        total: 480,
        source: 'Hacker News Search',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run(input, { hackerNews }) {
    const { results, total } = await hackerNews.search(input)
    return { results, count: results.length, total }
  },
})
