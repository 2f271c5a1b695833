import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { line } from '../../../../base/lib/fields.ts'
import { edgar } from '../../../../capabilities/upstreams/edgar.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { cikOf, companyFields } from './_company.ts'

const FACTS = threadWork<typeof import('./_facts-thread.ts')>(import.meta.url, './_facts-thread.ts')
const FACTS_MAX = 5_000
const TAGS_MAX = 50

const tagsOf = (list: string): readonly string[] => [
  ...new Set(list.split(',').flatMap((tag) => tag.trim() || [])),
]

export default defineTool({
  route: 'GET /api/edgar-company-facts',
  name: 'All reported figures of a company',
  description: 'All figures that a company has reported to the SEC in XBRL, or chosen ones.',
  asks: [
    'every XBRL fact a company has reported',
    'latest assets and liabilities of a listed company from its filings',
    'all reported numbers of a firm',
  ],
  price: '$0.005',
  uses: { edgar, threads },
  input: z.object({
    ...companyFields,
    tags: line(4_000)
      .refine((list) => tagsOf(list).length <= TAGS_MAX, {
        error: `must have at most ${TAGS_MAX} tags`,
      })
      .default('')
      .describe('XBRL tags separated by commas, such as Assets,Liabilities. Default: all.'),
    latestOnly: z
      .boolean()
      .default(true)
      .describe('Whether to answer only the newest period of each figure.'),
  }),
  output: z.object({
    cik: z.string().describe('CIK with leading zeros.'),
    name: z.string().describe('Name of the registrant.'),
    facts: z
      .array(
        z.object({
          taxonomy: z.string().describe('Taxonomy, such as us-gaap.'),
          tag: z.string().describe('The tag.'),
          label: z.string().nullable().describe('Name of the tag, in words.'),
          unit: z.string().describe('Unit of the value.'),
          value: z.number().describe('Value in the newest filing.'),
          start: z.string().nullable().describe('First day; null for a figure of a single day.'),
          end: z.string().describe('Last day, or the single day. A tag out of use ends long ago.'),
          form: z.string().describe('Form of that filing.'),
          filedDate: z.string().describe('Day of that filing.'),
          restated: z.boolean().describe('Whether an earlier filing had another value.'),
        }),
      )
      .describe(`At most ${FACTS_MAX}.`),
    count: z.int().describe('Figures in this answer.'),
    total: z.int().describe('Number of all figures that match.'),
    unknownTags: z.array(z.string()).describe('Tags that the company has never reported.'),
  }),
  examples: [
    {
      input: { ticker: 'AAPL', tags: 'Assets,Goodwill' },
      at: '2026-01-01T00:00:00Z',
      output: {
        cik: '0000320193',
        name: 'Apple Inc.',
        facts: [
          {
            taxonomy: 'us-gaap',
            tag: 'Assets',
            label: 'Assets',
            unit: 'USD',
            value: 359_241_000_000,
            start: null,
            end: '2025-09-27',
            form: '10-K',
            filedDate: '2025-10-31',
            restated: false,
          },
        ],
        count: 1,
        total: 1,
        unknownTags: ['Goodwill'],
        source: 'SEC EDGAR',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { cik: '320193' } },
  ],

  async run({ ticker, cik, tags, latestOnly }, { edgar, threads }) {
    const number = await cikOf(edgar, { ticker, cik })
    const json = await edgar.factsText(number)
    const asked = { json, tags: tagsOf(tags), latestOnly, factsMax: FACTS_MAX }
    const found = await threads.run(FACTS, asked, { subject: 'the answer of SEC EDGAR' })
    return {
      cik: number,
      name: found.name,
      facts: found.facts,
      count: found.facts.length,
      total: found.total,
      unknownTags: found.unknownTags,
    }
  },
})
