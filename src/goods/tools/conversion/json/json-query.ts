import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { json, pointerTo } from '../../../../base/lib/json-guard.ts'
import { matchesPart, matchesWhole } from './_regex.ts'

const PATH_CHARACTERS_MAX = 5_000

export default defineTool({
  route: 'POST /api/json-query',
  name: 'JSON query',
  description: 'Queries JSON with JSONPath (RFC 9535), JMESPath or a JSON Pointer.',
  asks: [
    'run a jsonpath query on json',
    'get a nested value from json with jmespath',
    'get all prices out of nested JSON',
    'find a value by its path',
    'JSONPath expression',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  heavyField: 'path',
  input: z.object({
    data: json({ bytesMax: 2 * MB }).describe('The JSON to query, up to 2 MB, 64 deep.'),
    path: z
      .string()
      .max(PATH_CHARACTERS_MAX)
      .describe('The query, up to 5000 characters, such as $.a[*].b or a[].b or /a/0/b.'),
    language: z
      .enum(['jsonpath', 'jmespath', 'pointer'])
      .default('jsonpath')
      .describe('Language of the query.'),
    limit: z.int().min(1).max(10_000).default(1_000).describe('Most results answered, 1 to 10000.'),
  }),
  output: z.object({
    results: z
      .unknown()
      .describe(
        'jsonpath, pointer: a list of the values found, empty if there is none. ' +
          'jmespath: the value of the expression, null if it finds nothing.',
      ),
    count: z
      .int()
      .describe('Number of results in this answer; 1 for a JMESPath value that is not a list.'),
    total: z.int().describe('Number of all results.'),
    paths: z
      .array(z.string())
      .describe('Place of each result: normalized JSONPath or JSON Pointer; empty for jmespath.'),
  }),
  examples: [
    {
      input: { data: { a: [{ b: 1 }] }, path: '$.a[*].b' },
      output: { results: [1], count: 1, total: 1, paths: ["$['a'][0]['b']"] },
    },
    {
      input: {
        data: {
          items: [
            { n: 'x', price: 5 },
            { n: 'y', price: 12 },
          ],
        },
        path: 'items[?price > `10`].n',
        language: 'jmespath',
      },
      output: { results: ['y'], count: 1, total: 1, paths: [] },
    },
    {
      input: { data: { 'a/b': [7] }, path: '/a~1b/0', language: 'pointer' },
      output: { results: [7], count: 1, total: 1, paths: ['/a~1b/0'] },
    },
  ],

  async run({ data, path, language, limit }) {
    if (language === 'jmespath') return byJmespath(data, path, limit)
    const found = language === 'pointer' ? byPointer(data, path) : await byJsonPath(data, path)
    const given = found.slice(0, limit)
    return {
      results: given.map(([value]) => value),
      count: given.length,
      total: found.length,
      paths: given.map(([, place]) => (typeof place === 'string' ? place : place())),
    }
  },
})

type QueryMatches = readonly (readonly [value: unknown, place: string | (() => string)])[]

async function byJsonPath(data: unknown, path: string): Promise<QueryMatches> {
  const { jsonpath, FunctionExpressionType } = await import('json-p3')
  const environment = new jsonpath.JSONPathEnvironment()
  const { ValueType, LogicalType } = FunctionExpressionType
  const test = { argTypes: [ValueType, ValueType], returnType: LogicalType }
  environment.functionRegister.set('match', { ...test, call: matchesWhole })
  environment.functionRegister.set('search', { ...test, call: matchesPart })
  try {
    const query = environment.compile(path)
    assertPlainComparisons(query)
    const nodes = query.query(data as never).nodes
    return nodes.map((node) => [node.value, () => node.getPath({ form: 'canonical' })])
  } catch (thrown) {
    throw refusal('JSONPath', thrown)
  }
}

/**
 * The grammar allows no test as an operand of a comparison, but the library accepts `@.a == 1 ==
 * 2`.
 */
function assertPlainComparisons(tree: unknown): void {
  if (typeof tree !== 'object' || tree === null) return
  const { operator, logical, left, right } = tree as Readonly<Record<string, unknown>>
  if (operator !== undefined && logical === false && [left, right].some(isTest))
    throw new Error('a comparison cannot be compared; join tests with && or ||')
  for (const [name, member] of Object.entries(tree))
    if (name !== 'environment' && name !== 'token') assertPlainComparisons(member)
}

const isTest = (side: unknown): boolean =>
  typeof side === 'object' && side !== null && 'operator' in side

async function byJmespath(data: unknown, path: string, limit: number) {
  const { compile, TreeInterpreter } = await import('@jmespath-community/jmespath')
  let results: unknown
  try {
    const tree = compile(path)
    assertOwnNames(tree)
    results = TreeInterpreter.search(tree, data as never) ?? null
  } catch (thrown) {
    throw thrown instanceof Fault ? thrown : refusal('JMESPath', thrown)
  }
  if (!Array.isArray(results)) {
    const count = results === null ? 0 : 1
    return { results, count, total: count, paths: [] }
  }
  const given = results.slice(0, limit) as readonly unknown[]
  return { results: given, count: given.length, total: results.length, paths: [] }
}

/** The library also follows members that every JavaScript object inherits. */
function assertOwnNames(tree: unknown): void {
  if (typeof tree !== 'object' || tree === null) return
  const { type, name } = tree as { readonly type?: unknown; readonly name?: unknown }
  if (type === 'Literal') return
  if (typeof name === 'string' && Object.hasOwn(Object.prototype, name))
    throw badInput(`path: the name ${name} cannot be used in JMESPath here; take jsonpath`)
  Object.values(tree).forEach(assertOwnNames)
}

/** RFC 6901. */
function byPointer(data: unknown, path: string): QueryMatches {
  if (!/^(?:\/(?:[^~/]|~[01])*)*$/.test(path))
    throw badInput(
      'path: must be a JSON Pointer: empty, or / before each key, ~1 for / and ~0 for ~',
    )
  const keys = path.split('/').slice(1)
  let value = data
  let place = ''
  for (const written of keys) {
    const key = written.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null) return []
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(key)) return []
    if (!Object.hasOwn(value, key)) return []
    value = (value as Readonly<Record<string, unknown>>)[key]
    place = pointerTo(place, key)
  }
  return [[value, place]]
}

const refusal = (language: string, thrown: unknown): Error =>
  badInput(`path: is not valid ${language}: ${(thrown as Error).message.slice(0, 300)}`)
