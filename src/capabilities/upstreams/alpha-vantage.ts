import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { Fault, notFound } from '../../base/core/fault.ts'
import { MINUTE_MS } from '../../base/core/milliseconds.ts'
import { isObject } from '../../base/lib/json-object.ts'
import { statisticIn } from '../../engines/numbers/series.ts'
import { keyRefused } from './_faults.ts'
import { defineUpstream } from './define.ts'
import type { Interval, StockBar, StockProvider } from './_stocks.ts'

const TITLE = 'Alpha Vantage'
export const ALPHAVANTAGE_API_KEY = {
  name: 'ALPHAVANTAGE_API_KEY',
  description: 'Key of a commercial plan of Alpha Vantage, which permits selling its data.',
} as const

/** Numbers are written as text. */
const numeric = z.string().transform((text, context) => {
  const value = statisticIn(text.replace(/%$/, ''))
  if (value === null) context.addIssue({ code: 'custom', message: 'is not a number' })
  return value ?? 0
})

const Quote = z.object({
  '03. high': numeric,
  '04. low': numeric,
  '05. price': numeric,
  '06. volume': numeric,
  '07. latest trading day': z.string(),
  '08. previous close': numeric,
})

const Row = z.record(z.string(), z.string())
/** Its thousands of rows are checked where they are used. */
const Series = z.record(z.string(), z.unknown())

const Dividends = z.object({
  data: z.array(z.object({ ex_dividend_date: z.string(), amount: z.string() })),
})
const Splits = z.object({
  data: z.array(z.object({ effective_date: z.string(), split_factor: numeric })),
})

const FUNCTIONS: Readonly<Record<Interval, readonly [name: string, interval?: string]>> = {
  '5m': ['TIME_SERIES_INTRADAY', '5min'],
  '15m': ['TIME_SERIES_INTRADAY', '15min'],
  '1h': ['TIME_SERIES_INTRADAY', '60min'],
  '1d': ['TIME_SERIES_DAILY_ADJUSTED'],
  '1wk': ['TIME_SERIES_WEEKLY_ADJUSTED'],
  '1mo': ['TIME_SERIES_MONTHLY_ADJUSTED'],
}

/** How the name of a bar begins. */
const A_DAY = /^\d{4}-\d\d-\d\d/

/** The short form of an answer has a hundred bars. */
const COMPACT_DAYS = 135

export const alphaVantage = defineUpstream({
  name: 'alpha-vantage',
  title: TITLE,
  terms: 'https://www.alphavantage.co/terms_of_service/',
  texts: 'own',
  base: 'https://www.alphavantage.co',
  asks: '$0',
  settings: [ALPHAVANTAGE_API_KEY],
  limits: { timeoutMs: 20_000, bytesMax: 16_000_000, perSecond: 1 },
  cacheTtlMs: MINUTE_MS,
  keepBytesMax: 16_000_000,
  api: (http): StockProvider & { optionsText(ticker: string): Promise<string> } => {
    const query = (name: string, symbol: string) => ({
      function: name,
      symbol,
      apikey: http.setting(ALPHAVANTAGE_API_KEY.name),
    })
    /** All its refusals come as 200. */
    async function asked(
      name: string,
      symbol: string,
      more: Readonly<Record<string, string | undefined>> = {},
    ): Promise<Readonly<Record<string, unknown>>> {
      const answer = await http.json('/query', z.record(z.string(), z.unknown()), {
        query: { ...query(name, symbol), ...more },
      })
      const { 'Error Message': refused, Information: told } = answer
      if (/apikey is invalid/i.test(String(refused ?? told))) throw keyRefused(TITLE)
      if (refused !== undefined) throw notFound(`${TITLE} does not know the security ${symbol}.`)
      if (told !== undefined || answer['Note'] !== undefined)
        throw new Fault('upstream_failed', `${TITLE} refuses more requests than its plan allows.`)
      return answer
    }
    return {
      async quote(ticker) {
        const answer = await asked('GLOBAL_QUOTE', ticker, { entitlement: 'delayed' })
        // If data are delayed, the name of the member says so.
        const [, told] =
          Object.entries(answer).find(([name]) => name.startsWith('Global Quote')) ?? []
        if (isEmpty(told)) throw notFound(`${TITLE} does not know the security ${ticker}.`)
        const quote = read(Quote, told)
        return {
          name: null,
          price: quote['05. price'],
          currency: null,
          previousClose: quote['08. previous close'],
          dayLow: quote['04. low'],
          dayHigh: quote['03. high'],
          week52Low: null,
          week52High: null,
          volume: quote['06. volume'],
          exchange: null,
          tradingDay: quote['07. latest trading day'],
          atMs: null,
        }
      },

      async history(ticker, interval, { day, days }) {
        const [name, minutes] = FUNCTIONS[interval]
        const isLong = minutes !== undefined || (interval === '1d' && days > COMPACT_DAYS)
        const size = isLong ? { outputsize: 'full' } : {}
        const answer = await asked(name, ticker, { interval: minutes, ...size })
        const [, told] =
          Object.entries(answer).find(([member]) => /Time Series/i.test(member)) ?? []
        const meta = read(Row, answer['Meta Data'])
        const [, timeZone = 'US/Eastern'] =
          Object.entries(meta).find(([member]) => member.endsWith('Time Zone')) ?? []
        const bars = Object.entries(read(Series, told))
          .filter(([time]) => A_DAY.test(time) && time >= day)
          .map(([time, row]) => barOf(time, row, timeZone))
        return {
          currency: null,
          timeZone,
          adjustedFor: 'nothing',
          bars: bars.toSorted((a, b) => a.timeIso.localeCompare(b.timeIso)),
        }
      },

      async payouts(ticker) {
        const [paid, split] = await Promise.all([
          asked('DIVIDENDS', ticker),
          asked('SPLITS', ticker),
        ])
        const dividends = read(Dividends, paid).data.flatMap((one) => {
          const amount = statisticIn(one.amount)
          return amount === null ? [] : { date: one.ex_dividend_date, amount }
        })
        const splits = read(Splits, split).data.map((one) => ({
          date: one.effective_date,
          ratio: one.split_factor,
        }))
        return { dividends: byDay(dividends), splits: byDay(splits), splitAdjusted: null }
      },

      optionsText: async (ticker) =>
        http.text('/query', { query: query('HISTORICAL_OPTIONS', ticker) }),
    }
  },
})

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

const byDay = <Row extends { readonly date: string }>(rows: readonly Row[]): readonly Row[] =>
  rows.toSorted((a, b) => a.date.localeCompare(b.date))

function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new Fault('upstream_failed', `${TITLE} answered in an unknown shape.`, {
    cause: result.error,
  })
}

/** `4. close` and `5. adjusted close`; intraday bars have no adjusted one. */
function barOf(time: string, row: unknown, timeZone: string): StockBar {
  const told = new Map(
    Object.entries(isObject(row) ? row : {}).map(([name, text]) => [name.slice(3), text]),
  )
  const valueOf = (name: string): number | null => {
    const text = told.get(name)
    return typeof text === 'string' ? statisticIn(text) : null
  }
  const close = valueOf('close')
  if (close === null) throw new Fault('upstream_failed', `${TITLE} answered in an unknown shape.`)
  return {
    timeIso: time.length === 10 ? time : instantOf(time, timeZone),
    open: valueOf('open'),
    high: valueOf('high'),
    low: valueOf('low'),
    close,
    adjClose: valueOf('adjusted close') ?? close,
    volume: valueOf('volume'),
  }
}

const ZONES: Readonly<Record<string, string>> = { 'US/Eastern': 'America/New_York' }

/** Intraday bars have the local time of the exchange. */
function instantOf(time: string, timeZone: string): string {
  try {
    const local = Temporal.PlainDateTime.from(time.replace(' ', 'T'))
    return local
      .toZonedDateTime(ZONES[timeZone] ?? timeZone)
      .toInstant()
      .toString()
  } catch (cause) {
    throw new Fault('upstream_failed', `${TITLE} answered in an unknown shape.`, { cause })
  }
}
