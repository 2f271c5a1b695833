import { z } from 'zod'
import { compiledPattern } from '../../base/lib/linear-pattern.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { sampleOf } from '../../engines/openapi/sample.ts'

/** Converts foreign JSON Schemas. Conditions that cannot be checked here are left to the API. */
const VALUES_MAX = 5_000
const DEPTH_MAX = 24

/** Keywords that are not checked: conditions between members are left to the API. */
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
 * A schema without references: they are replaced by their targets; circular or too deep ones accept
 * any JSON. Patterns are left out, because they could block the event loop on a stranger's text.
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

/** A validator for a schema; it accepts any JSON if the schema cannot be checked. */
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

/** The input schema of a tool, from fields of a foreign API. */
export function inputOf(fields: ReadonlyMap<string, Field>): z.ZodObject {
  const shape = [...fields].map(([name, { schema, description, required }]) => {
    const check = withPattern(name, checkOf(schema), schema)
    const said = description || check.description || `The ${name} that the API takes.`
    const described = check.describe(said.slice(0, 500))
    // Fields with a default are optional; the default is sent to the API.
    const isOptional = !required && !('default' in (schema as JsonObject))
    return [name, isOptional ? described.optional() : described] as const
  })
  return z.object(Object.fromEntries(shape))
}

/** Checks patterns of text fields in time linear in the text. */
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

/** The example of a schema, or a value made from it; undefined if there is none. */
export function exampleIn(schema: JsonObject): unknown {
  const { examples } = schema
  if (Array.isArray(examples) && examples.length > 0) return examples[0] as unknown
  try {
    return sampleOf(schema, 'request')
  } catch {
    return undefined
  }
}
