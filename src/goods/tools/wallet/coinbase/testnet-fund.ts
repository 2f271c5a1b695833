import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  evmAddressProblem,
  solanaAddressProblem,
} from '../../../../engines/onchain/account-address.ts'
import { cdp } from '../../../../capabilities/upstreams/cdp.ts'

const SOLANA = 'solana-devnet'
const EVM_SYMBOLS: readonly string[] = ['eth', 'usdc', 'eurc', 'cbbtc']
const SOLANA_SYMBOLS: readonly string[] = ['sol', 'usdc']

export default defineTool({
  route: 'POST /api/testnet-fund',
  name: 'Testnet faucet',
  description:
    'Test coins without worth for a wallet on a test network: ether, USDC, EURC, cbBTC or SOL.',
  asks: [
    'faucet for Base Sepolia USDC',
    'get devnet SOL for testing',
    'free test coins',
    'faucet',
    'try payments without real money',
    'sepolia ether',
  ],
  price: '$0.001',
  uses: { cdp },
  input: z.object({
    address: z.string().trim().max(128).describe('The wallet on the test network.'),
    network: z
      .enum(['base-sepolia', 'ethereum-sepolia', 'ethereum-hoodi', SOLANA])
      .default('base-sepolia')
      .describe('The test network.'),
    symbol: z
      .enum(['eth', 'usdc', 'eurc', 'cbbtc', 'sol'])
      .default('eth')
      .describe('Which coin; on solana-devnet only sol or usdc.'),
  }),
  output: z.object({
    txHash: z.string().describe('The transaction that pays it; it is sent, not yet confirmed.'),
    network: z.string(),
    symbol: z.string(),
    address: z.string(),
    note: z.string(),
  }),
  examples: [
    {
      input: { address: '0x1111111111111111111111111111111111111111', symbol: 'usdc' },
      at: '2026-01-01T00:10:00Z',
    },
    {
      input: {
        address: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg',
        network: 'solana-devnet',
        symbol: 'sol',
      },
      at: '2026-01-01T00:10:00Z',
    },
  ],

  async run({ address, network, symbol }, { cdp }) {
    const isSolana = network === SOLANA
    const symbols = isSolana ? SOLANA_SYMBOLS : EVM_SYMBOLS
    if (!symbols.includes(symbol))
      throw badInput(`symbol: must be one of ${symbols.join(', ')} on ${network}`)
    const problem = isSolana ? solanaAddressProblem(address) : evmAddressProblem(address)
    if (problem) throw badInput(`address: ${problem}`)
    const txHash = isSolana
      ? await cdp.fundSolana(address, symbol)
      : await cdp.fundEvm(network, address, symbol)
    return {
      txHash,
      network,
      symbol,
      address,
      note: 'The faucet gives each address a small amount, a few times a day.',
    }
  },
})
