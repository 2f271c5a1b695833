import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { nullIfTheirs } from '../../../../base/core/failover.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { deribit, type OptionSummary } from '../../../../capabilities/upstreams/deribit.ts'

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')

export default defineTool({
  route: 'GET /api/crypto-options',
  name: 'Crypto options',
  description:
    'Bitcoin or ether option chain on Deribit with implied volatility, open interest and the volatility index.',
  asks: [
    'implied volatility of bitcoin options',
    'ether option chain with open interest',
    'bitcoin options and volatility',
    'Deribit puts and calls',
  ],
  price: '$0.003',
  uses: { deribit },
  input: z.object({
    currency: z.enum(['BTC', 'ETH']).default('BTC').describe('The coin.'),
    expiry: z.iso.date().optional().describe('Only this day, YYYY-MM-DD; all by default.'),
    kind: z.enum(['all', 'call', 'put']).default('all').describe('Side of the options.'),
    limit: z.int().min(1).max(500).default(50).describe('Most contracts, 1 to 500.'),
  }),
  output: z.object({
    currency: z.string(),
    underlying: z.number().nullable().describe('Index price of the coin, in dollars.'),
    contracts: z
      .array(
        z.object({
          instrument: z.string(),
          kind: z.enum(['call', 'put']),
          strike: z.number().describe('Strike price in dollars.'),
          expiry: z.string().describe('Expiry, at 08:00 UTC of that day.'),
          forward: z
            .number()
            .nullable()
            .describe('Forward price of the coin for that day, in dollars.'),
          markIvPct: z.number().nullable().describe('Implied volatility of the mark price.'),
          bid: z.number().nullable().describe('Best bid in coins; null if there is none.'),
          ask: z.number().nullable().describe('Best ask in coins; null if there is none.'),
          openInterest: z.number().describe('Open interest in coins.'),
          volume24h: z.number().describe('Volume in coins.'),
        }),
      )
      .describe('Largest open interest first.'),
    expiries: z.array(z.string()).describe('All expiry days.'),
    putCallRatio: z
      .number()
      .nullable()
      .describe('Open interest of puts divided by that of calls, for the chosen days.'),
    volIndexPct: z.number().nullable().describe('Volatility expected for 30 days (DVOL).'),
    count: z.int(),
    total: z.int().describe('Number of all contracts that match.'),
  }),
  examples: [
    { input: { currency: 'BTC', limit: 20 }, at: '2026-01-01T00:10:00Z' },
    { input: { currency: 'BTC', expiry: '2026-01-30', kind: 'call' }, at: '2026-01-01T00:10:00Z' },
  ],

  async run({ currency, expiry, kind, limit }, { deribit, now }) {
    const [told, volIndexPct] = await Promise.all([
      deribit.options(currency),
      deribit.volatility(currency, now()).catch(nullIfTheirs),
    ])
    const all = told.flatMap((one) => contractOf(one) ?? [])
    const expiries = [...new Set(all.map((one) => one.expiry))].toSorted()
    const ofDay = all.filter((one) => expiry === undefined || one.expiry === expiry)
    if (ofDay.length === 0) {
      const days = expiries.slice(0, 20).join(', ')
      throw notFound(
        `No ${currency} options expire on ${expiry ?? 'any day'}; the expiry days are ${days}.`,
      )
    }
    const openInterestOf = (side: 'call' | 'put') =>
      ofDay.reduce((sum, one) => sum + (one.kind === side ? one.openInterest : 0), 0)
    const calls = openInterestOf('call')
    const fitting = ofDay
      .filter((one) => kind === 'all' || one.kind === kind)
      .toSorted((a, b) => b.openInterest - a.openInterest)
    const contracts = fitting.slice(0, limit)
    return {
      currency,
      underlying:
        told.find((one) => one.estimated_delivery_price)?.estimated_delivery_price ?? null,
      contracts,
      expiries,
      putCallRatio: calls > 0 ? Number((openInterestOf('put') / calls).toPrecision(6)) : null,
      volIndexPct,
      count: contracts.length,
      total: fitting.length,
    }
  },
})

const two = (part: string | number): string => String(part).padStart(2, '0')

/** From names such as BTC-5JAN26-95000-P; null for another form. */
function contractOf(one: OptionSummary) {
  const [, day, month, year, strike, side] =
    /^[A-Z]+-(\d{1,2})([A-Z]{3})(\d{2})-(\d+(?:d\d+)?)-([CP])$/.exec(one.instrument_name) ?? []
  const place = MONTHS.indexOf(month ?? '')
  if (day === undefined || strike === undefined || place < 0) return null
  return {
    instrument: one.instrument_name,
    kind: side === 'C' ? ('call' as const) : ('put' as const),
    strike: Number(strike.replace('d', '.')),
    expiry: `20${year}-${two(place + 1)}-${two(day)}`,
    forward: one.underlying_price ?? null,
    markIvPct: one.mark_iv ?? null,
    bid: one.bid_price ?? null,
    ask: one.ask_price ?? null,
    openInterest: one.open_interest ?? 0,
    volume24h: one.volume ?? 0,
  }
}
