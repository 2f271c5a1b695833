import { z } from 'zod'
import { isTheirs } from '../../../../base/core/failover.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { evmAddress, networksIn } from '../../../../engines/onchain/chains/fields.ts'
import { isStable } from '../../../../engines/onchain/chains/known-tokens.ts'
import { line } from '../../../../base/lib/fields.ts'
import { blockscout } from '../../../../capabilities/upstreams/blockscout.ts'
import { chainlinkFeeds } from '../../../../capabilities/upstreams/chainlink-feeds.ts'
import { evm } from '../../../../capabilities/upstreams/evm.ts'
import { holdingsOn, totalUsd } from './_holdings.ts'

const NETWORKS_MAX = 8
const POSITIONS_MAX = 100

export default defineTool({
  route: 'GET /api/wallet-portfolio',
  name: 'Wallet portfolio',
  description:
    'Value of a wallet over several EVM networks in dollars, with the share of each token and of stablecoins.',
  asks: [
    'wallet portfolio value over several networks',
    'share of each token and of stablecoins in a portfolio',
    'how rich is this wallet',
    'value of all my coins',
    'total over all chains',
  ],
  price: '$0.005',
  uses: { evm, chainlinkFeeds, blockscout },
  input: z.object({
    address: evmAddress().describe('The wallet.'),
    networks: line(400)
      .default('base,ethereum,arbitrum,optimism,polygon')
      .describe(`EVM networks separated by commas, ${NETWORKS_MAX} at most.`),
  }),
  output: z.object({
    address: z.string(),
    totalUsd: z.number().describe('Value of all that has a price, on networks that answered.'),
    byNetwork: z.array(
      z.object({ network: z.string(), totalUsd: z.number(), pct: z.number(), tokens: z.int() }),
    ),
    positions: z
      .array(
        z.object({
          network: z.string(),
          token: z.string().nullable().describe('Contract of the token; null for the native coin.'),
          symbol: z.string().nullable(),
          balance: z.string(),
          valueUsd: z.number(),
          pct: z.number().describe('Share of the total in percent.'),
          stablecoin: z
            .boolean()
            .describe('Whether it is a genuine stablecoin of a dollar or a euro.'),
        }),
      )
      .describe('Holdings with a price, the most valuable first, at most 100.'),
    stablecoinPct: z.number(),
    unpriced: z.int().describe('Number of tokens without a price, spam included.'),
    errors: z.array(z.object({ network: z.string(), reason: z.string() })),
    count: z.int(),
  }),
  examples: [
    {
      input: { address: '0x1111111111111111111111111111111111111111', networks: 'base' },
      at: '2026-01-01T00:10:00Z',
    },
    {
      input: { address: '0x1111111111111111111111111111111111111111' },
      at: '2026-01-01T00:10:00Z',
    },
  ],

  async run({ address, networks }, sources) {
    const asked = networksIn(networks, NETWORKS_MAX)
    const told = await Promise.allSettled(
      asked.map((network) => holdingsOn(network, address, sources)),
    )
    const errors = told.flatMap((one, at) => {
      if (one.status === 'fulfilled') return []
      const thrown: unknown = one.reason
      if (!isTheirs(thrown)) throw thrown
      const reason = thrown instanceof Error ? thrown.message : 'The network did not answer.'
      return [{ network: asked[at]?.slug ?? '', reason }]
    })
    const read = told.flatMap((one, at) => {
      const network = asked[at]
      return one.status === 'fulfilled' && network ? [{ network, ...one.value }] : []
    })
    if (read.length === 0)
      throw told.find((one): one is PromiseRejectedResult => one.status === 'rejected')?.reason
    const total = cents(read.reduce((sum, one) => sum + totalUsd(one), 0))
    const share = (usd: number): number => (total > 0 ? cents((usd / total) * 100) : 0)
    const positions = read
      .flatMap(({ network, native, tokens }) => [
        { network: network.slug, token: null, ...native, stablecoin: false },
        ...tokens.map((one) => ({
          ...one,
          network: network.slug,
          stablecoin: one.genuine === true && isStable(one.symbol),
        })),
      ])
      .flatMap(({ network, token, symbol, balance, valueUsd, stablecoin }) =>
        valueUsd === null || balance === null || valueUsd === 0
          ? []
          : [{ network, token, symbol, balance, valueUsd, pct: share(valueUsd), stablecoin }],
      )
      .toSorted((a, b) => b.valueUsd - a.valueUsd)
    const stable = positions.filter(({ stablecoin }) => stablecoin)
    return {
      address,
      totalUsd: total,
      byNetwork: read.map((one) => ({
        network: one.network.slug,
        totalUsd: totalUsd(one),
        pct: share(totalUsd(one)),
        tokens: one.tokens.length,
      })),
      positions: positions.slice(0, POSITIONS_MAX),
      stablecoinPct: share(stable.reduce((sum, { valueUsd }) => sum + valueUsd, 0)),
      unpriced: read.reduce(
        (sum, { tokens }) => sum + tokens.filter(({ valueUsd }) => valueUsd === null).length,
        0,
      ),
      errors,
      count: Math.min(POSITIONS_MAX, positions.length),
    }
  },
})

const cents = (value: number): number => Math.round(value * 100) / 100
