import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { memoryKey, ownerTold, ownerToWrite } from '../_fields.ts'

export default defineTool({
  route: 'POST /api/memory/incr',
  name: 'Memory counter',
  description: 'Add to a counter atomically; a missing key starts at 0.',
  asks: [
    'increment a counter',
    'keep a shared running total',
    'count visits',
    'how many times was it called',
    'counter that many processes share',
  ],
  price: '$0.001',
  uses: { memory },
  identity: 'wallet',
  input: z.object({
    key: memoryKey(),
    by: z.int().default(1).describe('Whole number to add; a negative one subtracts.'),
    owner: ownerToWrite(),
  }),
  output: z.object({
    key: z.string(),
    value: z.int().describe('Counter after this call. No two calls get the same value.'),
    owner: ownerTold(),
  }),
  examples: [{ input: { key: 'hits', by: 1 } }],

  run: ({ key, by, owner }, { memory, wallet }) =>
    memory.defer('increment', { wallet, owner }, { key, by }),
})
