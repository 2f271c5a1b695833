import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { canonicalJson, isSameJson } from '../../../../base/lib/canonical-json.ts'
import { jsonFlaw, pointerTo, sizesOf } from '../../../../base/lib/json-guard.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'

const CONFLICTS_MAX = 1_000

type ArrayRule = 'replace' | 'concat' | 'unique'
type ConflictRule = 'first' | 'last' | 'error'

const values = z
  .array(
    z.custom<JsonObject>(isObject, { error: 'must be a JSON object' }).meta({ type: 'object' }),
  )
  .min(2)
  .max(20)
  .superRefine((all, context) => {
    const flaw = jsonFlaw(all)
    if (flaw) context.addIssue(flaw)
  })
  .meta(sizesOf())

export default defineTool({
  route: 'POST /api/json-merge',
  name: 'JSON merge',
  description:
    'Deep-merges several JSON objects, such as layers of configuration, with a chosen rule for arrays and conflicts.',
  asks: [
    'deep merge two json objects',
    'merge config files and list the conflicts',
    'overlay settings for production on the defaults',
    'combine two objects deeply',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    values: values.describe('2 to 20 JSON objects, in the order of merging, up to 1 MB together.'),
    arrays: z
      .enum(['replace', 'concat', 'unique'])
      .default('replace')
      .describe(
        'What to do with two arrays: take the later one, join both, or join both without repeats.',
      ),
    conflicts: z
      .enum(['first', 'last', 'error'])
      .default('last')
      .describe('Which value wins if they differ, or error to refuse them.'),
  }),
  output: z.object({
    data: z.unknown().describe('The merged object.'),
    conflicts: z
      .array(z.object({ path: z.string(), values: z.array(z.unknown()) }))
      .describe('JSON Pointers where values differed, with the values in order; up to 1000.'),
  }),
  examples: [
    { input: { values: [{ a: 1 }, { b: 2 }] }, output: { data: { a: 1, b: 2 }, conflicts: [] } },
    {
      input: {
        values: [
          { port: 80, tags: ['a'] },
          { port: 81, tags: ['a', 'b'] },
        ],
        arrays: 'unique',
      },
      output: {
        data: { port: 81, tags: ['a', 'b'] },
        conflicts: [{ path: '/port', values: [80, 81] }],
      },
    },
  ],

  run({ values, arrays, conflicts: rule }) {
    const conflicts = new Map<string, unknown[]>()
    const data = values.reduce<unknown>((merged, next, at) => {
      return at === 0 ? next : mergedOf(merged, next, '', { arrays, rule, conflicts })
    }, null)
    const [first] = conflicts
    if (rule === 'error' && first)
      throw badInput(`values: differ at ${first[0] || 'the root'} and conflicts is error`)
    const listed = [...conflicts].slice(0, CONFLICTS_MAX)
    return { data, conflicts: listed.map(([path, found]) => ({ path, values: found })) }
  },
})

interface Rules {
  readonly arrays: ArrayRule
  readonly rule: ConflictRule
  readonly conflicts: Map<string, unknown[]>
}

function mergedOf(a: unknown, b: unknown, path: string, rules: Rules): unknown {
  if (isObject(a) && isObject(b)) {
    const merged = new Map(Object.entries(a))
    for (const [key, value] of Object.entries(b)) {
      const known = merged.has(key)
      const inner = known ? mergedOf(merged.get(key), value, pointerTo(path, key), rules) : value
      merged.set(key, inner)
    }
    return Object.fromEntries(merged)
  }
  if (Array.isArray(a) && Array.isArray(b) && rules.arrays !== 'replace') {
    const both = [...(a as unknown[]), ...(b as unknown[])]
    return rules.arrays === 'concat' ? both : unique(both)
  }
  if (isSameJson(a, b)) return a
  const found = rules.conflicts.get(path) ?? [a]
  rules.conflicts.set(path, [...found, b])
  return rules.rule === 'first' ? a : b
}

const unique = (items: readonly unknown[]): readonly unknown[] => {
  const known = new Set<string>()
  return items.filter((item) => {
    const text = canonicalJson(item)
    return !known.has(text) && known.add(text)
  })
}
