import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { json } from '../../../../base/lib/json-guard.ts'
import { schemaOf, fieldsOf } from './_infer.ts'

const SAMPLES_MAX = 1_000

export default defineTool({
  route: 'POST /api/json-schema-infer',
  name: 'JSON Schema from samples',
  description:
    'Write a JSON Schema that fits sample values: types, formats, choices and required properties.',
  asks: [
    'write a JSON Schema from sample values',
    'JSON Schema with required properties from these samples',
    'make a schema from an example',
    'describe my JSON',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    samples: z
      .array(json())
      .min(1)
      .max(SAMPLES_MAX)
      .describe('1 to 1,000 values of the same kind, 1 MB together.'),
    formats: z
      .boolean()
      .default(true)
      .describe('Whether to detect dates, addresses, UUIDs and the like.'),
    enums: z
      .boolean()
      .default(true)
      .describe('Whether repeated texts become choices: at most 8, on average 3 times each.'),
    additional: z.boolean().default(true).describe('Whether the schema allows more properties.'),
  }),
  output: z.object({
    schema: z.record(z.string(), z.unknown()).describe('Schema of draft 2020-12.'),
    fields: z
      .array(
        z.object({
          path: z.string().describe('JSON Pointer; * stands for the items of a list.'),
          types: z.array(z.string()),
          required: z.boolean().describe('Whether all objects at this place have it.'),
          format: z.string().nullable(),
        }),
      )
      .describe('The first 1,000.'),
    count: z.int().describe('Number of samples.'),
  }),
  examples: [
    {
      input: { samples: [{ id: 1, e: 'a@example.com' }, { id: 2 }] },
      output: {
        schema: {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          properties: { id: { type: 'integer' }, e: { type: 'string', format: 'email' } },
          required: ['id'],
        },
        fields: [
          { path: '/id', types: ['integer'], required: true, format: null },
          { path: '/e', types: ['string'], required: false, format: 'email' },
        ],
        count: 2,
      },
    },
    {
      input: {
        samples: [
          [1, 2.5],
          ['x', null],
        ],
        additional: false,
      },
    },
  ],

  run({ samples, formats, enums, additional }) {
    const schema = schemaOf(samples, { formats, enums, additional })
    return {
      schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema },
      fields: fieldsOf(schema),
      count: samples.length,
    }
  },
})
