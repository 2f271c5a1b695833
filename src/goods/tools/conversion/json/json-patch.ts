import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { json } from '../../../../base/lib/json-guard.ts'
import { mergePatched, patched } from '../../../../engines/formats/json-patch.ts'

const OPERATIONS_MAX = 10_000

export default defineTool({
  route: 'POST /api/json-patch',
  name: 'JSON patch',
  description:
    'Applies a JSON Patch (RFC 6902) or a JSON Merge Patch (RFC 7396) to a JSON value, either completely or not at all.',
  asks: [
    'apply a json patch to a document',
    'rfc 7396 merge patch',
    'apply a list of changes to an object',
    'RFC 6902 operations',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    data: json().describe('The JSON value to change, up to 1 MB, 64 deep.'),
    patch: json().describe(
      'An array of up to 10,000 operations; with kind merge, the JSON to merge in.',
    ),
    kind: z
      .enum(['patch', 'merge'])
      .default('patch')
      .describe('patch: RFC 6902 operations; merge: RFC 7396, where null removes a key.'),
  }),
  output: z.object({
    data: z.unknown().describe('The value after the patch; unchanged if there are errors.'),
    applied: z.int().describe('Operations applied: all, or 0 after an error; 1 with kind merge.'),
    errors: z
      .array(z.object({ index: z.int(), message: z.string() }))
      .describe('The operation that failed, counted from 0, and the reason.'),
  }),
  examples: [
    {
      input: { data: { x: 1 }, patch: [{ op: 'replace', path: '/x', value: 2 }] },
      output: { data: { x: 2 }, applied: 1, errors: [] },
    },
    {
      input: { data: { a: 1, b: { c: 2 } }, patch: { a: null, b: { d: 3 } }, kind: 'merge' },
      output: { data: { b: { c: 2, d: 3 } }, applied: 1, errors: [] },
    },
    {
      input: { data: { x: 1 }, patch: [{ op: 'test', path: '/x', value: 5 }] },
      output: {
        data: { x: 1 },
        applied: 0,
        errors: [{ index: 0, message: 'test: the value at /x is another' }],
      },
    },
  ],

  run({ data, patch, kind }) {
    if (kind === 'merge') return { data: mergePatched(data, patch), applied: 1, errors: [] }
    if (!Array.isArray(patch))
      throw badInput('patch: must be an array of operations; an object needs kind merge')
    if (patch.length > OPERATIONS_MAX)
      throw badInput(`patch: must hold at most ${OPERATIONS_MAX} operations`)
    const { errors, ...rest } = patched(data, patch)
    return { ...rest, errors: [...errors] }
  },
})
