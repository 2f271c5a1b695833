import { badInput } from '../../../base/core/fault.ts'
import { record } from '../wires/wire.ts'

const LENGTH_MAX = 64 * 1024
const DEPTH_MAX = 24
/** A grammar repeats its parts: what must be there so often would make it huge. */
const AT_LEAST_MAX = 200
/** Beyond it, nothing is said of the most. */
const AT_MOST_MAX = 1_000

const FORMATS = new Set(['date-time', 'time', 'date'])
const LEAST = ['minLength', 'minItems', 'minProperties'] as const
const MOST = ['maxLength', 'maxItems', 'maxProperties'] as const

/** A JSON schema as the engine reads it; a fault for what it has no grammar for. */
export function grammarSchema(schema: unknown): Readonly<Record<string, unknown>> {
  if (JSON.stringify(schema).length > LENGTH_MAX)
    throw badInput(`schema: must have at most ${LENGTH_MAX} characters of JSON.`)
  return read(schema, 0)
}

function read(schema: unknown, depth: number): Record<string, unknown> {
  if (depth > DEPTH_MAX) throw badInput(`schema: must be at most ${DEPTH_MAX} levels deep.`)
  const given = record(schema)
  if (given['allOf'] || given['not'] || given['if'])
    throw badInput('schema: `allOf`, `not` and `if` are not served by this model.')
  const inner = (each: unknown) => read(each, depth + 1)
  const choices = given['oneOf'] ?? given['anyOf']
  const shared = { ...kept(given, ['description', '$ref']), ...definitions(given, inner) }
  if (Array.isArray(choices)) return { ...shared, oneOf: (choices as unknown[]).map(inner) }
  for (const name of ['const', 'enum'] as const)
    if (given[name] !== undefined) return { ...shared, [name]: given[name] }
  return { ...shared, ...typed(given, inner) }
}

function typed(given: Record<string, unknown>, inner: (schema: unknown) => unknown) {
  const { type } = given
  const bounds = boundsOf(given)
  if (type === 'object' || (type === undefined && given['properties'])) {
    const properties = Object.entries(record(given['properties']))
    const more = given['additionalProperties'] ?? properties.length === 0
    return {
      type: 'object',
      properties: Object.fromEntries(properties.map(([name, each]) => [name, inner(each)])),
      additionalProperties: typeof more === 'object' ? inner(more) : more,
      ...(more ? bounds : {}),
    }
  }
  if (type === 'array') {
    const first = given['prefixItems']
    return {
      type,
      ...(given['items'] !== undefined && { items: inner(given['items']) }),
      ...(Array.isArray(first) && { prefixItems: (first as unknown[]).map(inner) }),
      ...bounds,
    }
  }
  if (type === 'string') {
    const { format } = given
    return typeof format === 'string' && FORMATS.has(format)
      ? { type, format }
      : { type, ...bounds }
  }
  return type === undefined ? {} : { type }
}

function boundsOf(given: Record<string, unknown>): Record<string, unknown> {
  const least = LEAST.find((name) => Number(given[name]) > AT_LEAST_MAX)
  if (least) throw badInput(`schema: ${least} must be at most ${AT_LEAST_MAX} for this model.`)
  const most = MOST.filter((name) => Number(given[name]) <= AT_MOST_MAX)
  return kept(given, [...LEAST, ...most])
}

const definitions = (given: Record<string, unknown>, inner: (schema: unknown) => unknown) =>
  given['$defs']
    ? {
        $defs: Object.fromEntries(
          Object.entries(record(given['$defs'])).map(([name, each]) => [name, inner(each)]),
        ),
      }
    : {}

const kept = (given: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  )
