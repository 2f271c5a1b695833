import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { json } from '../../../../base/lib/json-guard.ts'
import { difference } from '../../../../engines/formats/json-patch.ts'

export default defineTool({
  route: 'POST /api/json-diff',
  name: 'JSON diff',
  description: 'Compares two JSON values and gives the difference as an RFC 6902 JSON Patch.',
  asks: [
    'what changed between two json objects',
    'compare two json documents as a json patch',
    'what changed between two API replies',
    'difference of two configurations',
    'patch from old to new object',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    a: json().describe('The value before: any JSON, up to 1 MB, 64 deep.'),
    b: json().describe('The value after: any JSON, up to 1 MB, 64 deep.'),
  }),
  output: z.object({
    equal: z.boolean().describe('Whether both are equal; the order of keys does not count.'),
    patch: z
      .array(
        z.object({
          op: z.enum(['add', 'remove', 'replace']),
          path: z.string().describe('Place, as a JSON Pointer.'),
          value: z.unknown().optional(),
        }),
      )
      .describe('Operations that turn a into b, in order.'),
    added: z.int(),
    removed: z.int(),
    changed: z.int().describe('Values replaced.'),
  }),
  examples: [
    {
      input: { a: { x: 1 }, b: { x: 2 } },
      output: {
        equal: false,
        patch: [{ op: 'replace', path: '/x', value: 2 }],
        added: 0,
        removed: 0,
        changed: 1,
      },
    },
    {
      input: { a: { tags: ['a', 'b', 'c'], old: true }, b: { tags: ['a', 'c', 'd'] } },
      output: {
        equal: false,
        patch: [
          { op: 'remove', path: '/tags/1' },
          { op: 'add', path: '/tags/2', value: 'd' },
          { op: 'remove', path: '/old' },
        ],
        added: 1,
        removed: 2,
        changed: 0,
      },
    },
  ],

  run({ a, b }) {
    const patch = difference(a, b)
    const count = (kind: string) => patch.filter(({ op }) => op === kind).length
    return {
      equal: patch.length === 0,
      patch: [...patch],
      added: count('add'),
      removed: count('remove'),
      changed: count('replace'),
    }
  },
})
