import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { edgar } from '../../../../capabilities/upstreams/edgar.ts'
import { cikOf, tickerField } from './_company.ts'
import { foundFiling } from './_found.ts'

const FORMS_MAX = 20
const FORM = /^[A-Z0-9][A-Z0-9 /-]{0,19}$/

const formsOf = (list: string): readonly string[] =>
  list.split(',').flatMap((form) => form.trim().toUpperCase() || [])

export default defineTool({
  route: 'GET /api/edgar-search',
  name: 'Full-text search of SEC filings',
  description: 'Full-text search of SEC filings and their exhibits since 2001.',
  asks: [
    'search the text of SEC filings for the words material weakness',
    'find EDGAR documents that contain a phrase',
    'search for words in SEC documents',
    'which filings mention a lawsuit',
  ],
  price: '$0.004',
  uses: { edgar },
  input: z.object({
    q: searchText(500).describe('Words; double quotes make a phrase; - before a word excludes it.'),
    forms: z
      .string()
      .max(400)
      .refine((list) => formsOf(list).every((form) => FORM.test(form)), {
        error: 'must be forms such as 10-K,8-K',
      })
      .refine((list) => formsOf(list).length <= FORMS_MAX, { error: 'must have at most 20 forms' })
      .optional()
      .describe('Forms separated by commas, such as 10-K,8-K.'),
    ticker: tickerField().optional().describe('Only filings of this company.'),
    since: z.iso.date().optional().describe('Filed on this day (YYYY-MM-DD) or later.'),
    until: z.iso.date().optional().describe('Filed on this day or earlier; default: today.'),
    limit: z.int().min(1).max(100).default(20).describe('Most documents, 1 to 100.'),
  }),
  output: z.object({
    hits: z
      .array(
        z.object({
          company: z.string().describe('Company that filed.'),
          cik: z.string().describe('CIK with leading zeros.'),
          form: z.string().describe('Form of the filing.'),
          filedDate: z.string().describe('Day of filing.'),
          accession: z
            .string()
            .describe('Accession number of the filing; several of its documents may be hits.'),
          url: z.string().describe('Address of the document with the words.'),
          fileType: z
            .string()
            .nullable()
            .describe('Type of the document: the form, or an exhibit such as EX-99.1.'),
        }),
      )
      .describe('Best first, in the order of EDGAR.'),
    total: z.int().describe('Number of documents that match; EDGAR counts up to 10,000.'),
  }),
  examples: [
    {
      input: { q: '"material weakness"', forms: '10-K', since: '2025-01-01', limit: 1 },
      at: '2026-01-01T00:00:00Z',
      output: {
        hits: [
          {
            company: 'Example Widgets Corp.',
            cik: '0001234567',
            form: '10-K',
            filedDate: '2025-03-14',
            accession: '0001234567-25-000010',
            url: 'https://www.sec.gov/Archives/edgar/data/1234567/000123456725000010/exw-20241231.htm',
            fileType: '10-K',
          },
        ],
        total: 1,
        source: 'SEC EDGAR',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ q, forms, ticker, since, until, limit }, { edgar, now }) {
    const last = until ?? isoDay(now())
    if (since !== undefined && since > last) throw badInput('since: must not be after until')
    const ciks = ticker === undefined ? undefined : [await cikOf(edgar, { ticker })]
    const { total, documents } = await edgar.search({
      q,
      since,
      until: since === undefined && until === undefined ? undefined : last,
      ...(forms !== undefined && { forms: formsOf(forms) }),
      ...(ciks && { ciks }),
    })
    const hits = documents
      .slice(0, limit)
      .map(foundFiling)
      .map(({ items: _items, ...hit }) => hit)
    return { hits, total }
  },
})
