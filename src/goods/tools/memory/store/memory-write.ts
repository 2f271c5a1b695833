import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { storedJson } from '../../../../engines/formats/stored-json.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import {
  expiryTold,
  memoryKey,
  ownerTold,
  ownerToWrite,
  persistentTold,
  ttlSeconds,
  updatedTold,
  VALUE_BYTES_MAX,
} from '../_fields.ts'

export default defineTool({
  route: 'POST /api/memory',
  name: 'Memory write',
  description:
    "Store, replace or delete one JSON value in the paying wallet's namespace, for good or until it expires.",
  asks: [
    'save a key and value',
    'store some JSON for later',
    'keep a preference for the next run',
    'save state between sessions',
    'store settings',
    'put something away for later',
  ],
  price: '$0.001',
  uses: { memory },
  identity: 'wallet',
  input: z
    .object({
      key: memoryKey(),
      value: z
        .unknown()
        .optional()
        .describe('Any JSON value, null included, at most 64 KB as JSON text.'),
      ttlSeconds: ttlSeconds().optional(),
      owner: ownerToWrite(),
      delete: z.boolean().default(false).describe('True deletes the key.'),
    })
    .refine(({ value, delete: isDeletion }) => isDeletion || value !== undefined, {
      path: ['value'],
      error: 'is required, unless `delete` is true',
    }),
  output: z.object({
    key: z.string(),
    bytes: z.int().describe('Size of the value as JSON text; 0 after a deletion.'),
    updated: updatedTold(),
    expiresAt: expiryTold(),
    owner: ownerTold(),
    persistent: persistentTold(),
    deleted: z.boolean().optional().describe('After a deletion: whether the key existed.'),
  }),
  examples: [
    { input: { key: 'prefs', value: { lang: 'en' }, ttlSeconds: 86_400 } },
    { input: { key: 'scratch', delete: true } },
  ],

  run({ key, value, ttlSeconds, owner, delete: isDeletion }, { memory, wallet }) {
    const party = { wallet, owner }
    if (isDeletion) return memory.defer('remove', party, { key })
    const kept = storedJson('value', value, VALUE_BYTES_MAX)
    return memory.defer('write', party, { key, value: kept, ttlSeconds })
  },
})
