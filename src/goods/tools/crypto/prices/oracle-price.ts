import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  askSources,
  crossCheckField,
  crossCheckResult,
  sourceOf,
} from '../../../../base/lib/cross-check.ts'
import { line } from '../../../../base/lib/fields.ts'
import { nearly } from '../../../../base/lib/figures.ts'
import { chainlinkFeeds } from '../../../../capabilities/upstreams/chainlink-feeds.ts'
import { evm } from '../../../../capabilities/upstreams/evm.ts'
import { kraken } from '../../../../capabilities/upstreams/kraken.ts'
import { isSequencerUp, oraclePrice } from '../../../../engines/onchain/prices/oracle.ts'
import { lastTrades } from './_trades.ts'

const NETWORKS = ['base', 'ethereum', 'arbitrum', 'optimism', 'polygon', 'avalanche'] as const
const PAIRS_MAX = 20

export default defineTool({
  route: 'GET /api/oracle-price',
  name: 'Oracle price',
  description: 'On-chain Chainlink prices of crypto, FX and metals, with their age and staleness.',
  asks: [
    'chainlink eth/usd price feed',
    'on-chain chainlink prices of fx and metals with age',
    'Chainlink price',
    'gold price on chain',
  ],
  price: '$0.002',
  uses: { evm, chainlinkFeeds, kraken },
  input: z.object({
    pairs: line(400)
      .min(1)
      .describe('Pairs separated by commas, such as ETH/USD,EUR/USD; 20 at most.'),
    network: z.enum(NETWORKS).default('base').describe('Network of the feeds.'),
    crossCheck: crossCheckField('Chainlink, and the last trades of Kraken'),
  }),
  output: z.object({
    prices: z.array(
      z.object({
        pair: z.string(),
        feed: z.string().describe('Contract of the feed.'),
        price: z.number().nullable().describe('Null if the feed has no valid answer.'),
        roundId: z.string().nullable(),
        updatedIso: z.string().nullable(),
        ageSeconds: z.int().nullable(),
        heartbeatSeconds: z
          .number()
          .describe('Longest time in seconds that the feed promises between two answers.'),
        stale: z
          .boolean()
          .describe(
            'Older than its heartbeat, without an answer, or the sequencer of the rollup is down.',
          ),
      }),
    ),
    missing: z.array(z.string()).describe('Pairs for which the network has no feed.'),
    sequencerUp: z
      .boolean()
      .nullable()
      .describe('Whether the sequencer runs; null on networks without such a feed.'),
    network: z.string(),
    blockNumber: z.int(),
    count: z.int(),
    crossCheck: crossCheckResult(),
  }),
  examples: [{ input: { pairs: 'ETH/USD,EUR/USD' }, at: '2026-01-01T00:10:00Z' }],

  async run({ pairs, network, crossCheck }, { evm, chainlinkFeeds, kraken: exchange, now }) {
    const asked = [
      ...new Set(
        pairs
          .toUpperCase()
          .split(',')
          .map((pair) => pair.replaceAll(/\s/g, '')),
      ),
    ]
    const wrong = asked.find((pair) => !/^[A-Z0-9.+-]{1,20}\/[A-Z0-9]{2,10}$/.test(pair))
    if (wrong !== undefined || asked.length > PAIRS_MAX)
      throw badInput(`pairs: must be at most ${PAIRS_MAX} such as ETH/USD, separated by commas.`)
    const chain = evm.on(network)
    const [state, feeds] = await Promise.all([chain.at(), chainlinkFeeds.on(chain.network)])
    const found = asked.map(
      (pair) => [pair, feeds.find((feed) => feed.pair.toUpperCase() === pair)] as const,
    )
    const readAll = async () =>
      Promise.all([
        isSequencerUp(state, now()),
        ...found.flatMap(([pair, feed]) =>
          feed ? [priceRow(pair, oraclePrice(state, feed, now()))] : [],
        ),
      ])
    const { answer, checked } = await askSources(
      [{ title: 'Chainlink', provider: readAll }],
      (read) => read(),
      crossCheck && {
        figures: ([, ...rows]) => figuresOf(rows.map(({ pair, price }) => [pair, price])),
        also: [sourceOf(kraken, async () => figuresOf(await lastTrades(exchange, asked)))],
      },
    )
    const [sequencerUp, ...prices] = answer
    return {
      prices: prices.map((one) => ({ ...one, stale: one.stale || sequencerUp === false })),
      missing: found.filter(([, feed]) => !feed).map(([pair]) => pair),
      sequencerUp,
      network,
      blockNumber: state.block.number,
      count: prices.length,
      ...checked,
    }
  },
})

/** A feed is renewed when the price has moved by about so much. */
const NEAR = 0.01

const figuresOf = (prices: Iterable<readonly [pair: string, price: number | null]>) =>
  Object.fromEntries(
    Array.from(prices, ([pair, price]) => [`prices.${pair}.price`, nearly(price, NEAR)]),
  )

const priceRow = async (pair: string, price: ReturnType<typeof oraclePrice>) => ({
  pair,
  ...(await price),
})
