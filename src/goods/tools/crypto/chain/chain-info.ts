import { z } from 'zod'
import { orNull } from '../../../../base/core/failover.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { evm } from '../../../../capabilities/upstreams/evm.ts'

const AVERAGE_BLOCKS = 100

export default defineTool({
  route: 'GET /api/chain-info',
  name: 'Chain info',
  description:
    'Facts and newest block of an EVM network by name or chain id: native coin, explorer, public RPC, block time.',
  asks: [
    'chain id and rpc url of base',
    'what network has chain id 42161 and how fast are its blocks',
    'what chain id has Polygon',
    'explorer and native coin of a network',
  ],
  price: '$0.001',
  uses: { evm },
  input: z.object({
    network: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .describe('Name or chain id of the network: base, or 8453.'),
  }),
  output: z.object({
    network: z.string(),
    chainId: z.int(),
    name: z.string(),
    nativeSymbol: z.string(),
    blockNumber: z.int(),
    blockTimeSeconds: z.number().describe('Mean time of the last blocks, up to 100.'),
    finalizedBlock: z
      .int()
      .nullable()
      .describe('Newest finalized block; null where the network does not say.'),
    explorer: z.string(),
    rpcUrls: z.array(z.string()).describe('Public nodes; empty where the operator runs their own.'),
    testnet: z.boolean(),
  }),
  examples: [{ input: { network: 'base' } }],

  async run({ network: named }, { evm }) {
    const chain = evm.on(named)
    const [state, finalized] = await Promise.all([chain.at(), orNull(chain.at('finalized'))])
    const { network, block } = state
    const back = Math.min(AVERAGE_BLOCKS, block.number)
    const earlier = back > 0 ? await chain.at(block.number - back) : state
    const tookSeconds = block.timestamp - earlier.block.timestamp
    const seconds = back > 0 ? tookSeconds / back : network.blockSeconds
    return {
      network: network.slug,
      chainId: network.chainId,
      name: network.name,
      nativeSymbol: network.nativeSymbol,
      blockNumber: block.number,
      blockTimeSeconds: Number(seconds.toFixed(3)),
      finalizedBlock: finalized?.block.number ?? null,
      explorer: network.explorer,
      rpcUrls: [...chain.publicNodes],
      testnet: network.testnet,
    }
  },
})
