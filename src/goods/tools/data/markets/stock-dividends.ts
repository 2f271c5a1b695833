import { z } from 'zod'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { exactly, nearly } from '../../../../base/lib/figures.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { percentOf, tidy } from '../../../../engines/numbers/number-fields.ts'
import type { StockPayouts } from '../../../../capabilities/upstreams/_stocks.ts'
import { stockPrices } from '../../../../capabilities/upstreams/stock-prices.ts'
import { quoteCurrency, RANGE_DAYS, stockCrossCheck, symbolField } from './_stocks.ts'

const YEAR_DAYS = 365

export default defineTool({
  route: 'GET /api/stock-dividends',
  name: 'Stock dividends',
  description: 'Dividends and stock splits of a listed company, with trailing yield and growth.',
  asks: [
    'dividend yield of Coca-Cola',
    'ex-dividend dates and stock splits of a company',
    'does the share pay a dividend',
    'when was the stock split',
    'yield',
  ],
  price: '$0.002',
  uses: { stockPrices },
  input: z.object({
    ticker: symbolField(),
    range: z
      .enum(['1y', '2y', '5y', '10y', 'max'])
      .default('5y')
      .describe('Length of the history.'),
    crossCheck: stockCrossCheck(),
  }),
  output: z.object({
    ticker: z.string().describe('The ticker.'),
    currency: quoteCurrency(),
    dividends: z
      .array(
        z.object({
          date: z.string().describe('Ex-dividend day.'),
          amount: z.number().describe('Amount per share.'),
        }),
      )
      .describe('Newest first; days in the future are declared, but not yet due.'),
    splits: z
      .array(
        z.object({
          date: z.string().describe('Day of the split.'),
          ratio: z.number().describe('New shares for one old share.'),
        }),
      )
      .describe('Newest first.'),
    splitAdjusted: z
      .boolean()
      .nullable()
      .describe(
        'Whether dividends are per share of today, after splits; null if the source does not say.',
      ),
    ttmAmount: z.number().describe('Sum of the last 365 days.'),
    yieldPct: z.number().nullable().describe('ttmAmount divided by the last price, in percent.'),
    growthPct: z
      .number()
      .nullable()
      .describe('ttmAmount against the 365 days before; null if a split makes that unreliable.'),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      input: { ticker: 'KO', range: '1y' },
      at: '2026-01-01T00:00:00Z',
      output: {
        ticker: 'KO',
        currency: null,
        dividends: [
          { date: '2026-02-09', amount: 0.26 },
          { date: '2025-11-10', amount: 0.26 },
          { date: '2025-08-11', amount: 0.26 },
          { date: '2025-05-12', amount: 0.26 },
          { date: '2025-02-10', amount: 0.25 },
        ],
        splits: [],
        splitAdjusted: null,
        ttmAmount: 1.03,
        yieldPct: 0.367857142857,
        growthPct: 3,
        source: 'Alpha Vantage',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ ticker, range, crossCheck }, { stockPrices, now }) {
    const dayBefore = (days: number) => isoDay(Math.max(0, now() - days * DAY_MS))
    const [since, year, years] = [RANGE_DAYS[range], YEAR_DAYS, 2 * YEAR_DAYS].map(dayBefore)
    const today = isoDay(now())
    const [{ answer: quote }, { answer: payouts, checked }] = await Promise.all([
      askSources(stockPrices, (one) => one.quote(ticker)),
      askSources(
        stockPrices,
        (one) => one.payouts(ticker),
        crossCheck && { figures: (told) => figuresOf(told, since ?? '', today) },
      ),
    ])
    const paid = (from = '', to = '') =>
      tidy(
        payouts.dividends.reduce(
          (sum, { date, amount }) => sum + (date > from && date <= to ? amount : 0),
          0,
        ),
      )
    const [ttmAmount, before] = [paid(year, today), paid(years, year)]
    const isSplit = payouts.splits.some(({ date }) => date > (years ?? ''))
    const isSure = payouts.splitAdjusted === true || !isSplit
    return {
      ticker,
      currency: quote.currency,
      dividends: payouts.dividends.filter(({ date }) => date > (since ?? '')).toReversed(),
      splits: payouts.splits.filter(({ date }) => date > (since ?? '')).toReversed(),
      splitAdjusted: payouts.splitAdjusted,
      ttmAmount,
      yieldPct: quote.price > 0 ? percentOf(ttmAmount / quote.price) : null,
      growthPct: before > 0 && isSure ? percentOf(ttmAmount / before - 1) : null,
      ...checked,
    }
  },
})

/** Of the range up to today, as not every source knows declared dividends. */
function figuresOf({ dividends, splits }: StockPayouts, since: string, today: string) {
  const isIn = ({ date }: { readonly date: string }) => date > since && date <= today
  const [paid, split] = [dividends.filter(isIn), splits.filter(isIn)]
  return {
    dividendDates: exactly(paid.map(({ date }) => date)),
    splitDates: exactly(split.map(({ date }) => date)),
    ...Object.fromEntries(
      paid.map(({ date, amount }) => [`dividends.${date}.amount`, nearly(amount, 0.005)]),
    ),
    ...Object.fromEntries(
      split.map(({ date, ratio }) => [`splits.${date}.ratio`, nearly(ratio, 0.001)]),
    ),
  }
}
