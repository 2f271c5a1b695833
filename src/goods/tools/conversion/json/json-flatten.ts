import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { DEPTH_MAX, json } from '../../../../base/lib/json-guard.ts'
import { isObject } from '../../../../base/lib/json-object.ts'
import { flattened, unflattened } from './_flat.ts'

const KEY_CHARACTERS_MAX = 4 * MB

export default defineTool({
  route: 'POST /api/json-flatten',
  name: 'JSON flatten',
  description: 'Flattens nested JSON to dotted keys such as a.b.0, or rebuilds it from them.',
  asks: [
    'flatten nested json to dot notation',
    'unflatten dotted keys back to nested json',
    'nested object to one level',
    'keys with dots',
    'unflatten',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    data: json().describe('An object or array; with mode unflatten an object of dotted keys.'),
    mode: z
      .enum(['flatten', 'unflatten'])
      .default('flatten')
      .describe('Direction of the conversion.'),
    separator: z
      .string()
      .min(1)
      .max(10)
      .refine((mark) => !/[\\\d]/.test(mark), { error: 'must not hold a backslash or a digit' })
      .default('.')
      .describe(
        'Separator between keys, 1 to 10 characters. Inside a key it is written with a backslash before it, ' +
          'and so is a key of digits only, which otherwise is an index of an array.',
      ),
  }),
  output: z.object({
    data: z.unknown().describe('The object with flat keys, or the rebuilt value.'),
    keys: z.int().describe('Number of flat keys.'),
  }),
  examples: [
    { input: { data: { a: { b: 1 } } }, output: { data: { 'a.b': 1 }, keys: 1 } },
    {
      input: { data: { 'a.0': 'x', 'a.1': 'y', 'b\\.c': true }, mode: 'unflatten' },
      output: { data: { a: ['x', 'y'], 'b.c': true }, keys: 3 },
    },
  ],

  run({ data, mode, separator }) {
    if (mode === 'unflatten') {
      if (!isObject(data)) throw badInput('data: must be an object of flat keys')
      const rebuilt = unflattened(data, separator, DEPTH_MAX)
      return { data: rebuilt, keys: Object.keys(data).length }
    }
    if (typeof data !== 'object' || data === null)
      throw badInput('data: must be an object or an array')
    if (Object.keys(data).length === 0) return { data, keys: 0 }
    const flat = flattened(data, separator, KEY_CHARACTERS_MAX)
    return { data: Object.fromEntries(flat), keys: flat.size }
  },
})
