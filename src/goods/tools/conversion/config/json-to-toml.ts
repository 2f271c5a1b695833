import { stringify } from 'smol-toml'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { jsonObject, pointerTo } from '../../../../base/lib/json-guard.ts'
import { isObject } from '../../../../base/lib/json-object.ts'

const DROPPED_MAX = 100

export default defineTool({
  route: 'POST /api/json-to-toml',
  name: 'JSON to TOML',
  description: 'A JSON object to TOML text.',
  asks: [
    'convert json to toml',
    'write a toml config from json',
    'write a TOML config from an object',
    'settings for Cargo or pyproject',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({ data: jsonObject().describe('A JSON object, up to 1 MB, 64 deep.') }),
  output: z.object({
    toml: z.string(),
    dropped: z
      .array(z.string())
      .describe('JSON Pointers of nulls that were left out, because TOML has none. Up to 100.'),
  }),
  examples: [
    { input: { data: { a: { b: 1 } } }, output: { toml: '[a]\nb = 1\n', dropped: [] } },
    {
      input: { data: { name: 'x', note: null, deps: [{ n: 'y' }] } },
      output: { toml: 'name = "x"\n\n[[deps]]\nn = "y"\n', dropped: ['/note'] },
    },
  ],

  run({ data }) {
    const dropped: string[] = []
    const bare = withoutNulls(data, '', dropped)
    const toml = stringify(bare).trimEnd()
    return { toml: toml === '' ? '' : `${toml}\n`, dropped: dropped.slice(0, DROPPED_MAX) }
  },
})

function withoutNulls(value: unknown, path: string, dropped: string[]): unknown {
  if (Array.isArray(value)) {
    return value.map((item, at) => {
      if (item === null)
        throw badInput(`data: ${pointerTo(path, at)} is null, which a TOML list cannot hold`)
      return withoutNulls(item, pointerTo(path, at), dropped)
    })
  }
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([key, inner]) => {
    if (inner === null) dropped.push(pointerTo(path, key))
    return inner !== null
  })
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, withoutNulls(inner, pointerTo(path, key), dropped)]),
  )
}
