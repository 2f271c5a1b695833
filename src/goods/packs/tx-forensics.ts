import { z } from 'zod'
import { hash32, networkField } from '../../engines/onchain/chains/fields.ts'
import { textAt } from './_results.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Transaction forensics',
  tagline:
    'A transaction explained, with who sent it, what it called, and whether the sender is listed.',
  asks: [
    'forensics of a transaction: who sent it, what it called',
    'transaction forensics: sender, target, and is the sender listed',
  ],
  input: z.object({
    txHash: hash32('a transaction hash').describe('Hash of the transaction.'),
    network: networkField('base'),
  }),
  steps: [
    { tool: 'tx-inspect', input: ({ txHash, network }) => ({ txHash, network }) },
    {
      tool: 'address-profile',
      label: 'sender',
      after: ['tx-inspect'],
      input: ({ network }, results) => {
        const address = textAt(results['tx-inspect'], 'from')
        return address === null ? null : { address, network }
      },
    },
    {
      tool: 'address-profile',
      label: 'target',
      after: ['tx-inspect'],
      // A transaction that creates a contract calls nobody.
      input: ({ network }, results) => {
        const address = textAt(results['tx-inspect'], 'to')
        return address === null ? null : { address, network }
      },
    },
    {
      tool: 'ofac-address',
      after: ['tx-inspect'],
      input: (_given, results) => {
        const address = textAt(results['tx-inspect'], 'from')
        return address === null ? null : { address }
      },
    },
  ],
  examples: [
    { input: { txHash: '0x0000000000000000000000000000000000000000000000000000000000000001' } },
  ],
})
