import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { evmAddress, evmNetwork } from '../../../../engines/onchain/chains/fields.ts'
import { blockscout } from '../../../../capabilities/upstreams/blockscout.ts'
import { chainlinkFeeds } from '../../../../capabilities/upstreams/chainlink-feeds.ts'
import { evm } from '../../../../capabilities/upstreams/evm.ts'
import { HeldShape, holdingsOn, NativeShape, totalUsd } from './_holdings.ts'

const TOKENS_MAX = 500

export default defineTool({
  route: 'GET /api/wallet-balances',
  name: 'Wallet balances',
  description:
    'All token balances of a wallet on one EVM network, valued in dollars, with spam and copied names marked.',
  asks: [
    'all token balances of a wallet on one network valued in dollars',
    'token balances of my wallet with spam marked',
  ],
  price: '$0.002',
  uses: { evm, chainlinkFeeds, blockscout },
  input: z.object({
    address: evmAddress().describe('The wallet.'),
    network: evmNetwork().describe('EVM network by name or chain id; sol-account reads Solana.'),
    minUsd: z
      .number()
      .min(0)
      .max(1e9)
      .default(0)
      .describe('Least value of a token; tokens without a price are listed only at 0.'),
  }),
  output: z.object({
    address: z.string(),
    network: z.string(),
    native: NativeShape,
    tokens: z.array(HeldShape).describe('ERC-20 tokens, the most valuable first, at most 500.'),
    totalUsd: z.number().describe('Value of all that has a price, the native coin included.'),
    unpriced: z.int().describe('Number of tokens without a price, spam included.'),
    count: z.int(),
    truncated: z.boolean(),
    blockNumber: z
      .int()
      .describe('Block of the native balance; the explorer may be some blocks behind.'),
  }),
  examples: [
    {
      input: { address: '0x1111111111111111111111111111111111111111' },
      at: '2026-01-01T00:10:00Z',
    },
  ],

  async run({ address, network, minUsd }, sources) {
    const { native, tokens, blockNumber } = await holdingsOn(network, address, sources)
    const wanted = tokens.filter(({ valueUsd }) =>
      minUsd === 0 ? true : valueUsd !== null && valueUsd >= minUsd,
    )
    return {
      address,
      network: network.slug,
      native,
      tokens: wanted.slice(0, TOKENS_MAX),
      totalUsd: totalUsd({ native, tokens }),
      unpriced: tokens.filter(({ valueUsd }) => valueUsd === null).length,
      count: Math.min(TOKENS_MAX, wanted.length),
      truncated: wanted.length > TOKENS_MAX,
      blockNumber,
    }
  },
})
