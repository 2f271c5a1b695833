import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { MINUTE_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { hyperliquid } from '../../../../capabilities/upstreams/hyperliquid.ts'

const INTERVALS = { '5m': 5, '15m': 15, '1h': 60, '4h': 240, '1d': 1_440 } as const
const HOURS_A_YEAR = 24 * 365
/** The provider answers at most this many funding rates at once. */
const FUNDING_MAX = 500

export default defineTool({
  route: 'GET /api/perp-history',
  name: 'Perpetual history',
  description: 'Candles or funding history of a perpetual future on Hyperliquid.',
  asks: [
    'funding history of a perpetual future',
    'candles of a perpetual on hyperliquid',
    'past funding of a perpetual',
  ],
  price: '$0.002',
  uses: { hyperliquid },
  input: z.object({
    coin: line(30).describe('Market as Hyperliquid writes it, such as BTC or kPEPE.'),
    kind: z.enum(['candles', 'funding']).default('candles').describe('What to list.'),
    interval: z
      .enum(['5m', '15m', '1h', '4h', '1d'])
      .default('1h')
      .describe('Length of candles; funding is hourly.'),
    limit: z
      .int()
      .min(1)
      .max(1_000)
      .default(200)
      .describe('Newest entries to list; for funding at most 500.'),
  }),
  output: z.object({
    coin: z.string(),
    candles: z.array(
      z.object({
        timeIso: z.string().describe('Start of the entry; the last one is not over yet.'),
        open: z.number(),
        high: z.number(),
        low: z.number(),
        close: z.number(),
        volume: z.number().describe('Volume in coins.'),
      }),
    ),
    funding: z.array(z.object({ timeIso: z.string(), rate: z.number(), annualPct: z.number() })),
    count: z.int(),
  }),
  examples: [
    { input: { coin: 'BTC', interval: '1d', limit: 30 } },
    { input: { coin: 'BTC', kind: 'funding', limit: 24 } },
  ],

  async run({ coin, kind, interval, limit }, { hyperliquid, now }) {
    const minutes = kind === 'candles' ? INTERVALS[interval] : INTERVALS['1h']
    const most = kind === 'candles' ? limit : Math.min(limit, FUNDING_MAX)
    const since = now() - most * minutes * MINUTE_MS
    if (kind === 'funding') {
      const told = (await hyperliquid.funding(coin, since)).slice(-most)
      if (told.length === 0) throw notFound(`coin: Hyperliquid has no market ${coin}.`)
      const funding = told.map(({ time, fundingRate }) => ({
        timeIso: new Date(time).toISOString(),
        rate: Number(fundingRate),
        annualPct: Number((Number(fundingRate) * HOURS_A_YEAR * 100).toFixed(4)),
      }))
      return { coin, candles: [], funding, count: funding.length }
    }
    const told = (await hyperliquid.candles(coin, interval, since, now())).slice(-most)
    if (told.length === 0) throw notFound(`coin: Hyperliquid has no market ${coin}.`)
    const candles = told.map(({ t, o, h, l, c, v }) => ({
      timeIso: new Date(t).toISOString(),
      open: Number(o),
      high: Number(h),
      low: Number(l),
      close: Number(c),
      volume: Number(v),
    }))
    return { coin, candles, funding: [], count: candles.length }
  },
})
