import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { KB, MB, text } from '../../../lib/fields.ts'
import { duplicateNames } from '../../../lib/json-duplicates.ts'
import { json, jsonObject } from '../../../lib/json-guard.ts'
import { schemaCheck } from '../../../lib/json-schema.ts'
import { conformed } from './_conforming.ts'
import { jsonIn, mendedJson, TWICE } from './_mending.ts'
import { parsedWithLiterals } from './_number-literals.ts'

const ERRORS_MAX = 100
const Given = json()

export default defineTool({
  route: 'POST /api/json-conform',
  name: 'JSON conform',
  description:
    "Mend a model's JSON until it fits a schema, and tell what was changed: types, names, choices, days, lists, defaults.",
  asks: [
    'make the JSON of a model fit my schema and list the changes',
    'conform data to a JSON Schema: rename members, turn texts into numbers',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  bodyBytesMax: 3 * MB,
  input: z.object({
    text: text(MB)
      .optional()
      .describe('Text that should be JSON, up to 1 MB, whose numbers keep their digits; or data.'),
    data: json()
      .optional()
      .describe('A JSON value, up to 1 MB, in place of text; of numbers 15 digits are kept.'),
    schema: jsonObject({ bytesMax: 200 * KB }).describe(
      'JSON Schema, up to 200 KB, with references inside itself only.',
    ),
    defaults: z.boolean().default(true).describe('Fill in defaults of the schema.'),
    dropUnknown: z
      .boolean()
      .default(false)
      .describe('Leave out members that the schema does not name.'),
  }),
  output: z.object({
    data: z.unknown().describe('The value as far as it could be made to fit.'),
    valid: z.boolean().describe('Whether it fits now.'),
    changes: z
      .array(
        z.object({
          path: z.string().describe('RFC 6901; empty for the whole.'),
          from: z.unknown().optional().describe('Absent where there was nothing.'),
          to: z.unknown().optional().describe('Absent where it was left out.'),
          why: z.string(),
        }),
      )
      .describe('At most 1000. Only what has one reading is changed; the rest stands in errors.'),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .describe('What does not fit still, at most 100.'),
  }),
  examples: [
    {
      input: {
        text: '{age: "42", Name: "Ada", born: "1815/12/10"}',
        schema: {
          type: 'object',
          required: ['name', 'age'],
          properties: {
            name: { type: 'string' },
            age: { type: 'integer' },
            born: { type: 'string', format: 'date' },
            tags: { type: 'array', items: { type: 'string' }, default: [] },
          },
        },
      },
      output: {
        data: { age: 42, name: 'Ada', born: '1815-12-10', tags: [] },
        valid: true,
        changes: [
          {
            path: '',
            from: '{age: "42", Name: "Ada", born: "1815/12/10"}',
            to: '{"age": "42", "Name": "Ada", "born": "1815/12/10"}',
            why: 'the text was no JSON',
          },
          {
            path: '/Name',
            from: 'Name',
            to: 'name',
            why: 'the only member of the schema with a name like it',
          },
          { path: '/tags', to: [], why: 'the default of the schema' },
          { path: '/age', from: '42', to: 42, why: 'a number in quotes' },
          { path: '/born', from: '1815/12/10', to: '1815-12-10', why: 'as ISO 8601 writes it' },
        ],
        errors: [],
      },
    },
  ],

  async run({ text, data, schema, defaults, dropUnknown }) {
    if ((text === undefined) === (data === undefined))
      throw badInput('text: give either text or data.')
    const check = await schemaCheck('schema', schema)
    const read = text === undefined ? { data, changes: [] } : readText(text)
    const made = conformed(read.data, schema, { defaults, dropUnknown })
    const faults = [...check.faultsOf(made.data), ...made.unsure]
    return {
      data: made.data,
      valid: faults.length === 0,
      changes: [...read.changes, ...made.changes],
      errors: faults.slice(0, ERRORS_MAX).map(({ path, message }) => ({ path, message })),
    }
  },
})

const SHOWN_CHARACTERS = 200

function readText(sent: string) {
  const text = sent.replace(/^\uFEFF/, '').trim()
  const valid = parsedWithLiterals(text)
  if (valid) return { data: guarded(valid.data), changes: twiceIn(text) }
  const to = mendedJson(jsonIn(text).json)
  const read = parsedWithLiterals(to)
  if (!read) throw badInput('text: cannot be mended: there is no JSON in it')
  const why = 'the text was no JSON'
  const [from, shown] = [text, to].map((all) => all.slice(0, SHOWN_CHARACTERS))
  return { data: guarded(read.data), changes: [{ path: '', from, to: shown, why }, ...twiceIn(to)] }
}

const TWICE_MAX = 100

const twiceIn = (json: string) =>
  duplicateNames(json, TWICE_MAX).map((path) => ({ path, why: TWICE }))

/** The limits of JSON hold for text too. */
function guarded(data: unknown): unknown {
  const read = Given.safeParse(data)
  if (!read.success) throw badInput(`text: ${read.error.issues[0]?.message ?? 'is no JSON'}`)
  return read.data
}
