import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import { schemaChanges } from '../../../../engines/formats/schema-changes.ts'

const SIZE = { bytesMax: 500 * KB, valuesMax: 50_000 }
const CHANGES_MAX = 1_000

export default defineTool({
  route: 'POST /api/json-schema-diff',
  name: 'JSON Schema difference',
  description:
    'Changes between two versions of a JSON Schema: which break those who write data, which those ' +
    'who read it, and which neither.',
  asks: [
    'is the new version of my JSON Schema backwards compatible',
    'which changes between two JSON Schemas break readers',
    'does the new schema break clients',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    before: jsonObject(SIZE).describe('The older schema, up to 500 KB.'),
    after: jsonObject(SIZE).describe('The newer schema, up to 500 KB.'),
  }),
  output: z.object({
    breaking: z.boolean().describe('Whether any change breaks writers or readers.'),
    breaksWriters: z.boolean().describe('Whether data that was valid may be invalid now.'),
    breaksReaders: z.boolean().describe('Whether data may now be valid that was invalid before.'),
    changes: z
      .array(
        z.object({
          path: z.string().describe('JSON Pointer into the schema.'),
          kind: z.enum(['added', 'removed', 'changed']),
          breaking: z.boolean(),
          breaks: z.array(z.enum(['writers', 'readers'])),
          message: z.string(),
        }),
      )
      .describe('Breaking ones first, at most 1,000.'),
    count: z.int().describe('Number of all.'),
  }),
  examples: [
    {
      input: {
        before: { type: 'object', properties: { a: { type: 'string' } } },
        after: { type: 'object', properties: { a: { type: 'integer' } } },
      },
      output: {
        breaking: true,
        breaksWriters: true,
        breaksReaders: true,
        changes: [
          {
            path: '/properties/a/type',
            kind: 'changed',
            breaking: true,
            breaks: ['writers', 'readers'],
            message: 'the type was string and is integer',
          },
        ],
        count: 1,
      },
    },
    {
      input: {
        before: { type: 'object', properties: { a: { enum: ['x'] } } },
        after: { type: 'object', properties: { a: { enum: ['x', 'y'] } }, required: ['a'] },
      },
    },
  ],

  run({ before, after }) {
    const changes = schemaChanges(before, after)
    return {
      breaking: changes.some(({ breaking }) => breaking),
      breaksWriters: changes.some(({ breaks }) => breaks.includes('writers')),
      breaksReaders: changes.some(({ breaks }) => breaks.includes('readers')),
      changes: changes.slice(0, CHANGES_MAX),
      count: changes.length,
    }
  },
})
