import { standIn } from './define.ts'
import { ALPHA_KEY, alphaAnswer } from './alpha-vantage.ts'

/** Both providers in one server. Yahoo's shape is that of its clients: columns of one length. */
const at = (day: string): number => Date.parse(`${day}T14:30:00Z`) / 1_000

const CHART = {
  meta: {
    currency: 'USD',
    symbol: 'AAPL',
    exchangeName: 'NMS',
    fullExchangeName: 'NasdaqGS',
    instrumentType: 'EQUITY',
    regularMarketTime: Date.parse('2025-12-31T21:00:01Z') / 1_000,
    gmtoffset: -18_000,
    timezone: 'EST',
    exchangeTimezoneName: 'America/New_York',
    regularMarketPrice: 280,
    fiftyTwoWeekHigh: 288.62,
    fiftyTwoWeekLow: 169.21,
    regularMarketDayHigh: 282,
    regularMarketDayLow: 278,
    regularMarketVolume: 40_000_000,
    longName: 'Apple Inc.',
    shortName: 'Apple Inc.',
    chartPreviousClose: 275,
    priceHint: 2,
    dataGranularity: '1d',
    range: '',
  },
  timestamp: [at('2025-12-29'), at('2025-12-30'), at('2025-12-31')],
  events: {
    dividends: { '1762785000': { amount: 0.26, date: 1_762_785_000 } },
    splits: {
      '1598880600': { date: 1_598_880_600, numerator: 4, denominator: 1, splitRatio: '4:1' },
    },
  },
  indicators: {
    quote: [
      {
        open: [273, null, 279],
        high: [276, null, 282],
        low: [272, null, 278],
        close: [275, null, 280],
        volume: [30_000_000, null, 40_000_000],
      },
    ],
    adjclose: [{ adjclose: [274.5, null, 280] }],
  },
}

export default standIn({
  at: ['UPSTREAM_ALPHA_VANTAGE_URL', 'UPSTREAM_YAHOO_FINANCE_URL'],
  settings: { ALPHAVANTAGE_API_KEY: ALPHA_KEY, YAHOO_FINANCE_AGREED: 'true' },
  answer(asked) {
    if (asked.path === '/query') return alphaAnswer(asked)
    if (asked.path === '/v8/finance/chart/AAPL') return { chart: { result: [CHART], error: null } }
    const error = { code: 'Not Found', description: 'No data found, symbol may be delisted' }
    return Response.json({ chart: { result: null, error } }, { status: 404 })
  },
})
