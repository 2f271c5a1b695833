import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { crossref } from '../../../../capabilities/upstreams/crossref.ts'
import { limitOf } from './_fields.ts'

export default defineTool({
  route: 'GET /api/crossref-work',
  name: 'DOI and citation lookup',
  description:
    'Look up a DOI: title, authors, journal, publisher, citations, retraction; or the works that match a citation.',
  asks: [
    'title and authors of a DOI',
    'has the work with this DOI been retracted',
    'which paper is this DOI',
    'reference data of an article',
    'was the study retracted',
  ],
  price: '$0.002',
  uses: { crossref },
  input: z.object({
    doi: z
      .string()
      .max(300)
      .trim()
      .transform((doi) => doi.replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/i, ''))
      .refine((doi) => /^10\.\d{4,9}\/\S+$/.test(doi), {
        error: 'must be a DOI such as 10.1038/nature14539',
      })
      .optional()
      .describe('DOI, with or without https://doi.org/; or give `q`.'),
    q: searchText(500).optional().describe('A citation, or words of it, instead of `doi`.'),
    limit: limitOf(5, 20),
  }),
  output: z.object({
    works: z.array(
      z.object({
        doi: z.string(),
        title: z.string().nullable(),
        authors: z.array(z.string()).describe('Authors in their order, at most 50.'),
        journal: z.string().nullable().describe('Journal, book or series that contains it.'),
        publishedDate: z
          .string()
          .nullable()
          .describe('Date as far as it is known: 2015, 2015-05 or 2015-05-27.'),
        type: z.string().nullable().describe('Type, such as journal-article or book-chapter.'),
        citations: z.int().nullable().describe('Number of works known to Crossref that cite it.'),
        publisher: z.string().nullable(),
        url: z.string().nullable(),
        retracted: z.boolean().describe('Whether Crossref knows of a retraction.'),
        notice: z
          .object({
            kind: z
              .string()
              .describe('Kind of notice, such as retraction, correction, expression_of_concern.'),
            doi: z.string(),
            date: z.string().nullable(),
          })
          .nullable()
          .describe('Its retraction, or the newest other notice about it.'),
      }),
    ),
    total: z.int().describe('Number of works that match; with `q`, most match only loosely.'),
  }),
  examples: [
    {
      input: { doi: '10.1038/nature14539' },
      at: '2026-01-01T00:00:00Z',
      output: {
        works: [
          {
            doi: '10.1038/nature14539',
            title: 'Deep learning',
            authors: ['Yann LeCun', 'Yoshua Bengio', 'Geoffrey Hinton'],
            journal: 'Nature',
            publishedDate: '2015-05-27',
            type: 'journal-article',
            citations: 61234,
            publisher: 'Springer Science and Business Media LLC',
            url: 'https://doi.org/10.1038/nature14539',
            retracted: false,
            notice: null,
          },
        ],
        total: 1,
        source: 'Crossref',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { q: 'miR-215 cell growth', limit: 1 } },
  ],

  async run({ doi, q, limit }, { crossref }) {
    if ((doi === undefined) === (q === undefined)) throw badInput('doi: give either doi or q.')
    if (doi !== undefined) return { works: [await crossref.work(doi)], total: 1 }
    const { candidates, total } = await crossref.cited(q ?? '', limit)
    return { works: candidates.map(({ work }) => work), total }
  },
})
