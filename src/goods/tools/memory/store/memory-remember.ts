import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { storedJson } from '../../../../engines/formats/stored-json.ts'
import { memory } from '../../../../capabilities/memory/memory.ts'
import { members, name, ownerTold, ownerToWrite } from '../_fields.ts'

const ID_BYTES = 12
const META_BYTES_MAX = 8 * KB

export default defineTool({
  route: 'POST /api/memory/remember',
  name: 'Memory remember',
  description: 'Index a text so that it can be found again by what it says.',
  asks: [
    'remember a text so that it can be recalled',
    "put a fact into my agent's long-term memory, to be found by meaning",
    'note this for next time',
    'the user likes tea, keep that in mind',
    'long term memory of facts',
  ],
  price: '$0.003',
  uses: { memory },
  identity: 'wallet',
  input: z.object({
    text: name(8_000).describe('The text, at most 8,000 characters.'),
    tags: z.array(name(64)).max(20).default([]).describe('Labels to filter by, at most 20.'),
    meta: members()
      .optional()
      .describe('Any JSON value that is answered with the text, at most 8 KB as JSON text.'),
    owner: ownerToWrite(),
  }),
  output: z.object({
    id: z.string(),
    indexed: z.boolean().describe('False if the text has no word to find it by.'),
    method: z.enum(['fulltext', 'embedding']).describe('Index that can find it: words or vectors.'),
    owner: ownerTold(),
  }),
  examples: [{ input: { text: 'The customer prefers invoices in EUR', tags: ['billing'] } }],

  async run({ text, tags, meta, owner }, { memory, wallet }) {
    return memory.defer(
      'remember',
      { wallet, owner },
      {
        id: `mem_${randomBytes(ID_BYTES).toString('base64url')}`,
        text,
        tags: [...new Set(tags)],
        meta: meta === undefined ? null : storedJson('meta', meta, META_BYTES_MAX).text,
        vector: await memory.vectorOf(text),
      },
    )
  },
})
