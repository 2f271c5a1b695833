import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { name, ownerTold, ownerToWrite } from '../_fields.ts'

export default defineTool({
  route: 'POST /api/memory/forget',
  name: 'Memory forget',
  description: 'Remove one remembered text from the index.',
  asks: [
    'erase a remembered note',
    'make my agent forget a text it remembered',
    'delete a note I told you to remember',
    'forget a fact about the user',
  ],
  price: '$0.001',
  uses: { memory },
  identity: 'wallet',
  input: z.object({
    id: name(64).describe('`id` of the text, as `memory-remember` answered it.'),
    owner: ownerToWrite(),
  }),
  output: z.object({
    id: z.string(),
    forgotten: z.boolean().describe('Whether the text was there.'),
    owner: ownerTold(),
  }),
  examples: [{ input: { id: 'mem_01J9ZK7Q' } }],

  run: ({ id, owner }, { memory, wallet }) => memory.defer('forget', { wallet, owner }, { id }),
})
