import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { kraken } from '../../../../capabilities/upstreams/kraken.ts'

const Side = z.array(z.object({ price: z.number(), volume: z.number() }))
type Side = z.output<typeof Side>

export default defineTool({
  route: 'GET /api/exchange-orderbook',
  name: 'Exchange order book',
  description: 'Order book of a Kraken market with its spread and what it costs to fill an amount.',
  asks: [
    'order book of kraken with the spread',
    'cost to fill an amount from an exchange order book',
    'bids and asks',
    'how deep is the market',
    'slippage of a large order',
  ],
  price: '$0.002',
  uses: { kraken },
  input: z.object({
    pair: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{2,10}\/?[A-Za-z0-9]{2,10}$/, {
        error: 'must be a pair such as XBTUSD or ETH/USD',
      })
      .max(20)
      .describe('Market, such as XBTUSD (Kraken writes XBT for bitcoin) or ETHUSD.'),
    depth: z.int().min(1).max(100).default(20).describe('Levels per side, 1 to 100.'),
    amount: z
      .number()
      .gt(0)
      .max(1e15)
      .optional()
      .describe('Amount to buy, in the first coin of the pair.'),
  }),
  output: z.object({
    pair: z.string().describe('Pair in the spelling of Kraken.'),
    bids: Side.describe('Best first.'),
    asks: Side.describe('Best first.'),
    mid: z.number().nullable(),
    spreadBp: z.number().nullable(),
    imbalance: z.number().nullable().describe('Bid volume against ask volume, from -1 to 1.'),
    fillPrice: z
      .number()
      .nullable()
      .optional()
      .describe('Mean price of the amount; null if the levels hold less.'),
    slippageBp: z
      .number()
      .nullable()
      .optional()
      .describe('How far that price is above mid, in basis points.'),
  }),
  examples: [{ input: { pair: 'XBTUSD', amount: 2 } }, { input: { pair: 'ETHUSD', depth: 1 } }],

  async run({ pair, depth, amount }, { kraken }) {
    const told = await kraken.book(
      pair.toUpperCase().replace('/', '').replace(/^BTC/, 'XBT'),
      depth,
    )
    const side = (levels: typeof told.bids): Side =>
      levels
        .slice(0, depth)
        .map(([price, volume]) => ({ price: Number(price), volume: Number(volume) }))
    const [bids, asks] = [side(told.bids), side(told.asks)]
    const [bid, askPrice] = [bids[0]?.price, asks[0]?.price]
    const mid = bid !== undefined && askPrice !== undefined ? (bid + askPrice) / 2 : null
    const bp = (price: number) => (mid ? Number((((price - mid) / mid) * 10_000).toFixed(2)) : null)
    const [bought, sold] = [sum(bids), sum(asks)]
    const fillPrice = amount === undefined ? undefined : fill(asks, amount)
    return {
      pair: told.name,
      bids,
      asks,
      mid,
      spreadBp:
        mid && bid !== undefined && askPrice !== undefined
          ? Number((((askPrice - bid) / mid) * 10_000).toFixed(2))
          : null,
      imbalance: bought + sold > 0 ? Number(((bought - sold) / (bought + sold)).toFixed(4)) : null,
      ...(fillPrice !== undefined && {
        fillPrice,
        slippageBp: fillPrice === null ? null : bp(fillPrice),
      }),
    }
  },
})

const sum = (side: Side): number => side.reduce((all, { volume }) => all + volume, 0)

/** The mean price of an amount; null if the levels hold less. */
function fill(asks: Side, amount: number): number | null {
  let left = amount
  let paid = 0
  for (const { price, volume } of asks) {
    const taken = Math.min(left, volume)
    paid += taken * price
    left -= taken
    if (left <= 0) return Number((paid / amount).toPrecision(12))
  }
  return null
}
