import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { nearly } from '../../../../base/lib/figures.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { percentOf } from '../../../../engines/numbers/number-fields.ts'
import type { StockBar } from '../../../../capabilities/upstreams/_stocks.ts'
import { stockPrices } from '../../../../capabilities/upstreams/stock-prices.ts'
import { quoteCurrency, RANGE_DAYS, stockCrossCheck, symbolField } from './_stocks.ts'

const BARS_MAX = 10_000
/** Providers keep intraday bars for a month. */
const WITHIN_DAY_RANGES = ['5d', '1mo']
const FIVE_DAYS = 5

export default defineTool({
  route: 'GET /api/stock-history',
  name: 'Stock price history',
  description: 'Price bars of a listed security: open, high, low, close, adjusted close, volume.',
  asks: [
    'daily closing prices of Apple for half a year',
    'open, high, low and close of a stock as price bars',
    'how did a share do over the last year',
    'closing prices',
    'chart data of a stock',
  ],
  price: '$0.003',
  uses: { stockPrices },
  input: z.object({
    ticker: symbolField(),
    range: z
      .enum(['5d', '1mo', '3mo', '6mo', '1y', '2y', '5y', '10y', 'max'])
      .default('6mo')
      .describe('Length of the history.'),
    interval: z
      .enum(['5m', '15m', '1h', '1d', '1wk', '1mo'])
      .default('1d')
      .describe('Length of a bar; intraday bars only for 5d and 1mo.'),
    crossCheck: stockCrossCheck(),
  }),
  output: z.object({
    ticker: z.string().describe('The ticker.'),
    currency: quoteCurrency(),
    timeZone: z.string().nullable().describe('Time zone of the exchange.'),
    adjustedFor: z
      .enum(['nothing', 'splits'])
      .describe(
        'What open, high, low and close are adjusted for; adjClose for splits and dividends.',
      ),
    bars: z
      .array(
        z.object({
          timeIso: z.string().describe('Day of the exchange, or start of the bar in UTC.'),
          open: z.number().nullable().describe('First price.'),
          high: z.number().nullable().describe('Highest price.'),
          low: z.number().nullable().describe('Lowest price.'),
          close: z.number().describe('Last price.'),
          adjClose: z
            .number()
            .describe(
              'close, adjusted for splits and dividends; equal to close for intraday bars.',
            ),
          volume: z.number().nullable().describe('Shares traded.'),
        }),
      )
      .describe('Oldest first.'),
    returnPct: z
      .number()
      .nullable()
      .describe('Return from the first to the last adjClose, in percent.'),
    count: z.int().describe('Number of bars.'),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    { input: { ticker: 'AAPL', range: '1mo' }, at: '2026-01-01T00:00:00Z' },
    {
      input: { ticker: 'AAPL', range: '5d', interval: '5m' },
      at: '2026-01-01T00:00:00Z',
      output: {
        ticker: 'AAPL',
        currency: null,
        timeZone: 'US/Eastern',
        adjustedFor: 'nothing',
        bars: [
          {
            timeIso: '2025-12-31T20:55:00Z',
            open: 279.9,
            high: 280.1,
            low: 279.8,
            close: 280,
            adjClose: 280,
            volume: 500_000,
          },
        ],
        returnPct: 0,
        count: 1,
        source: 'Alpha Vantage',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ ticker, range, interval, crossCheck }, { stockPrices, now }) {
    if (/[mh]$/.test(interval) && !WITHIN_DAY_RANGES.includes(range))
      throw badInput(`interval: ${interval} works only with the ranges 5d and 1mo`)
    const days = RANGE_DAYS[range]
    const day = isoDay(Math.max(0, now() - days * DAY_MS))
    const { answer: history, checked } = await askSources(
      stockPrices,
      (one) => one.history(ticker, interval, { day, days }),
      crossCheck && { figures: ({ bars }) => closesOf(bars, day) },
    )
    const recent = history.bars.filter(({ timeIso }) => timeIso >= day).slice(-BARS_MAX)
    const dates = [...new Set(recent.map(({ timeIso }) => timeIso.slice(0, 10)))]
    const first = range === '5d' ? (dates.at(-FIVE_DAYS) ?? day) : day
    const bars = recent.filter(({ timeIso }) => timeIso >= first)
    const [oldest, newest] = [bars[0], bars.at(-1)]
    if (!oldest || !newest) throw notFound(`There are no prices of ${ticker} in that time.`)
    return {
      ticker,
      currency: history.currency,
      timeZone: history.timeZone,
      adjustedFor: history.adjustedFor,
      bars,
      returnPct: oldest.adjClose > 0 ? percentOf(newest.adjClose / oldest.adjClose - 1) : null,
      count: bars.length,
      ...checked,
    }
  },
})

/** Only the close that both adjust in the same way; a time is written in one way. */
const closesOf = (bars: readonly StockBar[], since: string) =>
  Object.fromEntries(
    bars
      .filter(({ timeIso }) => timeIso >= since)
      .map(({ timeIso, adjClose }) => {
        const time = timeIso.length === 10 ? timeIso : new Date(timeIso).toISOString()
        return [`bars.${time}.adjClose`, nearly(adjClose, 0.01)]
      }),
  )
