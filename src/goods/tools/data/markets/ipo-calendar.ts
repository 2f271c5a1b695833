import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { edgar } from '../../../../capabilities/upstreams/edgar.ts'
import { filingsBetween, newcomers } from '../edgar/_found.ts'

/** First month of the full-text index. */
const FIRST_MONTH = '2001-01'

const Offerings = z.array(
  z.object({
    company: z.string().describe('Company that filed.'),
    cik: z.string().describe('CIK with leading zeros.'),
    form: z.string().describe('Form.'),
    filedDate: z.string().describe('Day of filing.'),
    accession: z.string().describe('Accession number.'),
    url: z.string().describe('Address of the document.'),
  }),
)

/** The stage of an offering that each form shows. */
const STAGES = {
  filed: ['S-1', 'F-1', 'S-11'],
  effective: ['EFFECT'],
  priced: ['424B4'],
  withdrawn: ['RW'],
} as const
type Stage = keyof typeof STAGES
const NAMES = Object.keys(STAGES) as readonly Stage[]

export default defineTool({
  route: 'GET /api/ipo-calendar',
  name: 'IPO calendar',
  description:
    'US initial public offerings of a month from SEC filings: registered, declared effective, priced, withdrawn.',
  asks: [
    'initial public offerings priced in February 2026',
    'IPO list of a month',
    'which shares come to market this month',
  ],
  price: '$0.003',
  uses: { edgar },
  input: z.object({
    month: z
      .string()
      .trim()
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: 'must be a month such as 2026-02' })
      .describe('Month, YYYY-MM, from 2001-01 to this one.'),
  }),
  output: z.object({
    month: z.string().describe('The month.'),
    filed: Offerings.describe('First registrations: forms S-1, F-1, S-11, without amendments.'),
    effective: Offerings.describe('Registrations that the SEC declared effective.'),
    priced: Offerings.describe('Final prospectuses with the price: form 424B4.'),
    withdrawn: Offerings.describe('Requests to withdraw a registration: form RW.'),
    count: z.int().describe('Number of all rows.'),
    complete: z.boolean().describe('Whether all filings of the month were read.'),
  }),
  examples: [
    {
      input: { month: '2026-02' },
      at: '2026-03-01T00:00:00Z',
      output: {
        month: '2026-02',
        filed: [
          {
            company: 'Northwind Robotics, Inc.',
            cik: '0002011111',
            form: 'S-1',
            filedDate: '2026-02-17',
            accession: '0001213900-26-000111',
            url: 'https://www.sec.gov/Archives/edgar/data/2011111/000121390026000111/ea01.htm',
          },
        ],
        effective: [
          {
            company: 'Northwind Robotics, Inc.',
            cik: '0002011111',
            form: 'EFFECT',
            filedDate: '2026-02-24',
            accession: '0001213900-26-000120',
            url: 'https://www.sec.gov/Archives/edgar/data/2011111/000121390026000120/effect.xml',
          },
        ],
        priced: [
          {
            company: 'Northwind Robotics, Inc.',
            cik: '0002011111',
            form: '424B4',
            filedDate: '2026-02-25',
            accession: '0001213900-26-000121',
            url: 'https://www.sec.gov/Archives/edgar/data/2011111/000121390026000121/424b4.htm',
          },
        ],
        withdrawn: [
          {
            company: 'Harbor Acquisition Corp',
            cik: '0002022222',
            form: 'RW',
            filedDate: '2026-02-10',
            accession: '0001213900-26-000123',
            url: 'https://www.sec.gov/Archives/edgar/data/2022222/000121390026000123/rw.htm',
          },
        ],
        count: 4,
        complete: true,
        source: 'SEC EDGAR',
        asOf: '2026-03-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ month }, { edgar, now }) {
    const today = isoDay(now())
    if (month > today.slice(0, 7) || month < FIRST_MONTH)
      throw badInput(`month: must be from ${FIRST_MONTH} to ${today.slice(0, 7)}`)
    const since = `${month}-01`
    const [year = 0, number = 1] = month.split('-').map(Number)
    const last = isoDay(Date.UTC(year, number, 1) - DAY_MS)
    const until = last > today ? today : last
    const found = await Promise.all(
      NAMES.map((stage) => filingsBetween(edgar, { forms: STAGES[stage], since, until })),
    )
    const all = found.flatMap(({ filings }) => filings)
    const fresh = await newcomers(
      edgar,
      all.map(({ cik }) => cik),
      since,
    )
    const rowsOf = (stage: Stage) =>
      (found[NAMES.indexOf(stage)]?.filings ?? [])
        .filter(({ form, cik }) => fresh.has(cik) && STAGES[stage].some((name) => name === form))
        .toSorted((a, b) => a.filedDate.localeCompare(b.filedDate))
        .map(({ fileType: _fileType, items: _items, ...filing }) => filing)
    const stages = {
      filed: rowsOf('filed'),
      effective: rowsOf('effective'),
      priced: rowsOf('priced'),
      withdrawn: rowsOf('withdrawn'),
    }
    const count = NAMES.reduce((sum, stage) => sum + stages[stage].length, 0)
    return { month, ...stages, count, complete: found.every(({ complete }) => complete) }
  },
})
