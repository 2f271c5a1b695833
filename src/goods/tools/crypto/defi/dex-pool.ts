import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { coingecko } from '../../../../capabilities/upstreams/coingecko.ts'
import { addressInId, figuresOf, networkOfPools, relatedTo, THIN_USD } from './_pools.ts'

export default defineTool({
  route: 'GET /api/dex-pool',
  name: 'One liquidity pool',
  description: 'One pool of a decentralised exchange: reserves, volume, trades and price candles.',
  asks: [
    'reserves and volume of a liquidity pool',
    'price candles of one dex pool by its address',
    'price candles of a pool',
    'reserves of a pair',
  ],
  price: '$0.002',
  uses: { coingecko },
  input: z.object({
    pool: line(100)
      .regex(/^[A-Za-z0-9]{20,100}$/, { error: 'must be the address of a pool' })
      .describe('Address of the pool.'),
    network: line(40).default('base').describe('Network, such as base, ethereum or solana.'),
    ohlcv: z
      .enum(['none', 'minute', 'hour', 'day'])
      .default('none')
      .describe('Length of the candles.'),
    limit: z.int().min(1).max(1_000).default(100).describe('Most candles, 1 to 1000.'),
  }),
  output: z.object({
    pool: z.string(),
    name: z.string(),
    dex: z.string().nullable(),
    baseToken: z.object({ address: z.string().nullable() }),
    quoteToken: z.object({ address: z.string().nullable() }),
    priceUsd: z.number().nullable().describe('Price of the base token.'),
    reserveUsd: z.number().nullable(),
    thin: z
      .boolean()
      .describe(
        `The pool holds less than $${THIN_USD}, or its size is unknown: the price is not reliable.`,
      ),
    volume24hUsd: z.number().nullable(),
    txns24h: z.object({ buys: z.int().nullable(), sells: z.int().nullable() }),
    feePct: z
      .number()
      .nullable()
      .describe('Fee that the name of the pool states; null if it states none.'),
    createdIso: z.string().nullable(),
    candles: z
      .array(
        z.object({
          timeIso: z.string(),
          open: z.number(),
          high: z.number(),
          low: z.number(),
          close: z.number(),
          volumeUsd: z.number(),
        }),
      )
      .describe('Oldest first, in dollars; the last one is not over yet.'),
  }),
  examples: [
    {
      input: {
        pool: '0xd0b53d9277642d899df5c87a3966a349a798f224',
        network: 'base',
        ohlcv: 'hour',
      },
    },
  ],

  async run({ pool, network, ohlcv, limit }, { coingecko }) {
    const place = networkOfPools(network)
    const address = /^0x/i.test(pool) ? pool.toLowerCase() : pool
    const [found, told] = await Promise.all([
      coingecko.pool(place, address),
      ohlcv === 'none' ? [] : coingecko.candles(place, address, ohlcv, limit),
    ])
    const { attributes } = found
    const fee = /([\d.]+)%\s*$/.exec(attributes.name)?.[1]
    return {
      pool: attributes.address,
      name: attributes.name,
      dex: relatedTo(found, 'dex') ?? null,
      baseToken: { address: addressInId(relatedTo(found, 'base_token')) },
      quoteToken: { address: addressInId(relatedTo(found, 'quote_token')) },
      ...figuresOf(found),
      txns24h: {
        buys: attributes.transactions?.h24?.buys ?? null,
        sells: attributes.transactions?.h24?.sells ?? null,
      },
      feePct: fee === undefined ? null : Number(fee),
      createdIso: attributes.pool_created_at ?? null,
      candles: told
        .toSorted(([a = 0], [b = 0]) => a - b)
        .map(([seconds = 0, open = 0, high = 0, low = 0, close = 0, volumeUsd = 0]) => ({
          timeIso: new Date(seconds * 1_000).toISOString(),
          open,
          high,
          low,
          close,
          volumeUsd,
        })),
    }
  },
})
