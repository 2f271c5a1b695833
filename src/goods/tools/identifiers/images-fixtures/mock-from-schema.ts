import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import { firstNumber, mocksOf, TRIES_MAX } from '../../../../engines/formats/json-schema-mocks.ts'
import { seedField } from '../ids/_fields.ts'

const COUNT_MAX = 200
const ANSWER_CHARACTERS_MAX = 2_000_000
const SCHEMA = { bytesMax: 200 * KB, valuesMax: 20_000 }

const Input = z.object({
  schema: jsonObject(SCHEMA).describe('JSON Schema, up to 200 KB; references must stay inside it.'),
  count: z.int().min(1).max(COUNT_MAX).default(1).describe('How many samples, 1 to 200.'),
  seed: seedField(),
  optionalRatio: z
    .number()
    .min(0)
    .max(1)
    .default(0.7)
    .describe('How often optional properties are present, 0 to 1.'),
})

export default defineTool({
  route: 'POST /api/mock-from-schema',
  name: 'Mock from JSON Schema',
  description:
    'Sample documents that satisfy a JSON Schema, each checked against it, repeatable by seed.',
  asks: [
    'sample documents from a JSON Schema',
    'generate mock JSON that satisfies my schema',
    'sample objects for my JSON Schema',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: Input,
  output: z.object({
    values: z.array(z.unknown()).describe('The samples.'),
    count: z.int().describe('Number of all.'),
    valid: z.boolean().describe('Whether all satisfy the schema.'),
    problems: z.array(z.string()).describe('Why samples do not satisfy it; empty when they do.'),
  }),
  examples: [
    {
      input: {
        schema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      },
    },
    { input: { schema: { type: 'array', items: { enum: ['a', 'b'] }, minItems: 2 }, seed: '1' } },
  ],

  async run(input) {
    const { schema, count, optionalRatio } = input
    const mocks = await mocksOf(schema, 'schema')
    const first = firstNumber(input.seed ?? randomBytes(16).toString('hex'))
    const values: unknown[] = []
    const problems = new Set<string>()
    let left = ANSWER_CHARACTERS_MAX
    for (let at = 0; at < count; at += 1) {
      const { value, flaws } = await mocks.sample(first + at * TRIES_MAX, optionalRatio)
      values.push(value)
      for (const flaw of flaws) problems.add(flaw)
      left -= JSON.stringify(value)?.length ?? 0
      if (left < 0) throw badInput('count: must be smaller for so large samples')
    }
    const told = [...problems].slice(0, PROBLEMS_MAX)
    return { values, count, valid: told.length === 0, problems: told }
  },
})

const PROBLEMS_MAX = 10
