import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { exa } from '../../../../capabilities/upstreams/exa.ts'
import { neural } from './_fields.ts'

const DOMAINS_MAX = 100

const Category = z.enum([
  'company',
  'publication',
  'research paper',
  'news',
  'personal site',
  'financial report',
  'people',
])

const domains = () => z.array(z.string().min(1).max(253)).max(DOMAINS_MAX).optional()

const date = () =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })], {
      error: 'must be an ISO date such as 2026-01-31',
    })
    .optional()

export default defineTool({
  route: 'POST /api/exa-search',
  name: 'Neural search',
  description:
    'Web search by meaning rather than words, with filters by category, domain and publication date.',
  asks: [
    'semantic web search',
    'find research papers and companies by concept on the web',
    'pages about an idea, not the exact words',
    'research on the web by meaning',
  ],
  price: '$0.012',
  uses: { exa },
  input: z.object({
    query: searchText(1000).describe(
      'What to look for, in words or as a description; at most 1,000 characters.',
    ),
    numResults: z.int().min(1).max(10).default(10).describe('Most results, 1 to 10.'),
    type: z
      .enum(['auto', 'neural', 'keyword', 'fast', 'instant'])
      .default('auto')
      .describe('Kind of search; auto chooses one, and keyword is another name for it.'),
    category: Category.optional().describe(
      'Kind of page; research paper is another name for publication.',
    ),
    includeDomains: domains().describe(`Only these domains, at most ${DOMAINS_MAX}.`),
    excludeDomains: domains().describe(`None of these domains, at most ${DOMAINS_MAX}.`),
    startPublishedDate: date().describe('Only pages published on this ISO date or later.'),
    endPublishedDate: date().describe('Only pages published on this ISO date or earlier.'),
  }),
  output: z.object({
    results: z.array(z.object(neural)),
  }),
  examples: [
    {
      input: { query: 'startups building agent payments', category: 'company' },
      at: '2026-01-01T00:00:00Z',
      output: {
        results: [
          {
            title: 'Paywright',
            url: 'https://paywright.example',
            publishedDate: '2025-11-03T00:00:00.000Z',
            author: null,
          },
        ],
        source: 'Exa',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    {
      input: { query: 'retrieval without vectors', category: 'research paper', numResults: 1 },
    },
  ],

  async run({ category, startPublishedDate, endPublishedDate, ...query }, { exa }) {
    const results = await exa.search({
      ...query,
      category: category === 'research paper' ? 'publication' : category,
      startPublishedDate: momentOf(startPublishedDate),
      endPublishedDate: momentOf(endPublishedDate),
    })
    return { results }
  },
})

/** A date without a time means its first moment. */
function momentOf(date: string | undefined): string | undefined {
  if (date === undefined) return undefined
  const isComplete = !date.includes('T') || /(Z|[+-]\d\d:?\d\d)$/.test(date)
  return new Date(isComplete ? date : `${date}Z`).toISOString()
}
