import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { expiryTold, name, ownerTold, ownerToRead, updatedTold } from '../_fields.ts'
import { expirySeconds } from '../_expiry.ts'

export default defineTool({
  route: 'GET /api/memory/scan',
  name: 'Memory scan',
  description: 'Walk a namespace by key prefix in pages, with or without the values.',
  asks: [
    'list all my stored keys that start with a prefix',
    'browse the keys in my memory',
    'go through all keys',
  ],
  price: '$0.001',
  uses: { memory },
  identity: 'wallet',
  input: z.object({
    prefix: name(256)
      .or(z.literal(''))
      .default('')
      .describe('Beginning of the keys; empty for all.'),
    limit: z.int().min(1).max(500).default(100).describe('Keys per page, 1 to 500.'),
    cursor: z.string().max(2_048).optional().describe('`cursor` of the previous page.'),
    withValues: z.boolean().default(false).describe('Whether to answer the values too.'),
    owner: ownerToRead(),
  }),
  output: z.object({
    keys: z
      .array(
        z.object({
          k: z.string(),
          updated: updatedTold(),
          exp: expiryTold(),
          value: z.unknown().optional(),
        }),
      )
      .describe('In the order of their keys.'),
    cursor: z.string().nullable().describe('For the next page; null at the end.'),
    owner: ownerTold(),
  }),
  examples: [{ input: { prefix: 'task:', limit: 50 } }],

  async run({ prefix, limit, cursor, withValues, owner: asked }, { memory, wallet, now }) {
    const owner = await memory.readable({ wallet, owner: asked })
    const after = cursor === undefined ? '' : keyOf(cursor)
    const page = { ns: owner, prefix, after, limit: limit + 1, now: now() }
    const rows = await memory.values.page(page)
    const shown = rows.slice(0, limit)
    const keys = shown.map(({ key: k, updated, expires, value }) => ({
      k,
      updated,
      exp: expirySeconds(expires),
      ...(withValues ? { value: JSON.parse(value) as unknown } : {}),
    }))
    const last = rows.length > limit ? shown.at(-1) : undefined
    return { keys, cursor: last ? Buffer.from(last.key).toString('base64url') : null, owner }
  },
})

function keyOf(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString('utf8')
  const isOurs = Buffer.from(key).toString('base64url') === cursor && !key.includes('\0')
  if (!isOurs) throw badInput('cursor: must be the `cursor` of a previous page.')
  return key
}
