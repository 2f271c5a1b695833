import { z } from 'zod'
import { evmAddress } from '../../engines/onchain/chains/fields.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Wallet review',
  tagline: "A wallet's nature, holdings, moves, open approvals and screening.",
  asks: [
    'wallet review: holdings, moves, open approvals and screening',
    'nature, holdings and approvals of a wallet in one report',
    'is this wallet clean',
  ],
  input: z.object({
    address: evmAddress().describe('The wallet.'),
    network: z.string().max(40).default('base').describe('EVM network by name or chain id.'),
  }),
  steps: [
    { tool: 'address-profile', input: ({ address, network }) => ({ address, network }) },
    { tool: 'wallet-balances', input: ({ address, network }) => ({ address, network }) },
    { tool: 'wallet-transactions', input: ({ address, network }) => ({ address, network }) },
    { tool: 'approval-risk', input: ({ address, network }) => ({ address, network }) },
    { tool: 'address-screen', input: ({ address }) => ({ address }) },
  ],
  examples: [
    {
      input: { address: '0x1111111111111111111111111111111111111111' },
      at: '2026-06-02T00:00:00Z',
    },
  ],
})
