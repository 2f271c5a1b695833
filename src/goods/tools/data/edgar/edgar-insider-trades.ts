import { z } from 'zod'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { edgar, type Filing } from '../../../../capabilities/upstreams/edgar.ts'
import { cikOf, companyFields, type Edgar } from './_company.ts'
import { filingFolder, olderFilings } from './_filings.ts'
import { readOwnership } from './_ownership.ts'

const FILINGS_MAX = 120
/** Filings per batch; the limit of the SEC paces the requests anyway. */
const BATCH = 10

/** The codes of the form that are trades on the market. */
const MARKET = { P: 'buy', S: 'sell' } as const

export default defineTool({
  route: 'GET /api/edgar-insider-trades',
  name: 'Insider trades',
  description:
    'Insider buys and sells of a US company from SEC Form 4 filings: who, how many, at what price.',
  asks: [
    'did insiders of this company sell shares lately',
    'insider buys of a company from Form 4 filings',
    'did the CEO sell stock',
    'managers buying their own shares',
    'Form 4',
  ],
  price: '$0.005',
  uses: { edgar },
  input: z.object({
    ...companyFields,
    days: z
      .int()
      .min(1)
      .max(365)
      .default(90)
      .describe('Filings of the last so many days, 1 to 365.'),
    limit: z.int().min(1).max(100).default(30).describe('Most trades, 1 to 100.'),
  }),
  output: z.object({
    name: z.string().describe('Name of the company.'),
    trades: z
      .array(
        z.object({
          date: z.string().describe('Day of the trade.'),
          filedDate: z.string().describe('Day of the filing.'),
          insider: z
            .string()
            .describe('Name of the reporting person; several are separated by semicolons.'),
          role: z.string().nullable().describe('Relation of the person to the company.'),
          code: z
            .string()
            .describe(
              'Code: P bought and S sold on the market; A grant, M exercise, F tax, G gift.',
            ),
          kind: z
            .enum(['buy', 'sell', 'other'])
            .describe('buy and sell stand only for codes P and S.'),
          acquired: z.boolean().describe('Whether shares were acquired.'),
          security: z.string().nullable().describe('Security that was traded.'),
          derivative: z.boolean().describe('Whether it is an option or other right, not shares.'),
          shares: z.number().nullable().describe('Number of shares.'),
          priceUsd: z
            .number()
            .nullable()
            .describe('Price per share; null if only a footnote gives it.'),
          valueUsd: z.number().nullable().describe('shares times priceUsd.'),
          sharesAfter: z
            .number()
            .nullable()
            .describe('Shares owned afterwards, in the same form of ownership.'),
          indirect: z
            .boolean()
            .describe('Whether they are owned through somebody else, such as a trust.'),
          planned: z
            .boolean()
            .nullable()
            .describe('Whether a plan (Rule 10b5-1) made the trade; null if not stated.'),
          amendment: z.boolean().describe('Whether the filing corrects an earlier one.'),
          note: z.string().nullable().describe('Footnotes of the price.'),
          url: z.string().describe('Address of the filing.'),
        }),
      )
      .describe('Newest filing first.'),
    buyUsd: z
      .number()
      .describe('Amount bought on the market (code P), by the trades here that have a price.'),
    sellUsd: z
      .number()
      .describe('Amount sold on the market (code S), by the trades here that have a price.'),
    unpriced: z
      .int()
      .describe('Number of trades of codes P and S without a price; they are in neither sum.'),
    count: z.int().describe('Trades in this answer.'),
    filingsRead: z.int().describe('Number of Forms 4 that were read.'),
    complete: z.boolean().describe('Whether these are all trades of those days.'),
  }),
  examples: [
    {
      input: { ticker: 'AAPL', days: 60, limit: 2 },
      at: '2025-11-15T00:00:00Z',
      output: {
        name: 'Apple Inc.',
        trades: [
          {
            date: '2025-11-07',
            filedDate: '2025-11-12',
            insider: 'Parekh Kevan',
            role: 'Senior Vice President, CFO',
            code: 'S',
            kind: 'sell',
            acquired: false,
            security: 'Common Stock',
            derivative: false,
            shares: 4_199,
            priceUsd: 247.39,
            valueUsd: 1_038_790.61,
            sharesAfter: 8_765,
            indirect: false,
            planned: true,
            amendment: false,
            note: null,
            url: 'https://www.sec.gov/Archives/edgar/data/320193/000114036125000001/form4.xml',
          },
          {
            date: '2025-10-15',
            filedDate: '2025-10-17',
            insider: 'Parekh Kevan',
            role: 'Senior Vice President, CFO',
            code: 'M',
            kind: 'other',
            acquired: true,
            security: 'Common Stock',
            derivative: false,
            shares: 16_457,
            priceUsd: null,
            valueUsd: null,
            sharesAfter: 20_964,
            indirect: false,
            planned: false,
            amendment: false,
            note: 'Each restricted stock unit represents the right to receive one share.',
            url: 'https://www.sec.gov/Archives/edgar/data/320193/000114036125000002/form4.xml',
          },
        ],
        buyUsd: 0,
        sellUsd: 1_038_790.61,
        unpriced: 0,
        count: 2,
        filingsRead: 3,
        complete: false,
        source: 'SEC EDGAR',
        asOf: '2025-11-15T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ ticker, cik, days, limit }, { edgar, now }) {
    const number = await cikOf(edgar, { ticker, cik })
    const since = isoDay(now() - days * DAY_MS)
    const { name, filings: recent, older } = await edgar.filings(number)
    const all = [...recent, ...(await olderFilings(older, since))]
    const forms = all.filter(({ form, filedDate }) => /^4(\/A)?$/.test(form) && filedDate >= since)
    const trades: Awaited<ReturnType<typeof tradesOf>>[number][] = []
    let filingsRead = 0
    while (filingsRead < Math.min(forms.length, FILINGS_MAX) && trades.length < limit) {
      const batch = forms.slice(filingsRead, Math.min(filingsRead + BATCH, FILINGS_MAX))
      const read = await Promise.all(batch.map((filing) => tradesOf(edgar, number, filing)))
      trades.push(...read.flat())
      filingsRead += batch.length
    }
    const told = trades.slice(0, limit)
    return {
      name,
      trades: told,
      buyUsd: sumOf(told, 'buy'),
      sellUsd: sumOf(told, 'sell'),
      unpriced: told.filter(({ kind, valueUsd }) => kind !== 'other' && valueUsd === null).length,
      count: told.length,
      filingsRead,
      complete: filingsRead === forms.length && trades.length <= limit,
    }
  },
})

async function tradesOf(edgar: Edgar, cik: string, filing: Filing) {
  const { accession, document, form, filedDate } = filing
  // The listing links to the page that a style sheet renders, not to the XML document.
  const name = document.replace(/^xsl[^/]*\//, '')
  const url = `${filingFolder(cik, accession)}/${name}`
  if (!name.endsWith('.xml')) return []
  const report = await readOwnership(await edgar.document(url))
  // A company also reports here its own trades in other companies.
  if (Number(report.issuerCik) !== Number(cik)) return []
  const { insider, role, planned } = report
  return report.trades.map(({ price, ...trade }) => ({
    date: trade.date,
    filedDate,
    insider,
    role,
    code: trade.code,
    kind: Object.hasOwn(MARKET, trade.code) ? MARKET[trade.code as 'P' | 'S'] : ('other' as const),
    acquired: trade.acquired,
    security: trade.security,
    derivative: trade.derivative,
    shares: trade.shares,
    priceUsd: price,
    valueUsd: price === null || trade.shares === null ? null : cents(price * trade.shares),
    sharesAfter: trade.sharesAfter,
    indirect: trade.indirect,
    planned,
    amendment: form === '4/A',
    note: trade.note,
    url,
  }))
}

const cents = (value: number): number => Math.round(value * 100) / 100

const sumOf = (
  trades: readonly { readonly kind: string; readonly valueUsd: number | null }[],
  kind: string,
): number =>
  cents(trades.reduce((sum, one) => sum + (one.kind === kind ? (one.valueUsd ?? 0) : 0), 0))
