import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { members, ownerTold, ownerToRead } from '../_fields.ts'

export default defineTool({
  route: 'GET /api/memory/log',
  name: 'Memory log',
  description: 'Who changed which key and when, as a hash chain, newest first.',
  asks: [
    'history of changes to my stored data',
    'audit trail of memory writes',
    'what was changed and by whom',
    'history of my stored data',
  ],
  price: '$0.001',
  uses: { memory },
  identity: 'wallet',
  input: z.object({
    limit: z.int().min(1).max(500).default(50).describe('Entries per page, 1 to 500.'),
    beforeSeq: z.int().min(1).optional().describe('Entries before this one.'),
    owner: ownerToRead(),
  }),
  output: z.object({
    entries: z
      .array(
        z.object({
          seq: z.int().describe('1 for the first entry, without gaps.'),
          op: z.string().describe('What was done.'),
          key: z.string().describe('What was changed: a key, a wallet, a queue or a text.'),
          by: z.string().describe('Wallet that made the change.'),
          atIso: z.string(),
          ts: z.int().describe('The same moment in milliseconds since the epoch.'),
          data: members().describe('Details, such as the digest of a value.'),
          prevHash: z.string(),
          hash: z
            .string()
            .describe('SHA-256 hex of `prevHash|seq|ts|by|op|key|data`, with `data` as JSON text.'),
        }),
      )
      .describe('Newest first. The first entry of the log has 64 zeros as its `prevHash`.'),
    headHash: z.string().describe('Hash of the last entry of the log.'),
    verified: z.boolean().describe('Whether the hashes of the entries on this page form a chain.'),
    owner: ownerTold(),
  }),
  examples: [{ input: { limit: 20 } }],

  async run({ limit, beforeSeq, owner: asked }, { memory, wallet }) {
    const owner = await memory.readable({ wallet, owner: asked })
    const before = beforeSeq ?? Number.MAX_SAFE_INTEGER
    const { entries, headHash, verified } = await memory.log(owner, { before, limit })
    return {
      entries: entries.map(({ seq, action, key, actor, at, data, prevHash, hash }) => ({
        seq,
        op: action,
        key,
        by: actor,
        atIso: new Date(at).toISOString(),
        ts: at,
        data: JSON.parse(data) as Record<string, unknown>,
        prevHash,
        hash,
      })),
      headHash,
      verified,
      owner,
    }
  },
})
