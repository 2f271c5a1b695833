import { canonicalJson, isSameJson } from '../../base/lib/canonical-json.ts'
import { clipped } from '../../base/lib/bytes.ts'
import { pointerTo } from '../../base/lib/json-guard.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'

/** Finds changes of a JSON Schema that break writers or readers of its data. */

export type Side = 'writers' | 'readers'

export interface SchemaChange {
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly breaking: boolean
  /** Who breaks: a narrower schema breaks writers, a wider one breaks readers. */
  readonly breaks: readonly Side[]
  readonly message: string
}

const NARROWER: readonly Side[] = ['writers']
const WIDER: readonly Side[] = ['readers']
const BOTH: readonly Side[] = ['writers', 'readers']

const CHANGES_MAX = 5_000

/** Keywords that do not constrain the data. */
const WORDS = new Set([
  '$schema',
  '$id',
  'id',
  '$comment',
  '$anchor',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'examples',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
])
/** Keywords whose larger values allow less. */
const LOWER_BOUNDS = new Set([
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
  'minContains',
])
const UPPER_BOUNDS = new Set([
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
  'maxContains',
])
const SCHEMAS = new Set([
  'items',
  'additionalItems',
  'contains',
  'propertyNames',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
])
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas'])
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])

export function schemaChanges(before: JsonObject, after: JsonObject): readonly SchemaChange[] {
  const changes: SchemaChange[] = []
  /** Pairs of followed references, to stop at circles. */
  const followed = new Set<string>()
  compare(before, after, '')
  return changes.toSorted((a, b) => Number(b.breaking) - Number(a.breaking))

  function add(
    path: string,
    kind: SchemaChange['kind'],
    breaks: readonly Side[],
    message: string,
  ): void {
    if (changes.length < CHANGES_MAX)
      changes.push({ path, kind, breaking: breaks.length > 0, breaks, message })
  }

  function compare(given: unknown, now: unknown, path: string): void {
    if (isSameJson(given, now) && !hasReference(given)) return
    const [a, b] = [resolved(before, given), resolved(after, now)]
    const references = `${referenceOf(given)}|${referenceOf(now)}`
    if (references !== '|') {
      if (followed.has(references)) return
      followed.add(references)
    }
    if (typeof a === 'boolean' || typeof b === 'boolean' || !isObject(a) || !isObject(b)) {
      if (isSameJson(a, b)) return
      const isNarrower = b === false || a === true || (isObject(a) && Object.keys(a).length === 0)
      return add(
        path,
        'changed',
        isNarrower ? NARROWER : WIDER,
        isNarrower ? 'allows less' : 'allows more',
      )
    }
    for (const keyword of new Set([...Object.keys(a), ...Object.keys(b)]))
      compareKeyword(keyword, a, b, pointerTo(path, keyword))
  }

  function compareKeyword(keyword: string, a: JsonObject, b: JsonObject, path: string): void {
    const [old, fresh] = [a[keyword], b[keyword]]
    const kind = old === undefined ? 'added' : fresh === undefined ? 'removed' : 'changed'
    if (keyword === '$ref') return
    if (WORDS.has(keyword)) {
      const isTold = !/^(\$defs|definitions)$/.test(keyword) && !isSameJson(old, fresh)
      if (isTold) add(path, kind, [], `${keyword} was ${kind}`)
      return
    }
    if (keyword === 'additionalProperties') return additional(old, fresh, path)
    if (MAPS.has(keyword)) return maps(keyword, a, b, path)
    if (isObject(old) && isObject(fresh) && SCHEMAS.has(keyword)) return compare(old, fresh, path)
    if (LISTS.has(keyword) && Array.isArray(old) && Array.isArray(fresh))
      return lists(keyword, old, fresh, path)
    if (isSameJson(old, fresh)) return
    if (keyword === 'required') return required(old, fresh, path)
    if (keyword === 'enum') return choices(old, fresh, path)
    if (keyword === 'type') return types(old, fresh, path)
    if (LOWER_BOUNDS.has(keyword) || UPPER_BOUNDS.has(keyword))
      return bounds(keyword, old, fresh, path)
    const breaks = kind === 'added' ? NARROWER : kind === 'removed' ? WIDER : BOTH
    add(path, kind, breaks, `${keyword} ${said(kind, old, fresh)}`)
  }

  function required(old: unknown, fresh: unknown, path: string): void {
    const [a, b] = [listOf(old), listOf(fresh)]
    for (const name of b.filter((one) => !a.includes(one)))
      add(path, 'added', NARROWER, `${String(name)} is required now`)
    for (const name of a.filter((one) => !b.includes(one)))
      add(path, 'removed', WIDER, `${String(name)} is no longer required`)
  }

  function choices(old: unknown, fresh: unknown, path: string): void {
    if (old === undefined) return add(path, 'added', NARROWER, 'only some values are allowed now')
    if (fresh === undefined) return add(path, 'removed', WIDER, 'any value is allowed now')
    const [a, b] = [listOf(old).map(canonicalJson), listOf(fresh).map(canonicalJson)]
    for (const one of b.filter((value) => !a.includes(value)))
      add(path, 'added', WIDER, `${clipped(one, 60)} is allowed now`)
    for (const one of a.filter((value) => !b.includes(value)))
      add(path, 'removed', NARROWER, `${clipped(one, 60)} is no longer allowed`)
  }

  function types(old: unknown, fresh: unknown, path: string): void {
    const [a, b] = [typesOf(old), typesOf(fresh)]
    const isNarrower = a.length === 0 || a.some((one) => !holds(b, one))
    const isWider = b.length === 0 || b.some((one) => !holds(a, one))
    const breaks = [...(isNarrower ? NARROWER : []), ...(isWider ? WIDER : [])]
    const kind = old === undefined ? 'added' : fresh === undefined ? 'removed' : 'changed'
    add(path, kind, breaks, `the type was ${listText(a)} and is ${listText(b)}`)
  }

  function bounds(keyword: string, old: unknown, fresh: unknown, path: string): void {
    if (old === undefined) return add(path, 'added', NARROWER, `${keyword} is ${text(fresh)} now`)
    if (fresh === undefined) return add(path, 'removed', WIDER, `${keyword} was removed`)
    const isGreater = Number(fresh) > Number(old)
    const isNarrower = LOWER_BOUNDS.has(keyword) === isGreater
    const message = `${keyword} was ${text(old)} and is ${text(fresh)}`
    add(path, 'changed', isNarrower ? NARROWER : WIDER, message)
  }

  function additional(old: unknown = true, fresh: unknown = true, path = ''): void {
    if (isObject(old) && isObject(fresh)) return compare(old, fresh, path)
    if (isSameJson(old, fresh)) return
    const isNarrower = old === true || fresh === false
    const message = isNarrower
      ? 'fewer further properties are allowed'
      : 'more further properties are allowed'
    add(path, 'changed', isNarrower ? NARROWER : WIDER, message)
  }

  function maps(keyword: string, a: JsonObject, b: JsonObject, path: string): void {
    const [old, fresh] = [mapOf(a[keyword]), mapOf(b[keyword])]
    for (const name of new Set([...Object.keys(old), ...Object.keys(fresh)])) {
      const at = pointerTo(path, name)
      const [was, is] = [old[name], fresh[name]]
      if (was !== undefined && is !== undefined) compare(was, is, at)
      else if (was === undefined) added(name, keyword, a, b, at)
      else {
        // If other properties are forbidden, data with this property is invalid now.
        const breaks = b['additionalProperties'] === false ? BOTH : WIDER
        add(at, 'removed', breaks, `${name} was removed`)
      }
    }
  }

  function added(name: string, keyword: string, a: JsonObject, b: JsonObject, at: string): void {
    const isRequired = listOf(b['required']).includes(name)
    const wasForbidden = keyword === 'properties' && a['additionalProperties'] === false
    const breaks = isRequired ? NARROWER : wasForbidden ? WIDER : []
    add(at, 'added', breaks, `${name} was added${isRequired ? ' and is required' : ''}`)
  }

  function lists(
    keyword: string,
    old: readonly unknown[],
    fresh: readonly unknown[],
    path: string,
  ): void {
    const shared = Math.min(old.length, fresh.length)
    const isChoice = keyword === 'anyOf' || keyword === 'oneOf'
    for (let at = 0; at < shared; at += 1) compare(old[at], fresh[at], pointerTo(path, at))
    for (let at = shared; at < fresh.length; at += 1)
      add(
        pointerTo(path, at),
        'added',
        isChoice ? WIDER : NARROWER,
        `a schema of ${keyword} was added`,
      )
    for (let at = shared; at < old.length; at += 1)
      add(
        pointerTo(path, at),
        'removed',
        isChoice ? NARROWER : WIDER,
        `a schema of ${keyword} was removed`,
      )
  }
}

const holds = (all: readonly string[], one: string): boolean =>
  all.length === 0 || all.includes(one) || (one === 'integer' && all.includes('number'))
const listText = (all: readonly string[]): string => (all.length === 0 ? 'any' : all.join(' or '))
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const mapOf = (value: unknown): JsonObject => (isObject(value) ? value : {})
const typesOf = (value: unknown): readonly string[] =>
  value === undefined ? [] : Array.isArray(value) ? value.map(String) : [text(value)]
const text = (value: unknown): string =>
  typeof value === 'string' ? value : clipped(JSON.stringify(value) ?? 'nothing', 60)

const said = (kind: string, old: unknown, fresh: unknown): string =>
  kind === 'changed' ? `was ${text(old)} and is ${text(fresh)}` : `was ${kind}`

const referenceOf = (value: unknown): string =>
  isObject(value) && typeof value['$ref'] === 'string' ? value['$ref'] : ''

/** Whether the value contains a reference, whose target may have changed. */
const hasReference = (value: unknown): boolean => /"\$ref":/.test(JSON.stringify(value) ?? '')

/** The schema that a reference inside of the same document leads to. */
function resolved(root: JsonObject, value: unknown): unknown {
  let at = value
  for (let hops = 0; hops < 20; hops += 1) {
    const reference = referenceOf(at)
    if (!reference.startsWith('#')) return at
    at = reference
      .slice(1)
      .split('/')
      .slice(1)
      .map((key) => decodeURIComponentOr(key).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((inner, key) => partOf(inner, key), root)
  }
  return at
}

function decodeURIComponentOr(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

const partOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as JsonObject)[key]
    : undefined
