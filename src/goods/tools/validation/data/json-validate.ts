import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { coerced } from '../../../../engines/formats/json-coerce.ts'
import { json, jsonObject } from '../../../../base/lib/json-guard.ts'
import { DRAFTS, schemaCheck } from '../../../../engines/formats/json-schema.ts'

const FAULTS_MAX = 100

export default defineTool({
  route: 'POST /api/json-validate',
  name: 'JSON Schema validation',
  description:
    'Check data against a JSON Schema (draft 4 to 2020-12): each fault with its place, keyword ' +
    'and message; text can be turned into the types that the schema asks for.',
  asks: [
    'check JSON data against a JSON Schema',
    'validate data by a JSON Schema and coerce text to numbers',
    'does my data fit the schema',
    'check a config file',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  heavyField: 'schema',
  input: z.object({
    data: json().describe('Any JSON value, up to 1 MB.'),
    schema: z
      .union([z.boolean(), jsonObject({ bytesMax: 500 * KB })])
      .describe(
        'JSON Schema, up to 500 KB; true allows everything, false nothing. References must stay inside it; nothing is fetched.',
      ),
    coerce: z
      .boolean()
      .default(false)
      .describe(
        'Whether to convert text into numbers, booleans and null, and those into text, where `type` requires ' +
          'it and no digit is lost. Values under anyOf and oneOf stay.',
      ),
    draft: z.enum(DRAFTS).default('2020-12').describe('Draft of a schema without its own $schema.'),
  }),
  output: z.object({
    valid: z.boolean(),
    errors: z
      .array(
        z.object({
          path: z.string().describe('JSON Pointer into data; empty for the whole.'),
          keyword: z.string(),
          message: z.string(),
          params: z.record(z.string(), z.unknown()).describe('Limits and names in the error.'),
        }),
      )
      .describe('The first 100.'),
    errorCount: z.int().describe('Number of all errors.'),
    data: z.unknown().describe('The data, converted if that was requested.'),
    draft: z.string().describe('Draft that was used.'),
    ignored: z.array(z.string()).describe('Keywords of the schema that are not checked.'),
  }),
  examples: [
    {
      input: { data: { id: 1 }, schema: { type: 'object', required: ['id'] } },
      output: {
        valid: true,
        errors: [],
        errorCount: 0,
        data: { id: 1 },
        draft: '2020-12',
        ignored: [],
      },
    },
    {
      input: {
        data: { id: '1', size: 'xl' },
        schema: {
          $schema: 'http://json-schema.org/draft-07/schema#',
          type: 'object',
          properties: { id: { type: 'integer' }, size: { enum: ['s', 'm', 'l'] } },
        },
        coerce: true,
      },
      output: {
        valid: false,
        errors: [
          {
            path: '/size',
            keyword: 'enum',
            message: 'must be one of ["s","m","l"]',
            params: { values: ['s', 'm', 'l'] },
          },
        ],
        errorCount: 1,
        data: { id: 1, size: 'xl' },
        draft: '7',
        ignored: [],
      },
    },
  ],

  async run({ data, schema, coerce, draft }) {
    if (typeof schema === 'boolean' && draft === '4')
      throw badInput('schema: must be an object in draft 4')
    const whole = typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema
    const check = await schemaCheck('schema', whole, draft)
    const value = coerce ? coerced(data, check) : data
    const faults = check.faultsOf(value)
    return {
      valid: faults.length === 0,
      errors: faults.slice(0, FAULTS_MAX),
      errorCount: faults.length,
      data: value,
      draft: check.draft,
      ignored: check.ignored,
    }
  },
})
