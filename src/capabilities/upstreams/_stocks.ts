/** Answers of share price providers, in one form. */

export interface StockQuote {
  readonly name: string | null
  readonly price: number
  readonly currency: string | null
  readonly previousClose: number
  /** Null, like the volume, where the provider does not know it. */
  readonly dayLow: number | null
  readonly dayHigh: number | null
  readonly week52Low: number | null
  readonly week52High: number | null
  readonly volume: number | null
  readonly exchange: string | null
  /** Trading day in the calendar of the exchange, and the moment if it is given. */
  readonly tradingDay: string | null
  readonly atMs: number | null
}

export interface StockBar {
  /** Start of the bar; for a day, week or month only the date at the exchange. */
  readonly timeIso: string
  readonly open: number | null
  readonly high: number | null
  readonly low: number | null
  readonly close: number
  readonly adjClose: number
  readonly volume: number | null
}

export interface StockHistory {
  readonly currency: string | null
  readonly timeZone: string | null
  /** What open, high, low and close are adjusted for; adjClose for splits and dividends. */
  readonly adjustedFor: 'nothing' | 'splits'
  /** Oldest first. */
  readonly bars: readonly StockBar[]
}

export interface StockPayouts {
  /** Oldest first, including declared ones of future days. */
  readonly dividends: readonly { readonly date: string; readonly amount: number }[]
  readonly splits: readonly { readonly date: string; readonly ratio: number }[]
  /** Whether earlier dividends are per share of today; null where the provider does not say. */
  readonly splitAdjusted: boolean | null
}

export const INTERVALS = ['5m', '15m', '1h', '1d', '1wk', '1mo'] as const
export type Interval = (typeof INTERVALS)[number]

/** First day of the wanted bars, and how long ago it was; the provider may send more. */
export interface Since {
  readonly day: string
  readonly days: number
}

export interface StockProvider {
  quote(ticker: string): Promise<StockQuote>
  history(ticker: string, interval: Interval, since: Since): Promise<StockHistory>
  payouts(ticker: string): Promise<StockPayouts>
}
