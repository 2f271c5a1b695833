import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { model } from '../../../../capabilities/llm/ask.ts'
import { documents } from '../../../../capabilities/llm/documents.ts'
import { cutField, priceByLength, readText, textOrUrl } from '../_text.ts'

const price = priceByLength('$0.010')

const SCHEMA_LENGTH_MAX = 10_000
const DEPTH_MAX = 12
/** A pattern of a caller may take very long; references may be circular. */
const REFUSED = new Set(['pattern', 'patternProperties', '$ref', '$dynamicRef', 'not', 'if'])

export default defineTool({
  route: 'POST /api/extract-structured',
  name: 'Extract structured data',
  description: 'Fields of a text, page or PDF as JSON that satisfies your schema, or no charge.',
  asks: [
    'structured extraction of fields from prose by my JSON schema',
    'fill the fields of a schema from a text',
    'read the invoice and give me number, date and total as JSON',
    'turn free text into fields',
    'pull data out of a job ad into my schema',
  ],
  price,
  uses: { model, documents },
  input: z.object({
    ...textOrUrl,
    schema: z
      .record(z.string(), z.unknown())
      .describe('JSON Schema of an object, without references and patterns, at most 10 KB.'),
    instructions: z.string().max(2_000).optional().describe('What the fields mean.'),
  }),
  output: z.object({
    data: z.record(z.string(), z.unknown()).describe('Data that satisfies the schema.'),
    truncated: cutField,
    model: z.string(),
  }),
  examples: [
    {
      input: {
        text: 'Invoice 12, total 40 EUR',
        schema: { type: 'object', properties: { total: { type: 'number' } } },
      },
    },
  ],
  async run(input, { model: { json }, documents: reader }) {
    const { schema, instructions } = input
    const answer = readSchema(schema)
    const { text, isCut } = await readText(input, reader)
    const { value, model: by } = await json({
      tier: 'nano',
      price: price.quote(input),
      instructions: `Fill the fields of the schema from the data. Leave out optional fields that the data does not tell; invent nothing.\n${instructions ? `What they mean: ${JSON.stringify(instructions)}` : ''}`,
      data: text,
      answer,
      schema,
      maxTokens: 4_000,
    })
    return { data: value, truncated: isCut, model: by }
  },
})

/** A schema in the form that its answer is checked by. */
function readSchema(schema: Readonly<Record<string, unknown>>) {
  if (JSON.stringify(schema).length > SCHEMA_LENGTH_MAX)
    throw badInput(`schema: must have at most ${SCHEMA_LENGTH_MAX} characters of JSON.`)
  assertPlain(schema, 0)
  if (schema['type'] !== 'object') throw badInput('schema: its type must be object.')
  try {
    return z.fromJSONSchema(schema).pipe(z.record(z.string(), z.unknown()))
  } catch {
    throw badInput('schema: is no JSON Schema that can be checked; use types, enums and lists.')
  }
}

function assertPlain(value: unknown, depth: number): void {
  if (depth > DEPTH_MAX) throw badInput(`schema: must be at most ${DEPTH_MAX} levels deep.`)
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (REFUSED.has(name) && !Array.isArray(value))
      throw badInput(`schema: \`${name}\` is not taken; use types, enums, objects and lists.`)
    assertPlain(inner, depth + 1)
  }
}
