import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { canonicalJson } from '../../../../base/lib/canonical-json.ts'
import { isObject } from '../../../../base/lib/json-object.ts'

const ITEMS_MAX = 100_000

export default defineTool({
  route: 'POST /api/set-ops',
  name: 'Compare two lists',
  description:
    'Set operations on two lists: union, intersection, differences, duplicates and Jaccard similarity.',
  asks: [
    'compare two lists and show the items missing from one',
    'intersection of two arrays',
    'what is in list A but not in list B',
    'common entries of two lists',
    'who is missing',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    a: z.array(z.json()).max(ITEMS_MAX).describe('First list, at most 100,000 JSON values.'),
    b: z.array(z.json()).max(ITEMS_MAX).describe('Second list, at most 100,000 JSON values.'),
    op: z
      .enum(['all', 'union', 'intersection', 'difference', 'symmetric'])
      .default('all')
      .describe('Lists to answer; difference: only in a; symmetric: in exactly one of them.'),
    key: z.string().min(1).max(200).optional().describe('Compare objects by this field only.'),
    caseSensitive: z.boolean().default(true).describe('Whether case matters in texts.'),
  }),
  output: z.object({
    union: z.array(z.unknown()).optional().describe('Union in order of first appearance.'),
    intersection: z.array(z.unknown()).optional(),
    onlyA: z.array(z.unknown()).optional(),
    onlyB: z.array(z.unknown()).optional(),
    duplicatesA: z.array(z.unknown()).optional().describe('Each repeated value of a once.'),
    duplicatesB: z.array(z.unknown()).optional(),
    jaccard: z
      .number()
      .nullable()
      .describe(
        'Number of shared items divided by that of all different items; null if both are empty.',
      ),
  }),
  examples: [
    {
      input: { a: ['x', 'y', 'x'], b: ['y', 'z'] },
      output: {
        union: ['x', 'y', 'z'],
        intersection: ['y'],
        onlyA: ['x'],
        onlyB: ['z'],
        duplicatesA: ['x'],
        duplicatesB: [],
        jaccard: 0.3333333333333333,
      },
    },
    {
      input: { a: [{ id: 1, n: 'a' }], b: [{ id: 1, n: 'b' }], key: 'id', op: 'intersection' },
      output: { intersection: [{ id: 1, n: 'a' }], jaccard: 1 },
    },
  ],

  run({ a, b, op, key, caseSensitive }) {
    const [left, right] = [
      collected('a', a, key, caseSensitive),
      collected('b', b, key, caseSensitive),
    ]
    const union = new Map([...right.items, ...left.items])
    const both = [...left.items].filter(([name]) => right.items.has(name))
    const onlyA = valuesOf([...left.items].filter(([name]) => !right.items.has(name)))
    const onlyB = valuesOf([...right.items].filter(([name]) => !left.items.has(name)))
    const intersection = valuesOf(both)
    const lists = {
      union: [...left.items.values(), ...onlyB],
      intersection,
      onlyA,
      onlyB,
      duplicatesA: left.duplicates,
      duplicatesB: right.duplicates,
    }
    const shown = SHOWN[op].map((name) => [name, lists[name]] as const)
    const jaccard = union.size === 0 ? null : both.length / union.size
    return { ...(Object.fromEntries(shown) as Partial<typeof lists>), jaccard }
  },
})

type List = 'union' | 'intersection' | 'onlyA' | 'onlyB' | 'duplicatesA' | 'duplicatesB'

const SHOWN: Readonly<
  Record<'all' | 'union' | 'intersection' | 'difference' | 'symmetric', readonly List[]>
> = {
  all: ['union', 'intersection', 'onlyA', 'onlyB', 'duplicatesA', 'duplicatesB'],
  union: ['union'],
  intersection: ['intersection'],
  difference: ['onlyA'],
  symmetric: ['onlyA', 'onlyB'],
}

const valuesOf = (entries: readonly (readonly [string, unknown])[]): unknown[] =>
  entries.map(([, value]) => value)

/** Different items by their canonical text; the first of equal ones is kept. */
function collected(
  field: string,
  list: readonly unknown[],
  key: string | undefined,
  caseSensitive: boolean,
) {
  const items = new Map<string, unknown>()
  const repeated = new Map<string, unknown>()
  for (const item of list) {
    const name = nameOf(field, item, key, caseSensitive)
    if (!items.has(name)) items.set(name, item)
    else if (!repeated.has(name)) repeated.set(name, items.get(name))
  }
  return { items, duplicates: [...repeated.values()] }
}

function nameOf(
  field: string,
  item: unknown,
  key: string | undefined,
  caseSensitive: boolean,
): string {
  if (key !== undefined && (!isObject(item) || !Object.hasOwn(item, key)))
    throw badInput(`${field}: must hold only objects with the field ${key}`)
  const text = canonicalJson(key === undefined ? item : (item as Record<string, unknown>)[key])
  return caseSensitive ? text : text.toLowerCase()
}
