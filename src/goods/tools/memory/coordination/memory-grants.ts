import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'

export default defineTool({
  route: 'GET /api/memory/grants',
  name: 'Memory grants',
  description: 'Grants your wallet has given or received, with mode and expiry.',
  asks: [
    'who has access to my memory',
    'list the permissions I shared and those I got',
    'who may read my data',
    'what was shared with me',
  ],
  price: '$0.001',
  uses: { memory },
  identity: 'wallet',
  input: z.object({
    direction: z
      .enum(['given', 'received'])
      .default('given')
      .describe('Grants that you gave, or that you were given.'),
  }),
  output: z.object({
    grants: z
      .array(
        z.object({
          owner: z.string(),
          grantee: z.string(),
          mode: z.enum(['read', 'readwrite']),
          expiresAt: z.int().describe('In seconds since the epoch.'),
          created: z.int().describe('In milliseconds since the epoch.'),
        }),
      )
      .describe('Grants that are in force now, oldest first.'),
    count: z.int(),
  }),
  examples: [{ input: {} }],

  async run({ direction }, { memory, wallet, now }) {
    const rows = await memory.grants[direction](wallet, now())
    const grants = rows.map(({ owner, grantee, mode, created, expires }) => ({
      owner,
      grantee,
      mode,
      expiresAt: Math.floor(expires / 1000),
      created,
    }))
    return { grants, count: grants.length }
  },
})
