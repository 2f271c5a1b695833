import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { kraken } from '../../../../capabilities/upstreams/kraken.ts'

const DAYS_A_YEAR = 365
const SYMBOLS: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' }

export default defineTool({
  route: 'GET /api/crypto-history',
  name: 'Crypto history',
  description: 'Daily price history of a coin on Kraken, with its return, range and volatility.',
  asks: [
    'daily price history of a coin with its volatility',
    'kraken daily history of ethereum: return and range',
    'what did ether cost last month',
    'chart data of a coin',
  ],
  price: '$0.003',
  uses: { kraken },
  input: z.object({
    coin: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{2,10}$/, { error: 'must be a symbol such as BTC or ETH' })
      .describe('Symbol, such as BTC or ETH.'),
    days: z.int().min(1).max(720).default(30).describe('Number of days, 1 to 720, today included.'),
    currency: z
      .enum(['usd', 'eur', 'gbp', 'cad', 'chf', 'jpy', 'aud'])
      .default('usd')
      .describe('Currency of the prices.'),
  }),
  output: z.object({
    coin: z.string(),
    currency: z.string(),
    points: z
      .array(z.object({ timeIso: z.string(), price: z.number(), volume: z.number() }))
      .describe('Oldest first: the close of each day in UTC; the last day is not over yet.'),
    returnPct: z.number().nullable().describe('From the first close to the last.'),
    high: z.number(),
    low: z.number(),
    volatilityPct: z
      .number()
      .nullable()
      .describe('Yearly volatility, from the logarithms of daily closes.'),
  }),
  examples: [{ input: { coin: 'ETH', days: 30 } }],

  async run({ coin, days, currency }, { kraken }) {
    const symbol = coin.toUpperCase()
    const bars = await kraken.days(`${SYMBOLS[symbol] ?? symbol}${currency.toUpperCase()}`)
    const shown = bars.slice(-days)
    const closes = shown.map(([, , , , close]) => Number(close))
    const [first, last] = [closes[0], closes.at(-1)]
    return {
      coin: symbol,
      currency,
      points: shown.map(([seconds, , , , close, , volume]) => ({
        timeIso: new Date(seconds * 1_000).toISOString(),
        price: Number(close),
        volume: Number(volume),
      })),
      returnPct: first && last ? Number(((last / first - 1) * 100).toFixed(4)) : null,
      high: Math.max(...shown.map(([, , high]) => Number(high))),
      low: Math.min(...shown.map(([, , , low]) => Number(low))),
      volatilityPct: volatility(closes),
    }
  },
})

function volatility(closes: readonly number[]): number | null {
  const steps = closes.slice(1).map((close, at) => Math.log(close / (closes[at] ?? close)))
  if (steps.length < 2) return null
  const mean = steps.reduce((sum, one) => sum + one, 0) / steps.length
  const spread = steps.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (steps.length - 1)
  return Number((Math.sqrt(spread * DAYS_A_YEAR) * 100).toFixed(4))
}
