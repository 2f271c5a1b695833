import { z } from 'zod'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { ownerTold, ownerToRead } from '../_fields.ts'

const SOON_MS = DAY_MS

export default defineTool({
  route: 'GET /api/memory/usage',
  name: 'Memory usage',
  description: 'Keys and bytes a namespace uses against its quota.',
  asks: [
    'how much memory quota is left',
    'number of keys and size of my stored data',
    'how much space have I used',
  ],
  price: '$0.001',
  uses: { memory },
  identity: 'wallet',
  input: z.object({ owner: ownerToRead() }),
  output: z.object({
    keys: z.int().describe('Keys, remembered texts, queued items and rate limits in use.'),
    bytes: z.int().describe('Size of what they hold.'),
    maxKeys: z.int(),
    maxBytes: z.int(),
    expiringSoon: z.int().describe('Keys that expire within a day.'),
    owner: ownerTold(),
  }),
  examples: [{ input: {} }],

  async run({ owner: asked }, { memory, wallet, now }) {
    const owner = await memory.readable({ wallet, owner: asked })
    const { keys, bytes } = await memory.usage(owner)
    const expiringSoon = await memory.values.expiringBefore(owner, now() + SOON_MS, now())
    const { keys: maxKeys, bytes: maxBytes } = memory.quota
    return { keys, bytes, maxKeys, maxBytes, expiringSoon, owner }
  },
})
