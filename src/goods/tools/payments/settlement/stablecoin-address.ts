import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { CHAIN_NAMES, chainNamed } from '../../../../engines/onchain/chains/caip.ts'
import { STABLECOIN_SYMBOLS, STABLECOINS } from '../../../../engines/onchain/stablecoins.ts'

export default defineTool({
  route: 'GET /api/stablecoin-address',
  name: 'Stablecoin address',
  description:
    'Official contract of a stablecoin (USDC, USDT, EURC, PYUSD, USDG, DAI) on each network, with decimals and EIP-712 signing domain.',
  asks: [
    'USDC contract address on Base',
    'which token contract is the real USDT',
    'real USDC contract on Base',
    'is this the genuine token address',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    symbol: z.enum(STABLECOIN_SYMBOLS).default('USDC').describe('Which stablecoin.'),
    network: z
      .string()
      .max(80)
      .optional()
      .describe('Only on this network: a name such as base, a chain id or a CAIP-2 id.'),
  }),
  output: z.object({
    symbol: z.string(),
    deployments: z.array(
      z.object({
        network: z.string().describe('Network name, or its CAIP-2 id if it has no name.'),
        caip2: z.string(),
        chainId: z.int().nullable().describe('Chain id of an EVM network; null for others.'),
        address: z.string().describe('Contract, mint or asset number.'),
        decimals: z.int(),
        eip712Name: z.string().nullable().describe('Null where it is not known here.'),
        eip712Version: z.string().nullable(),
        supportsEip3009: z.boolean().nullable().describe('Null where it is not known here.'),
        testnet: z.boolean(),
      }),
    ),
    count: z.int(),
    note: z.string(),
  }),
  examples: [
    {
      input: { symbol: 'USDC', network: 'base' },
      output: {
        symbol: 'USDC',
        deployments: [
          {
            network: 'base',
            caip2: 'eip155:8453',
            chainId: 8453,
            address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
            decimals: 6,
            eip712Name: 'USD Coin',
            eip712Version: '2',
            supportsEip3009: true,
            testnet: false,
          },
        ],
        count: 1,
        note: 'Only contracts of the issuer are listed. A bridged coin, such as USDC.e, has another contract and is not listed. The coin can exist on networks that are not listed.',
      },
    },
  ],

  run({ symbol, network }) {
    const wanted = network === undefined ? undefined : chainNamed(network)
    if (network !== undefined && !wanted)
      throw badInput(`network: is unknown; must be one of ${CHAIN_NAMES}`)
    const deployments = STABLECOINS.filter(
      (coin) => coin.symbol === symbol && (!wanted || coin.network === wanted.id),
    ).map((coin) => {
      const chain = chainNamed(coin.network)
      const isEvm = coin.network.startsWith('eip155:')
      return {
        network: chain?.slug ?? coin.network,
        caip2: coin.network,
        chainId: isEvm ? Number(coin.network.slice('eip155:'.length)) : null,
        address: coin.address,
        decimals: coin.decimals,
        eip712Name: coin.domain?.name ?? null,
        eip712Version: coin.domain?.version ?? null,
        supportsEip3009: coin.eip3009,
        testnet: chain?.testnet ?? false,
      }
    })
    return {
      symbol,
      deployments,
      count: deployments.length,
      note: 'Only contracts of the issuer are listed. A bridged coin, such as USDC.e, has another contract and is not listed. The coin can exist on networks that are not listed.',
    }
  },
})
