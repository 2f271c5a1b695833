import { createHash } from 'node:crypto'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { name, ownerToRead } from '../_fields.ts'
import { expirySeconds } from '../_expiry.ts'

const PAGE = 500

export default defineTool({
  route: 'GET /api/memory/export',
  name: 'Memory export',
  description: 'Whole namespace, or one prefix of it, as JSON Lines with a checksum.',
  asks: [
    'dump all my stored memory',
    'download a backup of my saved data',
    'download everything I stored',
    'back-up of my data',
  ],
  price: '$0.005',
  uses: { memory },
  identity: 'wallet',
  input: z.object({
    prefix: name(256)
      .or(z.literal(''))
      .default('')
      .describe('Beginning of the keys; empty for all.'),
    owner: ownerToRead(),
  }),
  output: z.object({
    jsonl: z.string().describe('One `{"key","value","updated","expiresAt"}` per line, by key.'),
    keys: z.int(),
    bytes: z.int().describe('Size of `jsonl` in UTF-8.'),
    sha256: z.string().describe('Hex digest of `jsonl` in UTF-8.'),
  }),
  examples: [{ input: { prefix: 'notes:' } }],

  async run({ prefix, owner: asked }, { memory, wallet, now, signal }) {
    const ns = await memory.readable({ wallet, owner: asked })
    const lines: string[] = []
    for (let after = ''; ;) {
      signal.throwIfAborted()
      const page = { ns, prefix, after, limit: PAGE, now: now() }
      const rows = await memory.values.page(page)
      for (const { key, value, updated, expires } of rows) {
        const head = `"key":${JSON.stringify(key)},"value":${value},"updated":${updated}`
        lines.push(`{${head},"expiresAt":${String(expirySeconds(expires))}}\n`)
      }
      const last = rows.at(-1)
      if (!last || rows.length < PAGE) break
      after = last.key
    }
    const jsonl = lines.join('')
    const sha256 = createHash('sha256').update(jsonl).digest('hex')
    return { jsonl, keys: lines.length, bytes: Buffer.byteLength(jsonl), sha256 }
  },
})
