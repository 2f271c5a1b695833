import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { ownerTold, TTL_SECONDS_MAX, ttlSeconds, walletAddress } from '../_fields.ts'

const Mode = z.enum(['read', 'readwrite'])

export default defineTool({
  route: 'POST /api/memory/grant',
  name: 'Memory grant',
  description: 'Let another wallet read, or read and write, your namespace.',
  asks: [
    'share my memory with another wallet',
    'give another agent access to my namespace',
    'let my other agent see my notes',
    'share my storage with a partner',
  ],
  price: '$0.002',
  uses: { memory },
  identity: 'wallet',
  input: z.object({
    grantee: walletAddress().describe('Wallet that gets access.'),
    mode: Mode.describe('What that wallet may do.'),
    ttlSeconds: ttlSeconds().default(TTL_SECONDS_MAX),
  }),
  output: z.object({
    owner: ownerTold(),
    grantee: z.string(),
    mode: Mode,
    expiresAt: z.int().describe('Expiry, in seconds since the epoch.'),
  }),
  examples: [{ input: { grantee: '0x1111111111111111111111111111111111111111', mode: 'read' } }],

  run({ grantee, mode, ttlSeconds }, { memory, wallet }) {
    if (grantee === wallet) throw badInput('grantee: you already own this namespace.')
    return memory.defer('grant', { wallet, owner: wallet }, { grantee, mode, ttlSeconds })
  },
})
