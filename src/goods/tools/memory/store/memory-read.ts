import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { expirySeconds } from '../_expiry.ts'
import {
  expiryTold,
  name,
  ownerTold,
  ownerToRead,
  persistentTold,
  updatedTold,
} from '../_fields.ts'

export default defineTool({
  route: 'GET /api/memory',
  name: 'Memory read',
  description: 'Read one stored value, or list the keys of a namespace.',
  asks: [
    'get a saved value by its key',
    'load the value of one key from memory',
    'what did I save under this key',
    'load my settings',
    'get a value I stored before',
  ],
  price: '$0.001',
  uses: { memory },
  identity: 'wallet',
  input: z.object({
    key: name(256).optional().describe('Key to read. Without it, all keys are listed.'),
    owner: ownerToRead(),
  }),
  output: z.object({
    keys: z
      .array(z.object({ k: z.string(), updated: updatedTold(), exp: expiryTold() }))
      .optional()
      .describe('Without `key`: every key, newest first.'),
    key: z.string().optional(),
    value: z.unknown().optional().describe('With `key`: the stored value.'),
    updated: updatedTold().optional(),
    expiresAt: expiryTold().optional(),
    owner: ownerTold(),
    persistent: persistentTold(),
  }),
  examples: [{ input: { key: 'prefs' } }, { input: {} }],

  async run({ key, owner: asked }, { memory, wallet, now }) {
    const owner = await memory.readable({ wallet, owner: asked })
    const told = { owner, persistent: true }
    if (key === undefined) {
      const rows = await memory.values.list(owner, now())
      const keys = rows.map(({ key: k, updated, expires }) => ({
        k,
        updated,
        exp: expirySeconds(expires),
      }))
      return { keys, ...told }
    }
    const row = await memory.values.find(owner, key, now())
    if (!row) throw notFound('Key not found.')
    const { value, updated, expires } = row
    return {
      key,
      value: JSON.parse(value) as unknown,
      updated,
      expiresAt: expirySeconds(expires),
      ...told,
    }
  },
})
