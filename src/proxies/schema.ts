import { z } from 'zod'
import { compiledPattern } from '../lib/linear-pattern.ts'
import { isObject, type JsonObject } from '../lib/json-object.ts'
import { sampleOf } from '../lib/openapi/sample.ts'

/** Schemas that others have written, as ours. What cannot be checked here is left to them. */
const VALUES_MAX = 5_000
const DEPTH_MAX = 24

/** Keywords that no field is checked by, since conditions between members are for their owner. */
const LEFT_OUT = new Set([
  '$defs',
  'definitions',
  '$schema',
  '$id',
  'if',
  'then',
  'else',
  'dependentSchemas',
  'dependentRequired',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
  'patternProperties',
  'propertyNames',
])
const NAMED = new Set(['properties'])
const DATA = new Set(['default', 'enum', 'const', 'examples', 'example'])

/**
 * A schema that refers to nothing: references are written out, in circles and beyond the bounds as
 * any JSON. Patterns within it are left out: on the text of a stranger they could hold up
 * everybody.
 */
export function writtenOut(schema: unknown, root: JsonObject = {}): JsonObject {
  const defs = { ...memberOf(root, 'definitions'), ...memberOf(root, '$defs') }
  let left = VALUES_MAX
  const out = plain(schema, { ...defs, ...ownDefs(schema) }, [], true)
  return left > 0 && isObject(out) ? out : {}

  function plain(
    given: unknown,
    known: JsonObject,
    open: readonly string[],
    isTop = false,
  ): unknown {
    left -= 1
    if (left <= 0 || open.length > DEPTH_MAX) return {}
    if (Array.isArray(given)) return given.map((one) => plain(one, known, open))
    if (!isObject(given)) return given
    const reference = given['$ref']
    if (typeof reference === 'string') {
      const name = /^#\/(?:\$defs|definitions)\/(.+)$/.exec(reference)?.[1]
      if (name === undefined || open.includes(name) || !Object.hasOwn(known, name)) return {}
      return plain(known[name], known, [...open, name], isTop)
    }
    return members(given, known, open, isTop)
  }

  function members(
    given: JsonObject,
    known: JsonObject,
    open: readonly string[],
    isTop: boolean,
  ): JsonObject {
    const kept = Object.entries(given).flatMap(([key, value]): [string, unknown][] => {
      if (LEFT_OUT.has(key) || (key === 'pattern' && !isTop)) return []
      if (DATA.has(key)) return [[key, value]]
      if (!NAMED.has(key) || !isObject(value)) return [[key, plain(value, known, open)]]
      const inner = Object.entries(value)
      return [
        [key, Object.fromEntries(inner.map(([name, one]) => [name, plain(one, known, open)]))],
      ]
    })
    return Object.fromEntries(kept)
  }
}

const memberOf = (value: unknown, name: string): JsonObject => {
  const found = isObject(value) ? value[name] : undefined
  return isObject(found) ? found : {}
}
const ownDefs = (schema: unknown): JsonObject => ({
  ...memberOf(schema, 'definitions'),
  ...memberOf(schema, '$defs'),
})

/** What checks a value; any JSON where the schema is beyond what can be checked. */
export function checkOf(schema: unknown, root?: JsonObject): z.ZodType {
  const { pattern: _, ...plain } = writtenOut(schema, root)
  if (Object.keys(plain).length === 0) return z.json()
  try {
    return z.fromJSONSchema(plain)
  } catch {
    return z.json()
  }
}

export interface Field {
  readonly schema: unknown
  readonly description: string
  readonly required: boolean
}

/** The input of a tool, from the fields of somebody else. */
export function inputOf(fields: ReadonlyMap<string, Field>): z.ZodObject {
  const shape = [...fields].map(([name, { schema, description, required }]) => {
    const check = withPattern(name, checkOf(schema), schema)
    const said = description || check.description || `The ${name} that the API takes.`
    const described = check.describe(said.slice(0, 500))
    // What has a default is optional by it, and the API is told that.
    const isOptional = !required && !('default' in (schema as JsonObject))
    return [name, isOptional ? described.optional() : described] as const
  })
  return z.object(Object.fromEntries(shape))
}

/** Patterns of text fields, by an engine whose time grows with the text only. */
function withPattern(name: string, check: z.ZodType, schema: unknown): z.ZodType {
  const pattern = isObject(schema) ? schema['pattern'] : undefined
  if (typeof pattern !== 'string' || !(check instanceof z.ZodString)) return check
  try {
    const compiled = compiledPattern(name, pattern)
    return check.refine((text) => compiled.matcher(text).find(), {
      error: `must match ${pattern.slice(0, 200)}`,
    })
  } catch {
    return check
  }
}

/** What a schema shows of itself, or a value that it describes; undefined where none is found. */
export function exampleIn(schema: JsonObject): unknown {
  const { examples } = schema
  if (Array.isArray(examples) && examples.length > 0) return examples[0] as unknown
  try {
    return sampleOf(schema, 'request')
  } catch {
    return undefined
  }
}
