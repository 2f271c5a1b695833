import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { edgar, type Filing } from '../../../../capabilities/upstreams/edgar.ts'
import { cikOf, companyFields } from './_company.ts'
import { documentUrl, formField, olderFilings } from './_filings.ts'

export default defineTool({
  route: 'GET /api/edgar-filings',
  name: 'SEC filings of a company',
  description: 'Recent SEC filings of a company by ticker or CIK, filtered by form and date.',
  asks: [
    'recent SEC filings of Microsoft by form',
    'what did this company file with the securities regulator lately',
    'latest annual report of a company',
    '10-K and 8-K list',
    'new filings',
  ],
  price: '$0.003',
  uses: { edgar },
  input: z.object({
    ...companyFields,
    form: formField()
      .optional()
      .describe('Form such as 10-K, with its amendments (10-K/A). Default: all forms.'),
    since: z.iso.date().optional().describe('Filed on this day (YYYY-MM-DD) or later.'),
    limit: z.int().min(1).max(200).default(20).describe('Most filings, 1 to 200.'),
  }),
  output: z.object({
    cik: z.string().describe('CIK with leading zeros.'),
    name: z.string().describe('Name of the registrant.'),
    filings: z
      .array(
        z.object({
          accession: z.string().describe('Accession number.'),
          form: z.string().describe('Form; /A is an amendment.'),
          filedDate: z.string().describe('Day of filing.'),
          reportDate: z.string().nullable().describe('End of the period, or day of the event.'),
          items: z.array(z.string()).describe('Items of an 8-K, such as 2.02 for results.'),
          documentUrl: z.string().describe('Main document, or the folder where there is none.'),
          description: z.string().nullable().describe('Description of the document by the filer.'),
        }),
      )
      .describe('Newest first.'),
    count: z.int().describe('Number of filings.'),
  }),
  examples: [
    {
      input: { ticker: 'AAPL', form: '8-K', limit: 1 },
      at: '2026-01-01T00:00:00Z',
      output: {
        cik: '0000320193',
        name: 'Apple Inc.',
        filings: [
          {
            accession: '0000320193-25-000077',
            form: '8-K',
            filedDate: '2025-10-30',
            reportDate: '2025-10-30',
            items: ['2.02', '9.01'],
            documentUrl:
              'https://www.sec.gov/Archives/edgar/data/320193/000032019325000077/aapl-20251030.htm',
            description: '8-K',
          },
        ],
        count: 1,
        source: 'SEC EDGAR',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { cik: '320193', since: '2025-01-01' }, at: '2026-01-01T00:00:00Z' },
  ],

  async run({ ticker, cik, form, since, limit }, { edgar }) {
    const number = await cikOf(edgar, { ticker, cik })
    const { name, filings: recent, older } = await edgar.filings(number)
    const isWanted = (filing: Filing): boolean =>
      (form === undefined || filing.form === form || filing.form === `${form}/A`) &&
      (since === undefined || filing.filedDate >= since)
    const found = recent.filter(isWanted)
    const more = found.length < limit ? await olderFilings(older, since) : []
    const filings = [...found, ...more.filter(isWanted)].slice(0, limit).map((filing) => ({
      accession: filing.accession,
      form: filing.form,
      filedDate: filing.filedDate,
      reportDate: filing.reportDate,
      items: filing.items,
      documentUrl: documentUrl(number, filing),
      description: filing.description,
    }))
    return { cik: number, name, filings, count: filings.length }
  },
})
