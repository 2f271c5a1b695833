import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { name, ownerToWrite } from '../_fields.ts'

export default defineTool({
  route: 'POST /api/memory/queue/ack',
  name: 'Memory queue acknowledge',
  description: 'Finish leased queue items, or hand them back at once.',
  asks: [
    'mark a queue job as done',
    'give a failed task back to the queue',
    'I am done with the job',
    'give a task back',
  ],
  price: '$0.001',
  uses: { memory },
  identity: 'wallet',
  input: z.object({
    queue: name(128).describe('Name of the queue.'),
    ids: z
      .array(name(64))
      .min(1)
      .max(100)
      .describe('Ids of leases, 1 to 100. Expired leases are ignored.'),
    release: z.boolean().default(false).describe('Hands the items back instead of finishing them.'),
    owner: ownerToWrite(),
  }),
  output: z.object({
    acknowledged: z.int(),
    released: z.int(),
    depth: z.int().describe('Items left in the queue, leased and delayed ones included.'),
  }),
  examples: [{ input: { queue: 'crawl', ids: ['q_1'] } }],

  run: ({ queue, ids, release, owner }, { memory, wallet }) =>
    memory.defer('acknowledge', { wallet, owner }, { queue, ids, release }),
})
