import { z } from 'zod'
import { evmAddress, networkField } from '../../engines/onchain/chains/fields.ts'
import { isRecord, part } from './_results.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Contract review',
  tagline: "A contract's kind, verified source, findings of patterns in it, and its history.",
  asks: [
    'review a contract: kind, verified source, pattern findings, history',
    'contract review with source and kind of proxy',
  ],
  input: z.object({
    address: evmAddress().describe('The contract.'),
    network: networkField('base'),
  }),
  steps: [
    { tool: 'contract-code', input: ({ address, network }) => ({ address, network }) },
    { tool: 'contract-source', input: ({ address, network }) => ({ address, network }) },
    {
      tool: 'solidity-scan',
      after: ['contract-source'],
      // The file that holds the contract comes first.
      input: (_given, { 'contract-source': found }) => {
        const sources = part(found, 'sources')
        const [source] = isRecord(sources) ? Object.values(sources) : []
        return typeof source === 'string' && source !== '' ? { source } : null
      },
    },
    { tool: 'address-profile', input: ({ address, network }) => ({ address, network }) },
  ],
  examples: [{ input: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' } }],
})
