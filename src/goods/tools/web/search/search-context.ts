import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { braveSearch } from '../../../../capabilities/upstreams/brave-search.ts'
import { query } from './_fields.ts'

export default defineTool({
  route: 'GET /api/search-context',
  name: 'Search context',
  description: 'Passages of web pages picked for grounding a model, within a token budget.',
  asks: [
    'web passages to ground an LLM',
    'get context from the internet for RAG',
    'web passages for my model',
    'facts to ground an answer',
  ],
  price: '$0.012',
  uses: { braveSearch },
  input: z.object({
    q: query().describe('Topic of the passages, at most 400 characters.'),
    maxTokens: z
      .int()
      .min(1024)
      .max(16_384)
      .default(4096)
      .describe('Approximate limit for the tokens of all passages together; 1,024 to 16,384.'),
    count: z.int().min(1).max(20).default(10).describe('Most pages, 1 to 20.'),
  }),
  output: z.object({
    query: z.string(),
    passages: z.array(
      z.object({
        url: z.string(),
        title: z.string().nullable(),
        snippets: z
          .array(z.string())
          .describe('Passages as text, or as JSON if the page holds a table.'),
      }),
    ),
    sources: z
      .record(
        z.string(),
        z.object({
          title: z.string().nullable(),
          hostname: z.string().nullable(),
          age: z.array(z.string()).nullable().describe('Age of the page, in several forms.'),
        }),
      )
      .describe('Facts about each page, by its address.'),
  }),
  examples: [
    {
      input: { q: 'latest stable node.js release', count: 1 },
      at: '2026-01-01T00:00:00Z',
      output: {
        query: 'latest stable node.js release',
        passages: [
          {
            url: 'https://nodejs.example/releases',
            title: 'Node.js releases',
            snippets: ['Node.js 24 is the active LTS line.', '{"version":"24.11.0"}'],
          },
        ],
        sources: {
          'https://nodejs.example/releases': {
            title: 'Node.js releases',
            hostname: 'nodejs.example',
            age: ['Thursday, November 20, 2025', '2025-11-20', '42 days ago'],
          },
        },
        source: 'Brave Search',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run(input, { braveSearch }) {
    const { passages, sources } = await braveSearch.context(input)
    const cited = new Set(passages.map(({ url }) => url))
    const known = Object.entries(sources).filter(([url]) => cited.has(url))
    return {
      query: input.q,
      passages: passages.map(({ url, title, snippets }) => ({
        url,
        title: title ?? null,
        snippets,
      })),
      sources: Object.fromEntries(
        known.map(([url, { title, hostname, age }]) => [
          url,
          { title: title ?? null, hostname: hostname ?? null, age: age ?? null },
        ]),
      ),
    }
  },
})
