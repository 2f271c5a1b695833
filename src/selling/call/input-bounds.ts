import { sizedInput, type JsonSchema } from '../../base/core/shape.ts'
import type { Tool } from '../../base/core/tool.ts'
import { KB, MB } from '../../base/lib/fields.ts'

/** Limits of a body, so that reading and validating it does not block other calls. */
export interface BodyBounds {
  readonly bytesMax: number
  /** All values of the document, with the members of objects. */
  readonly valuesMax: number
  /** Nesting of objects and arrays. */
  readonly depthMax: number
  /** Members of one object, if there are fewer than values. */
  readonly membersMax?: number
}

const DEPTH_MAX = 200
/** Unknown members, such as those that a client adds to every call. */
const SPARE_VALUES = 256

/** For free endpoints, and for tools that take a few short fields. */
export const SMALL_BODY: BodyBounds = {
  bytesMax: 64 * KB,
  valuesMax: 2_000,
  depthMax: DEPTH_MAX,
}

/** For a schema without a length. */
const STRING_LENGTH = 128
const ITEMS_MAX = 1_000
const KEYS_MAX = 1_000
const KEY_LENGTH = 256
const ANY = { bytes: 256 * KB, values: 32_768 }
/** Upper limit, whatever the schema allows. */
const VALUES_MAX = 1_000_000
const BYTES_MAX = 32 * MB

/** A UTF-16 unit as JSON may write it: `\u0041`. */
const BYTES_PER_UNIT = 6
/** Base64 needs no escapes, but may contain line breaks and escaped slashes. */
const BYTES_PER_BASE64 = 1.1
/** For indentation, commas and the like. */
const BYTES_AROUND_VALUE = 24
const BYTES_PER_NUMBER = 32
/** For indentation and escapes. */
const BYTES_PER_JSON_BYTE = 2
/** An empty array or object is counted as it opens, and again by the comma behind it. */
const COUNTS_PER_VALUE = 2

const known = new WeakMap<Tool, BodyBounds>()

/** The size of the largest JSON input that the schema of this tool allows. */
export function bodyBounds(tool: Tool): BodyBounds {
  const before = known.get(tool)
  if (before) return before
  const { bytes, values } = sizeOf(sizedInput(tool))
  const bounds = {
    bytesMax:
      tool.spec.bodyBytesMax ??
      Math.max(SMALL_BODY.bytesMax, Math.min(BYTES_MAX, Math.ceil(bytes))),
    valuesMax: Math.max(SMALL_BODY.valuesMax, Math.min(VALUES_MAX, values + SPARE_VALUES)),
    depthMax: DEPTH_MAX,
  }
  known.set(tool, bounds)
  return bounds
}

interface Size {
  readonly bytes: number
  readonly values: number
}

function sizeOf(schema: JsonSchema): Size {
  const [jsonBytes, jsonValues] = [numberAt(schema, 'bytesMax'), numberAt(schema, 'valuesMax')]
  if (jsonBytes !== undefined && jsonValues !== undefined)
    return { bytes: jsonBytes * BYTES_PER_JSON_BYTE, values: jsonValues * COUNTS_PER_VALUE }
  const choices = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined
  if (choices) return largest(choices.map(sizeOf))
  const allowed = (schema['enum'] ?? (has(schema, 'const') ? [schema['const']] : undefined)) as
    | readonly unknown[]
    | undefined
  if (allowed) return largest(allowed.map((value) => valueOf(JSON.stringify(value).length)))
  switch (schema['type']) {
    case 'string':
      return valueOf(bytesOfText(schema))
    case 'array':
      return sizeOfArray(schema)
    case 'object':
      return sizeOfObject(schema)
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return valueOf(BYTES_PER_NUMBER)
    default:
      return ANY
  }
}

const has = (schema: JsonSchema, name: string): boolean => Object.hasOwn(schema, name)

const valueOf = (bytes: number): Size => ({ bytes: bytes + BYTES_AROUND_VALUE, values: 1 })

const largest = (sizes: readonly Size[]): Size => ({
  bytes: Math.max(0, ...sizes.map(({ bytes }) => bytes)),
  values: Math.max(0, ...sizes.map(({ values }) => values)),
})

function bytesOfText(schema: JsonSchema): number {
  const length = numberAt(schema, 'maxLength') ?? STRING_LENGTH
  return length * (schema['contentEncoding'] === 'base64' ? BYTES_PER_BASE64 : BYTES_PER_UNIT)
}

function sizeOfArray(schema: JsonSchema): Size {
  const fixed = (schema['prefixItems'] ?? []) as readonly JsonSchema[]
  const one = largest([...fixed, (schema['items'] ?? {}) as JsonSchema].map(sizeOf))
  return times(numberAt(schema, 'maxItems') ?? ITEMS_MAX, one)
}

function sizeOfObject(schema: JsonSchema): Size {
  const { properties = {}, additionalProperties } = schema as {
    readonly properties?: Readonly<Record<string, JsonSchema>>
    readonly additionalProperties?: JsonSchema | boolean
  }
  const members = Object.entries(properties).map(([name, member]) =>
    withKey(name.length, sizeOf(member)),
  )
  if (typeof additionalProperties === 'object') {
    const names = (schema['propertyNames'] ?? {}) as JsonSchema
    const keyLength = numberAt(names, 'maxLength') ?? KEY_LENGTH
    const member = withKey(keyLength, sizeOf(additionalProperties))
    members.push(recordOf(numberAt(schema, 'maxProperties') ?? KEYS_MAX, member))
  }
  return {
    bytes: members.reduce((sum, { bytes }) => sum + bytes, BYTES_AROUND_VALUE),
    values: members.reduce((sum, { values }) => sum + values, 1),
  }
}

/** The size of a record is taken as the limit for any value, not as a multiple of it. */
const recordOf = (keys: number, member: Size): Size =>
  member.values >= ANY.values ? ANY : times(keys, member)

const times = (count: number, { bytes, values }: Size): Size => ({
  bytes: count * bytes + BYTES_AROUND_VALUE,
  values: count * values + 1,
})

const withKey = (length: number, { bytes, values }: Size): Size => ({
  bytes: bytes + length * BYTES_PER_UNIT,
  values,
})

function numberAt(schema: JsonSchema, name: string): number | undefined {
  const value = schema[name]
  return typeof value === 'number' ? value : undefined
}
