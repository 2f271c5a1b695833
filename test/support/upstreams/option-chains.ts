import { standIn } from './define.ts'
import { ALPHA_KEY, alphaAnswer } from './alpha-vantage.ts'

/** Both providers in one server. Cboe's shape is that of its page of delayed quotes. */
const contract = (option: string, iv: number) => ({
  option,
  bid: 5.1,
  bid_size: 10,
  ask: 5.2,
  ask_size: 12,
  iv,
  open_interest: 5_000,
  volume: 1_200,
  delta: 0.51,
  gamma: 0.03,
  vega: 0.45,
  theta: -0.2,
  rho: 0.1,
  theo: 5.15,
  change: 0.1,
  open: 5,
  high: 5.5,
  low: 4.9,
  tick: 'up',
  last_trade_price: 5.1,
  last_trade_time: '2025-12-31T15:59:59',
  percent_change: 2,
  prev_day_close: 5,
})

const CHAIN = {
  timestamp: '2025-12-31 21:15:00',
  data: {
    options: [
      contract('SPXW260116C06800000', 0.13),
      contract('SPXW260116P06800000', 0.14),
      // Never traded: zero is no volatility.
      contract('SPX260220C07000000', 0),
    ],
    symbol: '^SPX',
    security_type: 'index',
    current_price: 6_845.5,
  },
  symbol: '_SPX',
}

export default standIn({
  at: ['UPSTREAM_ALPHA_VANTAGE_URL', 'UPSTREAM_CBOE_URL'],
  settings: { ALPHAVANTAGE_API_KEY: ALPHA_KEY, CBOE_AGREED: 'true' },
  answer: (asked) =>
    asked.path === '/query'
      ? alphaAnswer(asked)
      : asked.path === '/api/global/delayed_quotes/options/_SPX.json'
        ? CHAIN
        : undefined,
})
