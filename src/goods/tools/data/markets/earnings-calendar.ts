import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { edgar, type Filing } from '../../../../capabilities/upstreams/edgar.ts'
import { cikOf, tickerField, type Edgar } from '../edgar/_company.ts'
import { documentUrl, olderFilings } from '../edgar/_filings.ts'
import { filingsBetween } from '../edgar/_found.ts'
import { timingOf } from '../edgar/_new-york.ts'

/** The item of an 8-K that reports results. */
const RESULTS = '2.02'
const ROWS_MAX = 12
/** Two years show the rhythm of a company. */
const HISTORY_DAYS = 800
/** Some companies also report figures between their quarters. */
const QUARTER_LEAST_DAYS = 60

const Row = z.object({
  ticker: z.string().nullable().describe('Ticker, if it was given or is known.'),
  name: z.string().describe('Name of the company.'),
  cik: z.string().describe('CIK with leading zeros.'),
  date: z.string().describe('Day of filing.'),
  acceptedIso: z.string().nullable().describe('When EDGAR accepted it, in UTC.'),
  timing: z
    .enum(['before the open', 'during trading', 'after the close'])
    .nullable()
    .describe('By the trading hours of New York; null if unknown.'),
  accession: z.string().describe('Accession number of the filing.'),
  url: z.string().describe('Address of its document.'),
})

export default defineTool({
  route: 'GET /api/earnings-calendar',
  name: 'Earnings calendar',
  description:
    'Which US companies reported earnings on a day, or when one reported and may report next, from SEC filings.',
  asks: [
    'when does Apple report earnings next',
    'companies that reported results on a day',
    'when does the company report',
    'which firms publish results this week',
  ],
  price: '$0.003',
  uses: { edgar },
  input: z.object({
    ticker: tickerField().optional().describe('Ticker such as AAPL; give it or `date`.'),
    date: z.iso.date().optional().describe('First day (YYYY-MM-DD), not after today.'),
    days: z.int().min(1).max(5).default(1).describe('Number of days from `date` on, 1 to 5.'),
  }),
  output: z.object({
    rows: z.array(Row).describe('Newest first: 8-K filings with results (item 2.02).'),
    next: z
      .object({
        expectedDate: z
          .string()
          .describe('Estimated day: companies announce their dates themselves.'),
        basis: z.string().describe('Filing that the estimate is based on.'),
      })
      .nullable()
      .describe('For a ticker: a year after the same quarter; null if there is no such filing.'),
    count: z.int().describe('Number of rows.'),
    complete: z.boolean().describe('Whether all filings of those days were read.'),
  }),
  examples: [
    {
      input: { ticker: 'AAPL' },
      at: '2025-12-20T00:00:00Z',
      output: {
        rows: [
          ['2025-10-30', '20:30:45', '0000320193-25-000077'] as const,
          ['2025-07-31', '20:30:40', '0000320193-25-000071'] as const,
          ['2025-05-01', '20:30:35', '0000320193-25-000055'] as const,
          ['2025-01-30', '21:30:30', '0000320193-25-000007'] as const,
          ['2024-10-31', '20:30:00', '0000320193-24-000120'] as const,
          ['2024-02-01', '21:30:00', '0000320193-24-000005'] as const,
        ].map(([date, time, accession]) => ({
          ticker: 'AAPL',
          name: 'Apple Inc.',
          cik: '0000320193',
          date,
          acceptedIso: `${date}T${time}.000Z`,
          timing: 'after the close' as const,
          accession,
          url: `https://www.sec.gov/Archives/edgar/data/320193/${accession.replaceAll('-', '')}/aapl-${date.replaceAll('-', '')}.htm`,
        })),
        next: {
          expectedDate: '2026-01-29',
          basis: 'Results of 2025-01-30, 52 weeks later.',
        },
        count: 6,
        complete: true,
        source: 'SEC EDGAR',
        asOf: '2025-12-20T00:00:00.000Z',
        untrustedContent: true,
      },
    },
    { input: { date: '2025-10-30' }, at: '2025-12-20T00:00:00Z' },
  ],

  async run({ ticker, date, days }, { edgar, now }) {
    const today = isoDay(now())
    if (ticker !== undefined) return ofCompany(edgar, ticker, now())
    if (date === undefined) throw badInput('ticker: give a ticker or a date.')
    if (date > today)
      throw badInput('date: must not be after today, because filings are of the past')
    const until = isoDay(Date.parse(date) + (days - 1) * DAY_MS)
    const query = { forms: ['8-K'], since: date, until: until > today ? today : until }
    const { filings, complete } = await filingsBetween(edgar, query)
    const found = filings.filter(({ items }) => items.includes(RESULTS))
    const tickers = new Map((await edgar.listed()).map((one) => [one.cik_str, one.ticker]))
    const rows = found
      .toSorted((a, b) => b.filedDate.localeCompare(a.filedDate))
      .map((filing) => ({
        ticker: tickers.get(Number(filing.cik)) ?? null,
        name: filing.company,
        cik: filing.cik,
        date: filing.filedDate,
        acceptedIso: null,
        timing: null,
        accession: filing.accession,
        url: filing.url,
      }))
    return { rows, next: null, count: rows.length, complete }
  },
})

async function ofCompany(edgar: Edgar, ticker: string, nowMs: number) {
  const cik = await cikOf(edgar, { ticker })
  const since = isoDay(nowMs - HISTORY_DAYS * DAY_MS)
  const { name, filings: recent, older } = await edgar.filings(cik)
  const all = [...recent, ...(await olderFilings(older, since))]
  const results = all.filter(
    ({ form, items, filedDate }) =>
      form === '8-K' && items.includes(RESULTS) && filedDate >= since && filedDate <= isoDay(nowMs),
  )
  const rows = results.slice(0, ROWS_MAX).map((filing) => ({
    ticker: ticker.toUpperCase(),
    name,
    cik,
    date: filing.filedDate,
    acceptedIso: filing.accepted || null,
    timing: timingOf(filing.accepted, filing.filedDate),
    accession: filing.accession,
    url: documentUrl(cik, filing),
  }))
  return { rows, next: nextOf(results, nowMs), count: rows.length, complete: true }
}

const YEAR_DAYS = 364

/** Companies report on the same weekday of the same week a year later. */
function nextOf(results: readonly Filing[], nowMs: number) {
  const [last] = results
  const today = isoDay(nowMs)
  if (!last) return null
  const earliest = isoDay(Date.parse(last.filedDate) + QUARTER_LEAST_DAYS * DAY_MS)
  const expected = results
    .map(({ filedDate }) => ({
      from: filedDate,
      on: isoDay(Date.parse(filedDate) + YEAR_DAYS * DAY_MS),
    }))
    .filter(({ on }) => on >= earliest && on >= today)
    .toSorted((a, b) => a.on.localeCompare(b.on))[0]
  return expected
    ? { expectedDate: expected.on, basis: `Results of ${expected.from}, 52 weeks later.` }
    : null
}
