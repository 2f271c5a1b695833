import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { pointerOf, referenceOf, valueAt, type ApiDocument } from './document.ts'

/**
 * Schemas of a document as JSON Schema of its newest draft, each by itself: what it refers to is
 * under `$defs`. The words of 2.0 and 3.0 that JSON Schema writes otherwise are translated.
 */

/** The direction of the data: read-only members are not required in requests, and so on. */
export type Direction = 'request' | 'response'

export interface Schemas {
  standalone(schema: unknown, direction: Direction): JsonObject
  /** References that cannot be followed. Data below them is not checked. */
  readonly unread: ReadonlySet<string>
}

interface Translated {
  readonly schema: unknown
  /** The pointers to which it refers. */
  readonly uses: ReadonlySet<string>
}

const ONE = new Set([
  'additionalProperties',
  'not',
  'contains',
  'propertyNames',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
])
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas'])
const KEPT = new Set([
  'type',
  'enum',
  'const',
  'multipleOf',
  'maximum',
  'minimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxContains',
  'minContains',
  'maxProperties',
  'minProperties',
  'dependentRequired',
  'format',
  'title',
  'description',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'examples',
  'contentEncoding',
  'contentMediaType',
])

export function createSchemas({ root, version }: ApiDocument): Schemas {
  const isOld = version === '2.0' || version === '3.0'
  const unread = new Set<string>()
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const known: Readonly<Record<Direction, Map<string, Translated>>> = {
    request: new Map(),
    response: new Map(),
  }
  return { standalone, unread }

  function standalone(given: unknown, direction: Direction): JsonObject {
    const { schema, uses } = whole(given, direction)
    const needed = new Set(uses)
    // The set grows during the loop, so indirect references are included.
    for (const pointer of needed)
      for (const next of translateNamed(pointer, direction).uses) needed.add(next)
    const defs = [...needed].map((pointer) => [
      nameAt(pointer),
      translateNamed(pointer, direction).schema,
    ])
    const own = isObject(schema) ? schema : schema === false ? { not: {} } : {}
    return defs.length === 0 ? own : { ...own, $defs: Object.fromEntries(defs) }
  }

  function translateNamed(pointer: string, direction: Direction): Translated {
    const found = known[direction].get(pointer)
    if (found) return found
    const made = whole(valueAt(root, pointer), direction)
    known[direction].set(pointer, made)
    return made
  }

  function nameAt(pointer: string): string {
    const found = names.get(pointer)
    if (found !== undefined) return found
    const last = pointer.slice(pointer.lastIndexOf('/') + 1).replace(/[^\w.-]/g, '_') || 'root'
    let name = last
    for (let count = 2; taken.has(name); count += 1) name = `${last}_${count}`
    taken.add(name)
    names.set(pointer, name)
    return name
  }

  function whole(given: unknown, direction: Direction): Translated {
    const uses = new Set<string>()
    return { schema: translated(given), uses }

    function translated(schema: unknown): unknown {
      if (typeof schema === 'boolean') return schema
      if (!isObject(schema)) return {}
      const reference = referenceOf(schema)
      if (reference === undefined) return plain(schema)
      const target = referred(reference)
      // Before 3.1, all other keywords beside a reference are ignored.
      return isOld ? target : { ...(plain(schema) as JsonObject), ...target }
    }

    function referred(reference: string): JsonObject {
      const pointer = pointerOf(reference)
      if (pointer === undefined || valueAt(root, pointer) === undefined) {
        unread.add(reference)
        return {}
      }
      uses.add(pointer)
      return { $ref: `#/$defs/${nameAt(pointer)}` }
    }

    function plain(schema: JsonObject): unknown {
      const members = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
        if (key === 'items')
          return Array.isArray(value)
            ? [['prefixItems', value.map(translated)]]
            : [[key, translated(value)]]
        if (ONE.has(key)) return [[key, translated(value)]]
        if (LISTS.has(key) && Array.isArray(value)) return [[key, value.map(translated)]]
        if (MAPS.has(key) && isObject(value))
          return [
            [
              key,
              Object.fromEntries(
                Object.entries(value).map(([name, inner]) => [name, translated(inner)]),
              ),
            ],
          ]
        if (key === 'required') return required(schema, value)
        if (key === 'example' && schema['examples'] === undefined) return [['examples', [value]]]
        return bound(schema, key, value)
      })
      return Object.fromEntries(members)
    }

    function required(schema: JsonObject, value: unknown): [string, unknown][] {
      // A parameter of 2.0 says by true that it must be there itself.
      if (!Array.isArray(value)) return []
      const properties = isObject(schema['properties']) ? schema['properties'] : {}
      const mark = direction === 'request' ? 'readOnly' : 'writeOnly'
      const names = value.filter((name) => {
        const property = Object.hasOwn(properties, String(name)) ? properties[String(name)] : null
        const reference = referenceOf(property)
        const pointer = reference === undefined ? undefined : pointerOf(reference)
        const target = pointer === undefined ? property : valueAt(root, pointer)
        return !(isObject(target) && target[mark] === true)
      })
      return names.length === 0 ? [] : [['required', names]]
    }
  }

  /** Keywords that hold no schemas; older versions write some of them in another way. */
  function bound(schema: JsonObject, key: string, value: unknown): [string, unknown][] {
    if (key === 'exclusiveMinimum' || key === 'exclusiveMaximum') {
      if (typeof value === 'number') return [[key, value]]
      const limit = schema[key === 'exclusiveMinimum' ? 'minimum' : 'maximum']
      return value === true && typeof limit === 'number' ? [[key, limit]] : []
    }
    if (key === 'type' && isOld) {
      const type = value === 'file' ? 'string' : value
      return [[key, schema['nullable'] === true ? [type, 'null'].flat() : type]]
    }
    return KEPT.has(key) ? [[key, value]] : []
  }
}
