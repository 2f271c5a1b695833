import { z } from 'zod'
import { Fault, notFound } from '../../base/core/fault.ts'
import { MINUTE_MS } from '../../base/core/milliseconds.ts'
import { isoDay } from '../../base/lib/iso-time.ts'
import { agreedSetting } from './_agreed.ts'
import { membersOf } from './_facts.ts'
import { defineUpstream } from './define.ts'
import type { Interval, StockBar, StockProvider } from './_stocks.ts'

const TITLE = 'Yahoo Finance'
export const YAHOO_FINANCE_AGREED = agreedSetting('YAHOO_FINANCE_AGREED', 'Yahoo', 'one-of')

const value = z.number().nullish()
const values = z.array(z.number().nullable())

const Result = z.object({
  meta: z.object({
    currency: z.string().nullish(),
    fullExchangeName: z.string().nullish(),
    longName: z.string().nullish(),
    shortName: z.string().nullish(),
    exchangeTimezoneName: z.string().nullish(),
    gmtoffset: z.number(),
    regularMarketTime: z.number(),
    /** Missing, with all prices, of a name that is no longer or has never been a security. */
    regularMarketPrice: value,
    chartPreviousClose: value,
    regularMarketDayHigh: value,
    regularMarketDayLow: value,
    regularMarketVolume: value,
    fiftyTwoWeekHigh: value,
    fiftyTwoWeekLow: value,
  }),
  timestamp: z.array(z.number()).optional(),
  events: z
    .object({
      dividends: membersOf(z.object({ amount: z.number(), date: z.number() })).optional(),
      splits: membersOf(
        z.object({ date: z.number(), numerator: z.number(), denominator: z.number().positive() }),
      ).optional(),
    })
    .optional(),
  indicators: z.object({
    quote: z.array(
      z.object({
        open: values.optional(),
        high: values.optional(),
        low: values.optional(),
        close: values.optional(),
        volume: values.optional(),
      }),
    ),
    adjclose: z.array(z.object({ adjclose: values.optional() })).optional(),
  }),
})
type Result = z.output<typeof Result>

const Chart = z.object({ chart: z.object({ result: z.array(Result).min(1) }) })

const DAY_SECONDS = 86_400
const LONG_AGO = '1970-01-01'

const since = (day: string) => ({
  period1: Math.max(0, Math.floor(Date.parse(day) / 1_000)),
  period2: 9_999_999_999,
})

export const yahooFinance = defineUpstream({
  name: 'yahoo-finance',
  title: TITLE,
  terms: 'https://legal.yahoo.com/us/en/yahoo/terms/otos/index.html',
  texts: 'own',
  base: 'https://query1.finance.yahoo.com',
  settings: [YAHOO_FINANCE_AGREED],
  limits: { timeoutMs: 15_000, bytesMax: 6_000_000, perSecond: 2 },
  cacheTtlMs: MINUTE_MS,
  api: (http): StockProvider => {
    async function chart(ticker: string, query: Readonly<Record<string, string | number>>) {
      const none = () => notFound(`${TITLE} does not know the security ${ticker}.`)
      const path = `/v8/finance/chart/${encodeURIComponent(ticker)}`
      const { chart: told } = await http.json(path, Chart, { query, refusals: { 404: none } })
      const [result] = told.result
      if (!result) throw odd()
      if (result.meta.regularMarketPrice == null && !result.timestamp?.length) throw none()
      return result
    }
    return {
      async quote(ticker) {
        const { meta } = await chart(ticker, { range: '1d', interval: '1d' })
        const { regularMarketPrice: price, chartPreviousClose: previousClose } = meta
        if (price == null || previousClose == null) throw odd()
        const atMs = meta.regularMarketTime * 1_000
        http.dated(atMs)
        return {
          name: meta.longName ?? meta.shortName ?? null,
          price,
          currency: meta.currency ?? null,
          previousClose,
          dayLow: meta.regularMarketDayLow ?? null,
          dayHigh: meta.regularMarketDayHigh ?? null,
          week52Low: meta.fiftyTwoWeekLow ?? null,
          week52High: meta.fiftyTwoWeekHigh ?? null,
          volume: meta.regularMarketVolume ?? null,
          exchange: meta.fullExchangeName ?? null,
          tradingDay: isoDay(atMs + meta.gmtoffset * 1_000),
          atMs,
        }
      },

      async history(ticker, interval, { day }) {
        const result = await chart(ticker, { ...since(day), interval })
        return {
          currency: result.meta.currency ?? null,
          timeZone: result.meta.exchangeTimezoneName ?? null,
          adjustedFor: 'splits',
          bars: barsOf(result, interval),
        }
      },

      async payouts(ticker) {
        const query = { ...since(LONG_AGO), interval: '1mo', events: 'div,splits' }
        const { meta, events } = await chart(ticker, query)
        const dayOf = (seconds: number) => isoDay((seconds + meta.gmtoffset) * 1_000)
        const dividends = Object.values(events?.dividends ?? {})
          .toSorted((a, b) => a.date - b.date)
          .map(({ date, amount }) => ({ date: dayOf(date), amount }))
        const splits = Object.values(events?.splits ?? {})
          .toSorted((a, b) => a.date - b.date)
          .map(({ date, numerator, denominator }) => ({
            date: dayOf(date),
            ratio: numerator / denominator,
          }))
        return { dividends, splits, splitAdjusted: true }
      },
    }
  },
})

const odd = (): Fault => new Fault('upstream_failed', `${TITLE} answered in an unknown shape.`)

/** Columns of one length; a bar without trades has nulls, and is left out. */
function barsOf({ meta, timestamp = [], indicators }: Result, interval: Interval): StockBar[] {
  const [quote = {}] = indicators.quote
  const adjusted = indicators.adjclose?.[0]?.adjclose
  if (timestamp.length > 0 && quote.close?.length !== timestamp.length) throw odd()
  const isWithinDay = interval.endsWith('m') || interval.endsWith('h')
  return timestamp.flatMap((seconds, at) => {
    const close = quote.close?.[at] ?? null
    if (close === null || seconds > DAY_SECONDS * 1e6) return []
    return {
      timeIso: isWithinDay
        ? new Date(seconds * 1_000).toISOString()
        : isoDay((seconds + meta.gmtoffset) * 1_000),
      open: quote.open?.[at] ?? null,
      high: quote.high?.[at] ?? null,
      low: quote.low?.[at] ?? null,
      close,
      adjClose: adjusted?.[at] ?? close,
      volume: quote.volume?.[at] ?? null,
    }
  })
}
