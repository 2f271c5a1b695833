import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { openalex } from '../../../../capabilities/upstreams/openalex.ts'
import { limitOf } from './_fields.ts'

const AUTHORS_MAX = 50

export default defineTool({
  route: 'GET /api/openalex-search',
  name: 'OpenAlex search',
  description: 'Scholarly works with citation counts and links to open-access full text.',
  asks: [
    'most cited scholarly works on a subject',
    'open access full text of scholarly articles',
    'scientific studies on sleep',
    'most cited papers about a topic',
    'free full text of research',
  ],
  price: '$0.003',
  uses: { openalex },
  input: z.object({
    q: searchText(500).describe('Words of title, abstract or full text.'),
    fromYear: z.int().min(1500).max(2100).optional().describe('Published in this year or later.'),
    openAccess: z.boolean().default(false).describe('true: only works that are free to read.'),
    sort: z
      .enum(['relevance', 'citations', 'date'])
      .default('relevance')
      .describe('citations: the most cited first; date: the newest first.'),
    limit: limitOf(10, 50),
  }),
  output: z.object({
    works: z.array(
      z.object({
        id: z.string().describe('OpenAlex id, such as W4389984066.'),
        doi: z.string().nullable(),
        title: z.string().nullable(),
        authors: z.array(z.string()).describe(`Authors in their order, at most ${AUTHORS_MAX}.`),
        year: z.int().nullable(),
        citations: z.int().describe('Number of works known to OpenAlex that cite it.'),
        venue: z.string().nullable().describe('Journal, conference or repository.'),
        openAccessUrl: z.string().nullable().describe('Address where it is free to read.'),
        topics: z.array(z.string()),
      }),
    ),
    total: z.int().describe('Works that match.'),
  }),
  examples: [
    {
      input: { q: 'retrieval augmented generation', fromYear: 2023 },
      at: '2026-01-01T00:00:00Z',
      output: {
        works: [
          {
            id: 'W4389984066',
            doi: '10.48550/arxiv.2312.10997',
            title: 'Retrieval-Augmented Generation for Large Language Models: A Survey',
            authors: ['Yunfan Gao', 'Haofen Wang'],
            year: 2023,
            citations: 1234,
            venue: 'arXiv',
            openAccessUrl: 'https://arxiv.org/pdf/2312.10997',
            topics: ['Topic Modeling'],
          },
        ],
        total: 1,
        source: 'OpenAlex',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { q: 'protein folding', sort: 'citations', openAccess: true, limit: 3 } },
  ],

  async run(query, { openalex }) {
    const { results, total } = await openalex.works(query)
    const works = results.map((work) => ({
      id: work.id.replace(/^https:\/\/openalex\.org\//, ''),
      doi: work.doi?.replace(/^https:\/\/doi\.org\//, '') ?? null,
      title: work.display_name ?? null,
      authors: work.authorships
        .slice(0, AUTHORS_MAX)
        .flatMap(({ author }) => author.display_name ?? []),
      year: work.publication_year ?? null,
      citations: work.cited_by_count,
      venue: work.primary_location?.source?.display_name ?? null,
      openAccessUrl: work.open_access?.oa_url ?? null,
      topics: (work.topics ?? []).map((topic) => topic.display_name),
    }))
    return { works, total }
  },
})
