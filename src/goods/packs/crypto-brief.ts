import { z } from 'zod'
import { isRecord, part } from './_results.ts'
import { definePack } from './_runtime.ts'

/** Coins are traded every day. */
const DAYS_A_YEAR = 365
const PRICES_MIN = 3

export default definePack({
  title: 'Crypto brief',
  tagline: "A coin's price, risk, the mood of the market, and news.",
  asks: [
    'crypto brief: price, risk, mood and news of a coin',
    'brief on a coin with its risk and the mood of the market',
  ],
  input: z.object({
    coin: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{2,10}$/, { error: 'must be a symbol such as BTC or ETH' })
      .describe('Symbol, such as BTC.'),
  }),
  steps: [
    { tool: 'crypto-price', input: ({ coin }) => ({ coins: coin }) },
    { tool: 'crypto-history', input: ({ coin }) => ({ coin }) },
    {
      tool: 'return-metrics',
      after: ['crypto-history'],
      input: (_given, { 'crypto-history': history }) => {
        const points = part(history, 'points')
        const prices = Array.isArray(points)
          ? points.flatMap((one) =>
              isRecord(one) && typeof one['price'] === 'number' ? [one['price']] : [],
            )
          : []
        return prices.length >= PRICES_MIN ? { prices, perYear: DAYS_A_YEAR } : null
      },
    },
    { tool: 'fear-greed', input: () => ({}) },
    { tool: 'search-news', input: ({ coin }) => ({ q: `${coin} crypto` }) },
  ],
  examples: [{ input: { coin: 'ETH' } }],
})
