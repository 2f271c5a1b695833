import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { storedJson } from '../../../../engines/formats/stored-json.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { name, ownerToWrite, VALUE_BYTES_MAX } from '../_fields.ts'

const MONTH_SECONDS = 30 * 24 * 3_600

export default defineTool({
  route: 'POST /api/memory/queue/push',
  name: 'Memory queue push',
  description: 'Append work items to a named queue shared by your agents.',
  asks: [
    'put a task into a queue',
    'append work to a shared queue',
    'put work in for my other agents',
    'add tasks to a to-do list for bots',
  ],
  price: '$0.001',
  uses: { memory },
  identity: 'wallet',
  bodyBytesMax: 8 * MB,
  input: z.object({
    queue: name(128).describe('Name of the queue, at most 128 characters.'),
    items: z
      .array(z.unknown())
      .min(1)
      .max(100)
      .describe('JSON values, 1 to 100, each at most 64 KB as JSON text.'),
    delaySeconds: z
      .int()
      .min(0)
      .max(MONTH_SECONDS)
      .default(0)
      .describe('Seconds until they can be popped, at most 30 days.'),
    owner: ownerToWrite(),
  }),
  output: z.object({
    queue: z.string(),
    pushed: z.int(),
    depth: z.int().describe('Items in the queue, leased and delayed ones included.'),
  }),
  examples: [{ input: { queue: 'crawl', items: ['https://example.com'] } }],

  run({ queue, items, delaySeconds, owner }, { memory, wallet }) {
    const kept = items.map((item, at) => storedJson(`items.${at}`, item, VALUE_BYTES_MAX))
    return memory.defer('push', { wallet, owner }, { queue, items: kept, delaySeconds })
  },
})
