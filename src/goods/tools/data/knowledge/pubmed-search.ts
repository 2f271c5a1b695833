import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { pubmed } from '../../../../capabilities/upstreams/pubmed.ts'
import { limitOf } from './_fields.ts'

const ARTICLES = threadWork<typeof import('./_pubmed-thread.ts')>(
  import.meta.url,
  './_pubmed-thread.ts',
)

export default defineTool({
  route: 'GET /api/pubmed-search',
  name: 'PubMed search',
  description: 'PubMed articles with abstracts: medicine and life sciences.',
  asks: [
    'medical studies about a drug',
    'find clinical research articles with abstracts',
    'medical studies about migraine',
    'research on a treatment',
    'health science articles',
  ],
  price: '$0.002',
  uses: { pubmed, threads },
  input: z.object({
    q: searchText(500).describe('Words, or the query syntax of PubMed.'),
    sinceYear: z.int().min(1700).max(2100).optional().describe('Published in this year or later.'),
    limit: limitOf(10, 50),
  }),
  output: z.object({
    articles: z.array(
      z.object({
        pmid: z.string(),
        title: z.string().nullable(),
        authors: z.array(z.string()).describe('Authors in their order, at most 50.'),
        journal: z.string().nullable().describe('Journal; for a chapter, its book.'),
        publishedDate: z
          .string()
          .nullable()
          .describe('First publication, as far as it is known: 2023, 2023-11 or 2023-11-11.'),
        doi: z.string().nullable(),
        abstract: z.string().nullable().describe('Abstract. It belongs to its publisher.'),
        retracted: z.boolean().describe('Whether PubMed marks it as a retracted publication.'),
        url: z.string(),
      }),
    ),
    total: z.int().describe('Articles that match.'),
    notUnderstood: z
      .array(z.string())
      .describe('Words of `q` that PubMed did not find or did not use.'),
  }),
  examples: [
    {
      input: { q: 'semaglutide cardiovascular outcomes', sinceYear: 2020 },
      at: '2026-01-01T00:00:00Z',
      output: {
        articles: [
          {
            pmid: '37952131',
            title: 'Semaglutide and CO2 in Obesity without Diabetes.',
            authors: ['A Michael Lincoff', 'SELECT Trial Investigators'],
            journal: 'The New England journal of medicine',
            publishedDate: '2023-11-11',
            doi: '10.1056/NEJMoa2307563',
            abstract: 'BACKGROUND: Risk is high & rising.\n\nRESULTS: P<0.001 in most groups.',
            retracted: false,
            url: 'https://pubmed.ncbi.nlm.nih.gov/37952131/',
          },
        ],
        total: 421,
        notUnderstood: [],
        source: 'PubMed',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { q: 'autism vaccine', limit: 2 } },
  ],

  async run({ q, sinceYear, limit }, { pubmed, threads }) {
    const { ids, total, notUnderstood } = await pubmed.search(q, sinceYear, limit)
    if (ids.length === 0) return { articles: [], total, notUnderstood }
    const xml = await pubmed.articles(ids)
    const articles = await threads.run(ARTICLES, { xml, ids }, { subject: 'the answer of PubMed' })
    return { articles, total, notUnderstood }
  },
})
