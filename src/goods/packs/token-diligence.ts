import { z } from 'zod'
import { evmAddress, networkField } from '../../engines/onchain/chains/fields.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Token diligence',
  tagline: 'A token before you touch it: facts, dangers, holders, price and depth, source.',
  asks: [
    'everything about an erc-20 token before I touch it',
    'due diligence on a token contract: dangers, holders, depth of its pool, source',
  ],
  input: z.object({
    token: evmAddress().describe('Contract of the token.'),
    network: networkField('base'),
  }),
  steps: [
    { tool: 'token-metadata', input: ({ token, network }) => ({ token, network }) },
    { tool: 'token-security', input: ({ token, network }) => ({ token, network }) },
    { tool: 'token-holders', input: ({ token, network }) => ({ token, network }) },
    { tool: 'token-price', input: ({ token, network }) => ({ tokens: token, network }) },
    { tool: 'contract-source', input: ({ token, network }) => ({ address: token, network }) },
  ],
  examples: [{ input: { token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' } }],
})
