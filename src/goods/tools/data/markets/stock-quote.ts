import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { percentOf, tidy } from '../../../../engines/numbers/number-fields.ts'
import { askSources, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { exactly, nearly } from '../../../../base/lib/figures.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import type { StockQuote } from '../../../../capabilities/upstreams/_stocks.ts'
import { stockPrices } from '../../../../capabilities/upstreams/stock-prices.ts'
import { quoteCurrency, stockCrossCheck, symbolField } from './_stocks.ts'

const price = (what: string) => z.number().describe(what)

export default defineTool({
  route: 'GET /api/stock-quote',
  name: 'Stock quote',
  description: 'Delayed quote of a listed share, fund or index: price, change, range, volume.',
  asks: [
    'price of Apple stock now',
    'share price quote by ticker',
    'what does an Apple share cost',
    'how is Tesla doing today',
    'price of an ETF',
    'Dow or S&P now',
  ],
  price: '$0.002',
  uses: { stockPrices },
  input: z.object({ ticker: symbolField(), crossCheck: stockCrossCheck() }),
  output: z.object({
    ticker: z.string().describe('The ticker.'),
    name: z.string().nullable().describe('Name of the security; null if the source does not say.'),
    price: price('Last price.'),
    currency: quoteCurrency(),
    change: price('Change against the close of the previous day.'),
    changePct: z.number().nullable().describe('Change in percent.'),
    previousClose: price('Close of the previous day.'),
    dayLow: price('Lowest price of the day; null if the source does not say.').nullable(),
    dayHigh: price('Highest price of the day; null if the source does not say.').nullable(),
    week52Low: z.number().nullable().describe('Lowest price of 52 weeks.'),
    week52High: z.number().nullable().describe('Highest price of 52 weeks.'),
    volume: z
      .number()
      .nullable()
      .describe('Shares traded on that day; null if the source does not say.'),
    exchange: z.string().nullable().describe('Exchange that trades it.'),
    tradingDay: z
      .string()
      .nullable()
      .describe('Day of the price, in the calendar of the exchange.'),
    timeIso: z.string().nullable().describe('Time of the trade; null if the source does not say.'),
    delayed: z.boolean().describe('Whether prices are delayed, by 15 minutes or more.'),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      input: { ticker: 'AAPL' },
      at: '2026-01-01T00:00:00Z',
      output: {
        ticker: 'AAPL',
        name: null,
        price: 280,
        currency: null,
        change: 5,
        changePct: 1.81818181818,
        previousClose: 275,
        dayLow: 278,
        dayHigh: 282,
        week52Low: null,
        week52High: null,
        volume: 40_000_000,
        exchange: null,
        tradingDay: '2025-12-31',
        timeIso: null,
        delayed: true,
        source: 'Alpha Vantage',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ ticker, crossCheck }, { stockPrices }) {
    const { answer, checked } = await askSources(
      stockPrices,
      (one) => one.quote(ticker),
      crossCheck && { figures: figuresOf },
    )
    const { atMs, ...quote } = answer
    const change = tidy(quote.price - quote.previousClose)
    return {
      ticker,
      ...quote,
      change,
      changePct: quote.previousClose > 0 ? percentOf(change / quote.previousClose) : null,
      timeIso: atMs === null ? null : isoTime(atMs),
      delayed: true,
      ...checked,
    }
  },
})

/** Of different days, prices differ too. */
const figuresOf = (quote: StockQuote) => ({
  price: nearly(quote.price, 0.01),
  previousClose: nearly(quote.previousClose, 0.005),
  dayLow: nearly(quote.dayLow, 0.01),
  dayHigh: nearly(quote.dayHigh, 0.01),
  volume: nearly(quote.volume, 0.1),
  currency: exactly(quote.currency),
  tradingDay: exactly(quote.tradingDay),
})
