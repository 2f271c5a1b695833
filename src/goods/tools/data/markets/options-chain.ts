import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { threadWork } from '../../../../base/core/thread-work.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { threads } from '../../../../engines/threads/threads.ts'
import { optionChains } from '../../../../capabilities/upstreams/option-chains.ts'
import { symbolField } from './_stocks.ts'

const CHAIN = threadWork<typeof import('./_chain-thread.ts')>(import.meta.url, './_chain-thread.ts')

const figure = (what: string) => z.number().nullable().describe(what)

export default defineTool({
  route: 'GET /api/options-chain',
  name: 'Option chain',
  description:
    'Delayed US option chain of a share, fund or index with implied volatility and greeks.',
  asks: [
    'SPY options near the money with greeks',
    'implied volatility of calls and puts on a stock',
    'calls and puts of a share',
    'implied volatility of a stock',
  ],
  price: '$0.004',
  uses: { optionChains, threads },
  input: z.object({
    ticker: symbolField(),
    expiry: z.iso.date().optional().describe('Day of expiry (YYYY-MM-DD). Default: the nearest.'),
    kind: z.enum(['call', 'put', 'all']).default('all').describe('Calls, puts or both.'),
    nearMoney: z
      .int()
      .min(1)
      .max(200)
      .default(20)
      .describe('Number of strikes nearest to the price, 1 to 200.'),
  }),
  output: z.object({
    ticker: z.string().describe('The ticker.'),
    spot: z.number().describe('Price of the security.'),
    expiry: z.string().describe('Day of expiry of the contracts below.'),
    expiries: z.array(z.string()).describe('All days on which options expire.'),
    contracts: z
      .array(
        z.object({
          symbol: z.string().describe('Symbol of the contract.'),
          kind: z.enum(['call', 'put']).describe('call: right to buy; put: right to sell.'),
          strike: z.number().describe('Strike in dollars, or points of the index.'),
          expiry: z.string().describe('Day of expiry.'),
          bid: figure('Highest bid.'),
          ask: figure('Lowest ask.'),
          last: figure('Last price; null if it was never traded.'),
          iv: figure('Implied volatility per year: 0.2 is 20 percent.'),
          delta: figure('Change of the price for one dollar of the security.'),
          gamma: figure('Change of delta for one dollar of the security.'),
          theta: figure('Change of the price per day.'),
          vega: figure('Change of the price for one point of volatility.'),
          volume: z.number().describe('Contracts traded on the day.'),
          openInterest: z.number().describe('Contracts that are open.'),
        }),
      )
      .describe('Contracts by strike, calls first.'),
    putCallRatio: figure('Volume of all puts divided by that of all calls.'),
    quotedAt: z
      .string()
      .nullable()
      .describe('Day or time of the quotes, as the provider writes it.'),
    delayed: z.boolean().describe('Whether quotes are delayed, or from the end of the day.'),
  }),
  examples: [
    {
      input: { ticker: 'SPY', nearMoney: 1, kind: 'call' },
      at: '2026-01-01T00:00:00Z',
      output: {
        ticker: 'SPY',
        spot: 280,
        expiry: '2026-01-16',
        expiries: ['2026-01-16', '2026-02-20'],
        contracts: [
          {
            symbol: 'SPY260116C00280000',
            kind: 'call',
            strike: 280,
            expiry: '2026-01-16',
            bid: 5.1,
            ask: 5.2,
            last: 5.1,
            iv: 0.1421,
            delta: 0.51,
            gamma: 0.03,
            theta: -0.2,
            vega: 0.45,
            volume: 1_000,
            openInterest: 5_000,
          },
        ],
        putCallRatio: 1.5,
        quotedAt: '2025-12-31',
        delayed: true,
        source: 'Alpha Vantage',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ ticker, expiry, kind, nearMoney }, { optionChains, threads, now }) {
    const chain = await optionChains.chain(ticker)
    const asked = {
      ...chain,
      ticker,
      expiry: expiry ?? null,
      today: isoDay(now()),
      kind,
      strikes: nearMoney,
    }
    const { told, ...found } = await threads.run(CHAIN, asked, { subject: 'the option chain' })
    return { ticker, ...found, quotedAt: told, delayed: true }
  },
})
