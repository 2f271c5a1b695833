import { z } from 'zod'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { edgar } from '../../../../capabilities/upstreams/edgar.ts'
import { filingsBetween, newcomers } from './_found.ts'

export default defineTool({
  route: 'GET /api/edgar-recent-ipos',
  name: 'Recent filings to go public',
  description:
    'Companies that filed to go public in the US in recent days: first registrations, not amendments or offerings of companies that are public already.',
  asks: [
    'which companies filed an S-1 this week',
    'companies that recently filed to go public',
    'which companies want to go public',
    'new S-1 filings',
  ],
  price: '$0.004',
  uses: { edgar },
  input: z.object({
    days: z.int().min(1).max(90).default(14).describe('How many days back, 1 to 90.'),
    form: z
      .enum(['S-1', 'F-1', '424B4', 'S-11'])
      .default('S-1')
      .describe(
        'S-1: US companies; F-1: foreign ones; S-11: real estate; 424B4: priced offerings.',
      ),
    limit: z.int().min(1).max(100).default(30).describe('Most filings, 1 to 100.'),
  }),
  output: z.object({
    filings: z
      .array(
        z.object({
          company: z.string().describe('Company that filed.'),
          cik: z.string().describe('CIK with leading zeros.'),
          form: z.string().describe('Form.'),
          filedDate: z.string().describe('Day of filing.'),
          accession: z.string().describe('Accession number.'),
          url: z.string().describe('Address of the document.'),
        }),
      )
      .describe('Newest first; only companies without an annual or quarterly report so far.'),
    count: z.int().describe('Number of filings.'),
    complete: z.boolean().describe('Whether all filings of those days were read.'),
  }),
  examples: [
    {
      input: { days: 7 },
      at: '2026-02-20T00:00:00Z',
      output: {
        filings: [
          {
            company: 'Northwind Robotics, Inc.',
            cik: '0002011111',
            form: 'S-1',
            filedDate: '2026-02-17',
            accession: '0001213900-26-000111',
            url: 'https://www.sec.gov/Archives/edgar/data/2011111/000121390026000111/ea01.htm',
          },
        ],
        count: 1,
        complete: true,
        source: 'SEC EDGAR',
        asOf: '2026-02-20T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ days, form, limit }, { edgar, now }) {
    const since = isoDay(now() - days * DAY_MS)
    const query = { forms: [form], since, until: isoDay(now()) }
    const { filings, complete } = await filingsBetween(edgar, query)
    const first = filings.filter((filing) => filing.form === form)
    const fresh = await newcomers(
      edgar,
      first.map(({ cik }) => cik),
      since,
    )
    const found = first
      .filter(({ cik }) => fresh.has(cik))
      .toSorted((a, b) => (a.filedDate < b.filedDate ? 1 : -1))
      .slice(0, limit)
      .map(({ fileType: _fileType, items: _items, ...filing }) => filing)
    return { filings: found, count: found.length, complete }
  },
})
