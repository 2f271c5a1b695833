import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { name, ownerTold, ownerToRead } from '../_fields.ts'

export default defineTool({
  route: 'POST /api/memory/recall',
  name: 'Memory recall',
  description: 'Remembered texts most similar to a query, scored.',
  asks: [
    'search remembered notes that are similar in meaning',
    'what do I remember about this topic',
    'what do I know about the customer',
    'what did the user say about his hobbies',
    'search my notes by meaning',
  ],
  price: '$0.002',
  uses: { memory },
  identity: 'wallet',
  input: z.object({
    query: name(1_000).describe('What to look for, at most 1,000 characters.'),
    k: z.int().min(1).max(20).default(5).describe('Results, 1 to 20.'),
    tags: z.array(name(64)).max(20).default([]).describe('Only texts with all of these labels.'),
    owner: ownerToRead(),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          id: z.string(),
          text: z.string(),
          score: z
            .number()
            .describe('Similarity by this method. Scores of different methods cannot be compared.'),
          tags: z.array(z.string()),
          meta: z.unknown(),
          createdIso: z.string(),
        }),
      )
      .describe('Best first.'),
    count: z.int(),
    method: z
      .enum(['fulltext', 'embedding'])
      .describe('What ranked the texts: the index of words, or vectors of an embeddings model.'),
    owner: ownerTold(),
  }),
  examples: [{ input: { query: 'which currency for invoices?' } }],

  async run({ query, k, tags, owner: asked }, { memory, wallet }) {
    const owner = await memory.readable({ wallet, owner: asked })
    const wanted = { ns: owner, query, k, tags: [...new Set(tags)] }
    const { results, method } = await memory.recall(wanted)
    return { results, count: results.length, method, owner }
  },
})
