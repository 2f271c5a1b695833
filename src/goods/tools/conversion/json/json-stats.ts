import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { clipped } from '../../../../base/lib/bytes.ts'
import { json, jsonType } from '../../../../base/lib/json-guard.ts'

const PATHS_MAX = 1_000
const EXAMPLES_MAX = 3
const EXAMPLE_CHARACTERS = 80

export default defineTool({
  route: 'POST /api/json-stats',
  name: 'JSON stats',
  description:
    'Profile of a JSON document: every path with its types, counts, examples, nulls and gaps, plus depth and size.',
  asks: [
    'what is the structure of this json',
    'which fields are missing or null in my json records',
    'what is in this big JSON file',
    'which fields are sometimes missing',
    'structure of an unknown document',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({ data: json().describe('Any JSON value, up to 1 MB, 64 deep.') }),
  output: z.object({
    type: z
      .string()
      .describe('Type of the whole value: object, array, string, integer, number, boolean, null.'),
    depth: z.int().describe('Levels of objects and arrays.'),
    keys: z.int().describe('Number of members of all objects.'),
    bytes: z.int().describe('Size as minified JSON in UTF-8.'),
    paths: z
      .array(
        z.object({
          path: z.string().describe('JSONPath with [*] for every item of an array.'),
          types: z.record(z.string(), z.int()).describe('How often each type occurs.'),
          count: z.int().describe('Number of values at this path.'),
          missing: z.int().describe('Objects at the parent path that lack the key.'),
          nullRatio: z.number().describe('Share of nulls among the values, 0 to 1.'),
          examples: z.array(z.unknown()).describe('Up to 3 different plain values.'),
        }),
      )
      .describe(`Paths by first appearance, up to ${PATHS_MAX}.`),
    count: z.int().describe('Number of paths in this answer.'),
    total: z.int().describe('Number of all paths.'),
  }),
  examples: [
    {
      input: { data: [{ a: 1 }, { a: null }] },
      output: {
        type: 'array',
        depth: 2,
        keys: 2,
        bytes: 20,
        paths: [
          {
            path: '$[*]',
            types: { object: 2 },
            count: 2,
            missing: 0,
            nullRatio: 0,
            examples: [],
          },
          {
            path: '$[*].a',
            types: { integer: 1, null: 1 },
            count: 2,
            missing: 0,
            nullRatio: 0.5,
            examples: [1],
          },
        ],
        count: 2,
        total: 2,
      },
    },
  ],

  run({ data }) {
    const profile = createProfile()
    profile.visit(data, '$', null, 0)
    const given = profile.paths().slice(0, PATHS_MAX)
    return {
      type: jsonType(data),
      depth: profile.depth(),
      keys: profile.keys(),
      bytes: Buffer.byteLength(JSON.stringify(data)),
      paths: given,
      count: given.length,
      total: profile.paths().length,
    }
  },
})

interface PathStatistics {
  readonly parent: string | null
  readonly types: Map<string, number>
  readonly examples: Map<string, unknown>
}

function createProfile() {
  const seen = new Map<string, PathStatistics>()
  let keys = 0
  let depth = 0
  return { visit, paths, keys: () => keys, depth: () => depth }

  function visit(value: unknown, path: string, parent: string | null, level: number): void {
    note(value, path, parent)
    if (typeof value !== 'object' || value === null) return
    depth = Math.max(depth, level + 1)
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) visit(item, `${path}[*]`, null, level + 1)
      return
    }
    for (const [key, inner] of Object.entries(value)) {
      keys += 1
      visit(inner, path + memberOf(key), path, level + 1)
    }
  }

  function note(value: unknown, path: string, parent: string | null): void {
    const here = seen.get(path) ?? { parent, types: new Map(), examples: new Map() }
    seen.set(path, here)
    const type = jsonType(value)
    here.types.set(type, (here.types.get(type) ?? 0) + 1)
    const isPlain = value !== null && typeof value !== 'object'
    if (!isPlain || here.examples.size >= EXAMPLES_MAX) return
    const shown = typeof value === 'string' ? clipped(value, EXAMPLE_CHARACTERS) : value
    here.examples.set(JSON.stringify(shown), shown)
  }

  function paths() {
    return [...seen].slice(1).map(([path, { parent, types, examples }]) => {
      const count = [...types.values()].reduce((sum, times) => sum + times, 0)
      const objects = parent === null ? count : (seen.get(parent)?.types.get('object') ?? 0)
      return {
        path,
        types: Object.fromEntries(types),
        count,
        missing: objects - count,
        nullRatio: (types.get('null') ?? 0) / count,
        examples: [...examples.values()],
      }
    })
  }
}

const memberOf = (key: string): string =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`
