import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { storedJson } from '../../../../engines/formats/stored-json.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import {
  memoryKey,
  ownerTold,
  ownerToWrite,
  ttlSeconds,
  updatedTold,
  VALUE_BYTES_MAX,
} from '../_fields.ts'

const Entry = z
  .object({
    key: memoryKey(),
    value: z.unknown().describe('Any JSON value, at most 64 KB as JSON text.'),
    ttlSeconds: ttlSeconds().optional(),
  })
  .refine(({ value }) => value !== undefined, { path: ['value'], error: 'is required' })

export default defineTool({
  route: 'POST /api/memory/batch-write',
  name: 'Memory batch write',
  description: 'Write up to 100 {key,value,ttlSeconds} entries, all or none.',
  asks: [
    'write many keys in one go',
    'store several values in a single request',
    'save many values at once',
  ],
  price: '$0.003',
  uses: { memory },
  identity: 'wallet',
  bodyBytesMax: 8 * MB,
  input: z.object({
    entries: z
      .array(Entry)
      .min(1)
      .max(100)
      .refine((entries) => new Set(entries.map(({ key }) => key)).size === entries.length, {
        error: 'must name each key once',
      })
      .describe('Entries to write, 1 to 100, each with a different key.'),
    owner: ownerToWrite(),
  }),
  output: z.object({
    written: z.int(),
    bytes: z.int().describe('Size of all values as JSON text.'),
    updated: updatedTold(),
    owner: ownerTold(),
  }),
  examples: [
    {
      input: {
        entries: [
          { key: 'a', value: 1 },
          { key: 'b', value: 2 },
        ],
      },
    },
  ],

  run({ entries, owner }, { memory, wallet }) {
    const kept = entries.map(({ key, value, ttlSeconds }, at) => ({
      key,
      value: storedJson(`entries.${at}.value`, value, VALUE_BYTES_MAX),
      ttlSeconds,
    }))
    return memory.defer('writeAll', { wallet, owner }, { entries: kept })
  },
})
