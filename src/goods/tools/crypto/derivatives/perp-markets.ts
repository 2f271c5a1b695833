import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { hyperliquid } from '../../../../capabilities/upstreams/hyperliquid.ts'

const HOURS_A_YEAR = 24 * 365

const Market = z.object({
  coin: z.string(),
  markPrice: z.number(),
  oraclePrice: z.number(),
  fundingRateHourly: z
    .number()
    .describe('Share of the position that longs pay to shorts each hour.'),
  fundingAnnualPct: z.number().describe('The hourly rate over a year in percent, not compounded.'),
  openInterestUsd: z.number().describe('Open interest at the mark price.'),
  volume24hUsd: z.number(),
  maxLeverage: z.number(),
  premiumPct: z
    .number()
    .nullable()
    .describe('How far the mark price is above the oracle price, in percent.'),
})

export default defineTool({
  route: 'GET /api/perp-markets',
  name: 'Perpetual markets',
  description: 'Perpetual futures on Hyperliquid: funding rates, open interest, volume, basis.',
  asks: [
    'funding rates of perpetual futures on hyperliquid',
    'perpetual futures by open interest and volume',
    'funding rates now',
    'open interest of futures on coins',
  ],
  price: '$0.002',
  uses: { hyperliquid },
  input: z.object({
    coin: line(30).optional().describe('One market only, such as BTC.'),
    sort: z
      .enum(['volume', 'openInterest', 'funding'])
      .default('volume')
      .describe('Order, largest first; funding by its absolute size.'),
    limit: z.int().min(1).max(200).default(20).describe('Most markets, 1 to 200.'),
  }),
  output: z.object({ markets: z.array(Market), count: z.int(), total: z.int() }),
  examples: [{ input: { limit: 10 } }, { input: { coin: 'ETH' } }],

  async run({ coin, sort, limit }, { hyperliquid }) {
    const told = (await hyperliquid.markets()).filter(({ isDelisted }) => !isDelisted)
    const chosen = told.filter(({ name }) => !coin || name.toLowerCase() === coin.toLowerCase())
    if (coin && chosen.length === 0) throw notFound(`coin: Hyperliquid has no market ${coin}.`)
    const markets = chosen
      .map(({ name, maxLeverage, ...one }) => {
        const [mark, oracle, hourly] = [
          Number(one.markPx),
          Number(one.oraclePx),
          Number(one.funding),
        ]
        return {
          coin: name,
          markPrice: mark,
          oraclePrice: oracle,
          fundingRateHourly: hourly,
          fundingAnnualPct: Number((hourly * HOURS_A_YEAR * 100).toFixed(4)),
          openInterestUsd: Math.round(Number(one.openInterest) * mark),
          volume24hUsd: Math.round(Number(one.dayNtlVlm)),
          maxLeverage,
          premiumPct: oracle > 0 ? Number((((mark - oracle) / oracle) * 100).toFixed(4)) : null,
        }
      })
      .toSorted((a, b) => sizeOf(sort, b) - sizeOf(sort, a))
    return {
      markets: markets.slice(0, limit),
      count: Math.min(limit, markets.length),
      total: markets.length,
    }
  },
})

type Row = z.output<typeof Market>

function sizeOf(sort: 'volume' | 'openInterest' | 'funding', one: Row): number {
  if (sort === 'volume') return one.volume24hUsd
  return sort === 'funding' ? Math.abs(one.fundingRateHourly) : one.openInterestUsd
}
