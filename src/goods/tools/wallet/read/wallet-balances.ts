import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  askSources,
  crossCheckField,
  crossCheckResult,
  sourceOf,
} from '../../../../base/lib/cross-check.ts'
import { exactly } from '../../../../base/lib/figures.ts'
import { readContract, wholeOf } from '../../../../engines/onchain/evm-reads.ts'
import { evmAddress, evmNetwork } from '../../../../engines/onchain/chains/fields.ts'
import { blockscout } from '../../../../capabilities/upstreams/blockscout.ts'
import { chainlinkFeeds } from '../../../../capabilities/upstreams/chainlink-feeds.ts'
import { evm, type EvmState } from '../../../../capabilities/upstreams/evm.ts'
import { HeldShape, holdingsOn, NativeShape, totalUsd, type Held } from './_holdings.ts'

const TOKENS_MAX = 500
/** Each is a read of the node. */
const COMPARED_MAX = 40

export default defineTool({
  route: 'GET /api/wallet-balances',
  name: 'Wallet balances',
  description:
    'All token balances of a wallet on one EVM network, valued in dollars, with spam and copied names marked.',
  asks: [
    'all token balances of a wallet on one network valued in dollars',
    'token balances of my wallet with spam marked',
    'what coins are in my wallet',
    'tokens of an address',
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
    crossCheck: crossCheckField(
      `the explorer, and for the first ${COMPARED_MAX} tokens their contracts at a node`,
    ),
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
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      input: { address: '0x1111111111111111111111111111111111111111' },
      at: '2026-01-01T00:10:00Z',
    },
  ],

  async run({ address, network, minUsd, crossCheck }, sources) {
    const held = holdingsOn(network, address, sources)
    const { answer, checked } = await askSources(
      [sourceOf(blockscout, async () => held)],
      (read) => read(),
      crossCheck && {
        figures: ({ tokens }) =>
          figuresOf(tokens.map(({ token, balanceBase }) => [token, balanceBase])),
        also: [
          {
            title: `EVM node of ${network.name}`,
            provider: async () => {
              const [{ tokens }, state] = await Promise.all([
                held,
                sources.evm.on(network.slug).at(),
              ])
              return balancesAt(state, address, tokens.slice(0, COMPARED_MAX))
            },
          },
        ],
      },
    )
    const { native, tokens, blockNumber } = answer
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
      ...checked,
    }
  },
})

const BALANCE = 'function balanceOf(address) view returns (uint256)'

async function balancesAt(state: EvmState, address: string, tokens: readonly Held[]) {
  const read = tokens.map(async ({ token }) => {
    const balance = wholeOf(await readContract(state, token, BALANCE, [address]))
    return [token, balance === null ? null : String(balance)] as const
  })
  return figuresOf(await Promise.all(read))
}

const figuresOf = (balances: readonly (readonly [token: string, base: string | null])[]) =>
  Object.fromEntries(
    balances.map(([token, base]) => [`tokens.${token}.balanceBase`, exactly(base)]),
  )
