import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { json, jsonObject } from '../../../../base/lib/json-guard.ts'
import { assertNoOutsideReference, LANGUAGES, typesOf } from './_types.ts'

const LIMITS = { bytesMax: 256 * KB, valuesMax: 20_000 }

export default defineTool({
  route: 'POST /api/json-to-types',
  name: 'JSON to types',
  description:
    'Type declarations from sample JSON or a JSON Schema: TypeScript, Python, Go, Rust, Java, C#, Swift, Kotlin or Zod.',
  asks: [
    'generate typescript interfaces from json',
    'make go structs from a json sample',
    'types for my API reply',
    'Go struct from JSON',
    'Python dataclass from an example',
  ],
  price: '$0.002',
  engine: 'types',
  uses: {},
  place: 'thread',
  input: z.object({
    data: json(LIMITS)
      .optional()
      .describe('A sample: any JSON, up to 256 KB. Give this or schema.'),
    schema: jsonObject(LIMITS)
      .optional()
      .describe('A JSON Schema instead of data, up to 256 KB; references must stay inside it.'),
    language: z.enum(LANGUAGES).default('typescript').describe('Language of the declarations.'),
    name: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9]{0,99}$/, { error: 'must be a letter, then letters and digits' })
      .default('Root')
      .describe('Name of the outermost type, up to 100 letters and digits.'),
  }),
  output: z.object({
    code: z
      .string()
      .describe(
        'Declarations; several files in a row if the language needs them. For a list, those of ' +
          'its items, if the language has no name for a list.',
      ),
    language: z.enum(LANGUAGES),
  }),
  examples: [
    {
      input: { data: { id: 1, tags: ['a'] }, language: 'typescript' },
      output: {
        code: 'export interface Root {\n    id:   number;\n    tags: string[];\n}\n',
        language: 'typescript',
      },
    },
    {
      input: {
        schema: {
          type: 'object',
          properties: { id: { type: 'integer' }, note: { type: 'string' } },
          required: ['id'],
        },
        language: 'go',
        name: 'Item',
      },
    },
  ],

  async run({ data, schema, language, name }) {
    if ((data === undefined) === (schema === undefined))
      throw badInput('data: give either data or schema')
    if (schema) assertNoOutsideReference(schema)
    try {
      const code = await typesOf(schema ? { schema } : { data }, { language, name })
      return { code, language }
    } catch (thrown) {
      if (thrown instanceof Fault) throw thrown
      const { message } = thrown as Error
      throw badInput(`${schema ? 'schema' : 'data'}: ${message.slice(0, 200)}`)
    }
  },
})
