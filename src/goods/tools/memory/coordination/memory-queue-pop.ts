import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { name, ownerToWrite } from '../_fields.ts'

export default defineTool({
  route: 'POST /api/memory/queue/pop',
  name: 'Memory queue pop',
  description: 'Lease items from a queue; unacknowledged items return after the lease.',
  asks: [
    'get the next task from a queue',
    'pull work items for my worker',
    'get the next job to work on',
    'fetch a task that no other worker has',
    'two workers must not do the same',
  ],
  price: '$0.001',
  uses: { memory },
  identity: 'wallet',
  input: z.object({
    queue: name(128).describe('Name of the queue.'),
    count: z.int().min(1).max(20).default(1).describe('Items, 1 to 20.'),
    visibilitySeconds: z
      .int()
      .min(5)
      .max(3_600)
      .default(60)
      .describe('How long no other caller gets these items, 5 to 3,600 seconds.'),
    owner: ownerToWrite(),
  }),
  output: z.object({
    items: z
      .array(
        z.object({
          id: z.string().describe('Id of this lease, for memory-queue-ack.'),
          item: z.unknown(),
          attempts: z.int().describe('How often the item was leased, this time included.'),
          leaseUntil: z.int().describe('In seconds since the epoch.'),
        }),
      )
      .describe('Oldest first.'),
    depth: z.int().describe('Items in the queue, leased and delayed ones included.'),
  }),
  examples: [{ input: { queue: 'crawl' } }],

  run: ({ queue, count, visibilitySeconds, owner }, { memory, wallet }) =>
    memory.defer('pop', { wallet, owner }, { queue, count, visibilitySeconds }),
})
