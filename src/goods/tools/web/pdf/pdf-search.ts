import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { webUrl } from '../../../../base/lib/web-url.ts'
import { web } from '../../../../outside/net/web.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { fetchPdf } from './_file.ts'

export default defineTool({
  route: 'POST /api/pdf-search',
  name: 'PDF search',
  description: 'Find a phrase or pattern in a public PDF; page numbers and excerpts.',
  asks: [
    'search for a word inside a PDF',
    'find where a PDF mentions a term',
    'where does the contract mention a word',
    'find a phrase in a PDF',
  ],
  price: '$0.004',
  uses: { web, threads },
  input: z.object({
    url: webUrl().describe('A PDF of at most 20 MB and 2000 pages.'),
    query: z
      .string()
      .max(400)
      .regex(/\S/, { error: 'must not be empty' })
      .describe('A phrase in any case, at most 400 characters; or a pattern, if regex is true.'),
    regex: z
      .boolean()
      .default(false)
      .describe('Whether the query is a pattern in RE2 syntax; `(?i)` at its start ignores case.'),
    limit: z.int().min(1).max(200).default(20).describe('Most matches, 1 to 200.'),
  }),
  output: z.object({
    url: z.url().describe('Address of the PDF, after redirects.'),
    matches: z.array(
      z.object({
        page: z.int().describe('Page number, from 1.'),
        excerpt: z.string().describe('The match and about 100 characters on both sides.'),
        index: z.int().describe('Position of the match in the text of its page, in characters.'),
      }),
    ),
    count: z.int().describe('Number of matches in this answer.'),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: { url: 'https://example.com/10k.pdf', query: 'going concern' },
      output: {
        url: 'https://example.com/10k.pdf',
        matches: [
          {
            page: 2,
            excerpt: 'The auditors doubt that the company is a going concern in 2026.',
            index: 41,
          },
        ],
        count: 1,
        source: 'example.com',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { url: 'https://example.com/10k.pdf', query: '20[0-9]{2}', regex: true, limit: 5 } },
  ],

  async run({ url, query, regex, limit }, { web, threads }) {
    const file = await fetchPdf(web, url)
    const matches = await threads.run(
      threadWork<typeof import('./_search-thread.ts')>(import.meta.url, './_search-thread.ts'),
      { ...file, query, regex, limit },
      { subject: 'the PDF' },
    )
    return {
      url: file.url,
      matches,
      count: matches.length,
    }
  },
})
