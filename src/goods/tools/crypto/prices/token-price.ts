import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { evmAddressProblem } from '../../../../engines/onchain/account-address.ts'
import { networkField } from '../../../../engines/onchain/chains/fields.ts'
import { line } from '../../../../base/lib/fields.ts'
import { chainlinkFeeds } from '../../../../capabilities/upstreams/chainlink-feeds.ts'
import { evm } from '../../../../capabilities/upstreams/evm.ts'
import { MEAN_SECONDS, priceOf, quotesOn } from '../../../../engines/onchain/prices/pools.ts'

const TOKENS_MAX = 20

export default defineTool({
  route: 'GET /api/token-price',
  name: 'Token price',
  description:
    'Dollar price of tokens by contract, worked out from pools on the chain, with the pool and its liquidity named.',
  asks: [
    'dollar price of a token by its contract, from pools',
    'on-chain pool price of tokens with the liquidity of the pool',
  ],
  price: '$0.002',
  uses: { evm, chainlinkFeeds },
  input: z.object({
    tokens: line(1_000).min(1).describe('Token contracts separated by commas, 20 at most.'),
    network: networkField('base'),
  }),
  output: z.object({
    prices: z.array(
      z.object({
        token: z.string().describe('Contract of the token.'),
        symbol: z.string().nullable(),
        priceUsd: z.number(),
        decimals: z.int(),
        liquidityUsd: z
          .number()
          .nullable()
          .describe('Twice what the pool holds of the quote coin; null for an oracle.'),
        method: z
          .enum(['pool', 'oracle'])
          .describe(
            `How the price was found; pool: mean of ${MEAN_SECONDS / 60} minutes in a Uniswap v3 pool.`,
          ),
        pool: z.string().nullable(),
        quote: z.string().nullable().describe('Coin that the token is traded against in the pool.'),
        feed: z.string().describe('The Chainlink feed of that coin.'),
        blockNumber: z.int(),
      }),
    ),
    missing: z.array(
      z.object({ token: z.string().describe('Contract of the token.'), reason: z.string() }),
    ),
    count: z.int(),
  }),
  examples: [
    {
      input: { tokens: '0x4200000000000000000000000000000000000006', network: 'base' },
      at: '2026-01-01T00:10:00Z',
    },
  ],

  async run({ tokens, network }, { evm, chainlinkFeeds, now }) {
    const asked = [...new Set(tokens.split(',').map((token) => token.trim()))]
    if (asked.length > TOKENS_MAX) throw badInput(`tokens: must be at most ${TOKENS_MAX}.`)
    for (const token of asked) {
      const problem = evmAddressProblem(token)
      if (problem) throw badInput(`tokens: ${token.slice(0, 50)} ${problem}.`)
    }
    const chain = evm.on(network)
    const [state, feeds] = await Promise.all([chain.at(), chainlinkFeeds.on(chain.network)])
    const quotes = await quotesOn(state, feeds, now())
    const told = await Promise.all(asked.map((token) => priceOf(state, token, quotes)))
    const prices = told.filter((one) => 'priceUsd' in one)
    return {
      prices: prices.map((one) => ({ ...one, blockNumber: state.block.number })),
      missing: told.filter((one) => 'reason' in one),
      count: prices.length,
    }
  },
})
