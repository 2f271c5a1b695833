import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { ownerTold, walletAddress } from '../_fields.ts'

export default defineTool({
  route: 'POST /api/memory/revoke',
  name: 'Memory revoke',
  description: 'Take back a grant given to another wallet.',
  asks: [
    "withdraw another wallet's access to my memory",
    'remove a permission I granted',
    'stop sharing with a wallet',
    'take permissions back',
  ],
  price: '$0.001',
  uses: { memory },
  identity: 'wallet',
  input: z.object({ grantee: walletAddress().describe('Wallet that loses its access.') }),
  output: z.object({
    owner: ownerTold(),
    grantee: z.string(),
    revoked: z.boolean().describe('Whether there was a grant.'),
  }),
  examples: [{ input: { grantee: '0x1111111111111111111111111111111111111111' } }],

  run: ({ grantee }, { memory, wallet }) =>
    memory.defer('revoke', { wallet, owner: wallet }, { grantee }),
})
