import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, MB, text } from '../../../../base/lib/fields.ts'
import { duplicateNames } from '../../../../base/lib/json-duplicates.ts'
import { json, jsonObject } from '../../../../base/lib/json-guard.ts'
import { schemaCheck } from '../../../../engines/formats/json-schema.ts'
import { conformed } from './_conforming.ts'
import { jsonIn, mendedJson, TWICE } from './_mending.ts'
import { parsedWithLiterals } from './_number-literals.ts'

const ERRORS_MAX = 100
const Given = json()

export default defineTool({
  route: 'POST /api/json-conform',
  name: 'JSON conform',
  description:
    "Mend a model's JSON until it fits a schema, and list what was changed: types, names, choices, days, lists, defaults.",
  asks: [
    'make the JSON of a model fit my schema and list the changes',
    'conform data to a JSON Schema: rename members, turn texts into numbers',
    "the model's answer does not fit my schema",
    'coerce strings to numbers so that validation passes',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  bodyBytesMax: 3 * MB,
  input: z.object({
    text: text(MB)
      .optional()
      .describe(
        'Text that should be JSON, up to 1 MB, whose numbers keep their digits. Give this or data.',
      ),
    data: json()
      .optional()
      .describe('A JSON value, up to 1 MB, instead of text; its numbers keep 15 digits.'),
    schema: jsonObject({ bytesMax: 200 * KB }).describe(
      'JSON Schema, up to 200 KB; references must stay inside it.',
    ),
    defaults: z.boolean().default(true).describe('Whether to fill in defaults of the schema.'),
    dropUnknown: z
      .boolean()
      .default(false)
      .describe('Whether to leave out members that the schema does not name.'),
  }),
  output: z.object({
    data: z.unknown().describe('The value, changed as far as possible to fit.'),
    valid: z.boolean().describe('Whether it fits now.'),
    changes: z
      .array(
        z.object({
          path: z.string().describe('JSON Pointer (RFC 6901); empty for the whole value.'),
          from: z.unknown().optional().describe('Old value; left out if there was none.'),
          to: z.unknown().optional().describe('New value; left out if the old one was removed.'),
          why: z.string(),
        }),
      )
      .describe('At most 1000. Only what has a single reading is changed; the rest is in errors.'),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .describe('What still does not fit, at most 100.'),
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
            why: 'the text was not valid JSON',
          },
          {
            path: '/Name',
            from: 'Name',
            to: 'name',
            why: 'the only member of the schema with a similar name',
          },
          { path: '/tags', to: [], why: 'the default of the schema' },
          { path: '/age', from: '42', to: 42, why: 'a number in quotes' },
          { path: '/born', from: '1815/12/10', to: '1815-12-10', why: 'as in ISO 8601' },
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
  if (!read) throw badInput('text: cannot be mended, because there is no JSON in it')
  const why = 'the text was not valid JSON'
  const [from, shown] = [text, to].map((all) => all.slice(0, SHOWN_CHARACTERS))
  return { data: guarded(read.data), changes: [{ path: '', from, to: shown, why }, ...twiceIn(to)] }
}

const TWICE_MAX = 100

const twiceIn = (json: string) =>
  duplicateNames(json, TWICE_MAX).map((path) => ({ path, why: TWICE }))

/** Applies the limits of JSON inputs to text too. */
function guarded(data: unknown): unknown {
  const read = Given.safeParse(data)
  if (!read.success) throw badInput(`text: ${read.error.issues[0]?.message ?? 'is not valid JSON'}`)
  return read.data
}
