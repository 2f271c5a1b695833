import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { members, name, ownerTold, ownerToRead } from '../_fields.ts'

export default defineTool({
  route: 'POST /api/memory/batch-read',
  name: 'Memory batch read',
  description: 'Read up to 100 keys in one paid call.',
  asks: [
    'fetch many stored keys at once',
    'get several saved values from memory in a single request',
    'load many saved values at once',
  ],
  price: '$0.002',
  uses: { memory },
  identity: 'wallet',
  input: z.object({
    keys: z.array(name(256)).min(1).max(100).describe('Keys to read, 1 to 100.'),
    owner: ownerToRead(),
  }),
  output: z.object({
    values: members().describe('The stored values by key.'),
    missing: z.array(z.string()).describe('Keys that are not there, or have expired.'),
    owner: ownerTold(),
  }),
  examples: [{ input: { keys: ['prefs', 'hits'] } }],

  async run({ keys, owner: asked }, { memory, wallet, now }) {
    const owner = await memory.readable({ wallet, owner: asked })
    const rows = await memory.values.findAll(owner, keys, now())
    const found = new Map(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown]))
    return {
      values: Object.fromEntries(found),
      missing: [...new Set(keys)].filter((key) => !found.has(key)),
      owner,
    }
  },
})
