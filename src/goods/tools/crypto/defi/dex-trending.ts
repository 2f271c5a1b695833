import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { coingecko } from '../../../../capabilities/upstreams/coingecko.ts'
import { figuresOf, networkOfPools, relatedTo, THIN_USD } from './_pools.ts'

const LISTS = { trending: 'trending_pools', new: 'new_pools', top: 'pools' } as const

export default defineTool({
  route: 'GET /api/dex-trending',
  name: 'Trending pools',
  description: 'Trending, newest or largest liquidity pools of a network, with price and reserves.',
  asks: [
    'newest liquidity pools on base',
    'which dex pools are trending',
    'hot new tokens',
    'which pools are pumping',
  ],
  price: '$0.002',
  uses: { coingecko },
  input: z.object({
    network: line(40).optional().describe('Network, such as base or solana; all by default.'),
    kind: z
      .enum(['trending', 'new', 'top'])
      .default('trending')
      .describe('List to read; top needs a network.'),
    limit: z.int().min(1).max(20).default(20).describe('Most pools, 1 to 20.'),
  }),
  output: z.object({
    pools: z.array(
      z.object({
        pool: z.string(),
        name: z.string().describe('Name of the pool. The makers of the tokens choose their names.'),
        network: z.string().nullable(),
        dex: z.string().nullable(),
        priceUsd: z.number().nullable().describe('Price of the first token.'),
        reserveUsd: z.number().nullable(),
        thin: z
          .boolean()
          .describe(
            `The pool holds less than $${THIN_USD}, or its size is unknown: the price is not reliable.`,
          ),
        volume24hUsd: z.number().nullable(),
        change24hPct: z.number().nullable(),
        createdIso: z.string().nullable(),
      }),
    ),
    count: z.int(),
  }),
  examples: [{ input: { network: 'base', kind: 'new' } }],

  async run({ network, kind, limit }, { coingecko }) {
    if (kind === 'top' && network === undefined)
      throw badInput('network: must be given for kind top.')
    const place = network === undefined ? undefined : networkOfPools(network)
    const told = await coingecko.pools(LISTS[kind], place)
    const pools = told.slice(0, limit).map((pool) => ({
      pool: pool.attributes.address,
      name: pool.attributes.name,
      network: relatedTo(pool, 'network') ?? place ?? null,
      dex: relatedTo(pool, 'dex') ?? null,
      ...figuresOf(pool),
      change24hPct: pool.attributes.price_change_percentage?.h24 ?? null,
      createdIso: pool.attributes.pool_created_at ?? null,
    }))
    return { pools, count: pools.length }
  },
})
