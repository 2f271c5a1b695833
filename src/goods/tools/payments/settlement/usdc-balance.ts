import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { exactly } from '../../../../base/lib/figures.ts'
import { evmAddress, nodesCrossCheck } from '../../../../engines/onchain/chains/fields.ts'
import { readContract, wholeOf } from '../../../../engines/onchain/evm-reads.ts'
import { stablecoinOf } from '../../../../engines/onchain/stablecoins.ts'
import { unitsOf } from '../../../../engines/onchain/token-units.ts'
import { evm, type EvmState } from '../../../../capabilities/upstreams/evm.ts'

export default defineTool({
  route: 'GET /api/usdc-balance',
  name: 'USDC balance',
  description:
    'USDC balance of a wallet on one EVM network; only native USDC issued by Circle counts.',
  asks: [
    'how much USDC does this address hold',
    'check my USDC on Base',
    'how many USDC do I have',
  ],
  price: '$0.001',
  uses: { evm },
  input: z.object({
    address: evmAddress({ zero: true }).describe('The wallet.'),
    network: z.string().max(40).default('base').describe('EVM network by name or chain id.'),
    crossCheck: nodesCrossCheck(),
  }),
  output: z.object({
    address: z.string(),
    network: z.string(),
    balance: z.string().describe('Balance in USDC, with all digits.'),
    balanceBase: z.string().describe('Balance in base units, millionths of a USDC.'),
    token: z.string().describe('Contract of USDC there; bridged coins are not counted.'),
    blockNumber: z.int(),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      at: '2026-01-01T00:10:00Z',
      input: { address: '0x1111111111111111111111111111111111111111' },
    },
  ],

  async run({ address, network, crossCheck }, { evm }) {
    const chain = evm.on(network)
    const coin = stablecoinOf('USDC', `eip155:${chain.network.chainId}`)
    if (!coin)
      throw badInput(
        `network: must have USDC issued by Circle; none is known on ${chain.network.slug}`,
      )
    const { answer, checked } = await askSources(
      await chain.states(crossCheck),
      async (open) => balanceAt(await open(), coin.address, address),
      crossCheck && { figures: figuresOf },
    )
    const { balance, block } = answer
    return {
      address,
      network: chain.network.slug,
      balance: unitsOf(balance, coin.decimals),
      balanceBase: String(balance),
      token: coin.address,
      blockNumber: block.number,
      ...checked,
    }
  },
})

const BALANCE = 'function balanceOf(address) view returns (uint256)'

async function balanceAt(state: EvmState, token: string, address: string) {
  const balance = wholeOf(await readContract(state, token, BALANCE, [address]))
  if (balance === null)
    throw new Fault('upstream_failed', 'The USDC contract did not answer with a balance.')
  return { balance, block: state.block }
}

const figuresOf = ({ balance, block }: Awaited<ReturnType<typeof balanceAt>>) => ({
  balanceBase: exactly(String(balance)),
  blockHash: exactly(block.hash),
})
