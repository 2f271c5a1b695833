import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { storedJson } from '../../../../engines/formats/stored-json.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import {
  expiryTold,
  memoryKey,
  ownerTold,
  ownerToWrite,
  ttlSeconds,
  VALUE_BYTES_MAX,
} from '../_fields.ts'

export default defineTool({
  route: 'POST /api/memory/cas',
  name: 'Memory compare and swap',
  description:
    'Write only if the current value equals the expected one; take and release locks with it.',
  asks: [
    'update a stored value only if nobody changed it meanwhile',
    'acquire a mutex shared by several agents',
    'only one process at a time',
    'lock for a shared resource',
    'make sure it is done only once',
  ],
  price: '$0.001',
  uses: { memory },
  identity: 'wallet',
  input: z.object({
    key: memoryKey(),
    expected: z
      .unknown()
      .optional()
      .describe(
        'Value that must be stored now, compared as JSON. Null or omitted: the key has no value, or an expired one.',
      ),
    value: z
      .unknown()
      .optional()
      .describe('Value to write then, at most 64 KB as JSON text. Omit it to delete the key.'),
    ttlSeconds: ttlSeconds().optional(),
    owner: ownerToWrite(),
  }),
  output: z.object({
    key: z.string(),
    swapped: z.boolean().describe('Whether the expected value was stored, and was replaced.'),
    value: z.unknown().describe('Value that is stored now; null if there is none.'),
    owner: ownerTold(),
    expiresAt: expiryTold(),
  }),
  examples: [
    { input: { key: 'lock:job', expected: null, value: 'token-1', ttlSeconds: 60 } },
    { input: { key: 'lock:job', expected: 'token-1' } },
  ],

  run({ key, expected = null, value, ttlSeconds, owner }, { memory, wallet }) {
    const wanted = expected === null ? null : storedJson('expected', expected, VALUE_BYTES_MAX)
    return memory.defer(
      'swap',
      { wallet, owner },
      {
        key,
        expected: wanted?.text ?? null,
        value: value === undefined ? null : storedJson('value', value, VALUE_BYTES_MAX),
        ttlSeconds,
      },
    )
  },
})
