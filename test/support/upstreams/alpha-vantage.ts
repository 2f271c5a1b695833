import type { Answering } from './define.ts'

/**
 * https://www.alphavantage.co/documentation/: every value is a text, refusals come as 200, and the
 * name of a quote says that it is delayed.
 */
export const ALPHA_KEY = 'ALPHA-KEY-OF-TESTS'

const day = (
  [open, high, low, close]: readonly number[],
  adjusted: number,
  volume: number,
  split = 1,
) => ({
  '1. open': String(open),
  '2. high': String(high),
  '3. low': String(low),
  '4. close': String(close),
  '5. adjusted close': String(adjusted),
  '6. volume': String(volume),
  '7. dividend amount': '0.0000',
  '8. split coefficient': split.toFixed(1),
})

const meta = (zone: string) => ({
  '1. Information': 'Prices',
  '2. Symbol': 'AAPL',
  '3. Last Refreshed': '2025-12-31',
  '4. Output Size': 'Compact',
  '5. Time Zone': zone,
})

/** Forty days that rise, so that indicators have something to read. */
const DAYS = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => {
    const date = new Date(Date.parse('2025-12-31T00:00:00Z') - at * 86_400_000)
    const close = 280 - at + (at % 3)
    return [
      date.toISOString().slice(0, 10),
      day([close - 1, close + 2, close - 2, close], close - 0.5, 40_000_000),
    ]
  }),
)

const option = (kind: 'call' | 'put', strike: number, expiration: string, more: object = {}) => ({
  contractID: [
    'SPY',
    expiration.slice(2).replaceAll('-', ''),
    kind === 'call' ? 'C' : 'P',
    String(strike * 1_000).padStart(8, '0'),
  ].join(''),
  symbol: 'SPY',
  expiration,
  strike: strike.toFixed(2),
  type: kind,
  last: '5.10',
  mark: '5.15',
  bid: '5.10',
  bid_size: '10',
  ask: '5.20',
  ask_size: '12',
  volume: kind === 'call' ? '1000' : '1500',
  open_interest: '5000',
  date: '2025-12-31',
  implied_volatility: '0.14210',
  delta: kind === 'call' ? '0.51000' : '-0.49000',
  gamma: '0.03000',
  theta: '-0.20000',
  vega: '0.45000',
  rho: '0.10000',
  ...more,
})

const OPTIONS = ['2026-01-16', '2026-02-20'].flatMap((expiration) =>
  [270, 280, 290].flatMap((strike) => [
    option('call', strike, expiration),
    option('put', strike, expiration),
  ]),
)

export const alphaAnswer: Answering = ({ path, query }) => {
  if (path !== '/query' || query.get('apikey') !== ALPHA_KEY)
    return { Information: 'The demo API key is for demo purposes only.' }
  const name = query.get('function')
  const symbol = query.get('symbol')
  if (name === 'HISTORICAL_OPTIONS')
    return {
      endpoint: 'Historical Options',
      message: 'success',
      data: symbol === 'ZZZZ' ? [] : OPTIONS,
    }
  if (symbol === 'ZZZZ')
    return name === 'GLOBAL_QUOTE'
      ? { 'Global Quote': {} }
      : { 'Error Message': 'Invalid API call. Please retry or visit the documentation.' }
  if (name === 'GLOBAL_QUOTE')
    return {
      'Global Quote - DATA DELAYED BY 15 MINUTES': {
        '01. symbol': symbol,
        '02. open': '279.0000',
        '03. high': '282.0000',
        '04. low': '278.0000',
        '05. price': '280.0000',
        '06. volume': '40000000',
        '07. latest trading day': '2025-12-31',
        '08. previous close': '275.0000',
        '09. change': '5.0000',
        '10. change percent': '1.8182%',
      },
    }
  if (name === 'TIME_SERIES_INTRADAY')
    return {
      'Meta Data': { '4. Interval': '5min', '6. Time Zone': 'US/Eastern' },
      'Time Series (5min)': {
        '2025-12-31 15:55:00': {
          '1. open': '279.9',
          '2. high': '280.1',
          '3. low': '279.8',
          '4. close': '280.0',
          '5. volume': '500000',
        },
      },
    }
  if (name === 'TIME_SERIES_DAILY_ADJUSTED')
    return { 'Meta Data': meta('US/Eastern'), 'Time Series (Daily)': DAYS }
  if (name === 'DIVIDENDS')
    return {
      symbol,
      data: [
        '2026-02-09',
        '2025-11-10',
        '2025-08-11',
        '2025-05-12',
        '2025-02-10',
        '2024-11-08',
        '2024-08-12',
        '2024-05-10',
        '2024-02-09',
      ].map((date) => ({
        ex_dividend_date: date,
        declaration_date: 'None',
        record_date: date,
        payment_date: date,
        amount: date >= '2025-05' ? '0.26' : '0.25',
      })),
    }
  return { symbol, data: [{ effective_date: '2020-08-31', split_factor: '4.0000' }] }
}
