import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { evmAddressProblem } from '../../../../engines/onchain/account-address.ts'
import { networkField } from '../../../../engines/onchain/chains/fields.ts'
import {
  askSources,
  crossCheckField,
  crossCheckResult,
  sourceOf,
} from '../../../../base/lib/cross-check.ts'
import { line } from '../../../../base/lib/fields.ts'
import { nearly } from '../../../../base/lib/figures.ts'
import { knownTokenAt } from '../../../../engines/onchain/chains/known-tokens.ts'
import { chainlinkFeeds } from '../../../../capabilities/upstreams/chainlink-feeds.ts'
import { evm } from '../../../../capabilities/upstreams/evm.ts'
import { kraken } from '../../../../capabilities/upstreams/kraken.ts'
import { MEAN_SECONDS, priceOf, quotesOn } from '../../../../engines/onchain/prices/pools.ts'
import { lastTrades } from './_trades.ts'

const TOKENS_MAX = 20

export default defineTool({
  route: 'GET /api/token-price',
  name: 'Token price',
  description:
    'Dollar price of tokens by contract, worked out from pools on the chain, with the pool and its liquidity named.',
  asks: [
    'dollar price of a token by its contract, from pools',
    'on-chain pool price of tokens with the liquidity of the pool',
    'dollar value of a token by its contract',
  ],
  price: '$0.002',
  uses: { evm, chainlinkFeeds, kraken },
  input: z.object({
    tokens: line(1_000).min(1).describe('Token contracts separated by commas, 20 at most.'),
    network: networkField('base'),
    crossCheck: crossCheckField(
      'pools and oracles of the chain, and for well-known tokens the last trades of Kraken',
    ),
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
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      input: { tokens: '0x4200000000000000000000000000000000000006', network: 'base' },
      at: '2026-01-01T00:10:00Z',
    },
  ],

  async run({ tokens, network, crossCheck }, { evm, chainlinkFeeds, kraken: exchange, now }) {
    const asked = [...new Set(tokens.split(',').map((token) => token.trim()))]
    if (asked.length > TOKENS_MAX) throw badInput(`tokens: must be at most ${TOKENS_MAX}.`)
    for (const token of asked) {
      const problem = evmAddressProblem(token)
      if (problem) throw badInput(`tokens: ${token.slice(0, 50)} ${problem}.`)
    }
    const chain = evm.on(network)
    const [state, feeds] = await Promise.all([chain.at(), chainlinkFeeds.on(chain.network)])
    const quotes = await quotesOn(state, feeds, now())
    const coins = asked.flatMap((token) => {
      const known = knownTokenAt(chain.network, token)
      return known ? [{ token, pair: `${coinOf(known.symbol)}/USD` }] : []
    })
    const tradesOf = async () => {
      const trades = await lastTrades(
        exchange,
        coins.map(({ pair }) => pair),
      )
      return figuresOf(coins.map(({ token, pair }) => [token, trades.get(pair) ?? null]))
    }
    const { answer: told, checked } = await askSources(
      [{ title: 'EVM node', provider: priceOf }],
      (read) => Promise.all(asked.map((token) => read(state, token, quotes))),
      crossCheck && {
        figures: (rows) =>
          figuresOf(rows.map((one) => [one.token, 'priceUsd' in one ? one.priceUsd : null])),
        also: [sourceOf(kraken, tradesOf)],
      },
    )
    const prices = told.filter((one) => 'priceUsd' in one)
    return {
      prices: prices.map((one) => ({ ...one, blockNumber: state.block.number })),
      missing: told.filter((one) => 'reason' in one),
      count: prices.length,
      ...checked,
    }
  },
})

/** An exchange trades the coin that a token wraps. */
const coinOf = (symbol: string): string => symbol.replace(/^W(?=(ETH|BTC|AVAX|POL)$)/, '')

const figuresOf = (prices: readonly (readonly [token: string, price: number | null])[]) =>
  Object.fromEntries(
    prices.map(([token, price]) => [`prices.${token.toLowerCase()}.priceUsd`, nearly(price, 0.02)]),
  )
