import { z } from 'zod'
import { evmAddress } from '../../engines/onchain/chains/fields.ts'
import { line } from '../../base/lib/fields.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Counterparty check',
  tagline: 'Is the other side clean? Wallet, name and the wallets it deals with.',
  asks: [
    'counterparty check of a wallet and a name',
    'is the other side clean: its name, its wallet and the wallets it deals with',
  ],
  input: z.object({
    address: evmAddress().describe('Wallet of the other side.'),
    name: line(200).min(2).describe('Name of the other side, a person or a company.'),
  }),
  steps: [
    { tool: 'address-screen', input: ({ address }) => ({ address }) },
    { tool: 'sanctions-name', input: ({ name }) => ({ name }) },
    { tool: 'address-counterparties', input: ({ address }) => ({ address }) },
  ],
  examples: [
    {
      input: { address: '0x1111111111111111111111111111111111111111', name: 'Ivan Petrovich' },
      at: '2026-06-02T00:00:00Z',
    },
  ],
})
