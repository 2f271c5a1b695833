import { badInput } from '../../base/core/fault.ts'
import { clipped, excerpt } from '../../base/lib/bytes.ts'
import { MB } from '../../base/lib/fields.ts'
import { json, jsonFlaw, pointerTo } from '../../base/lib/json-guard.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { readYaml } from '../formats/yaml-values.ts'

/**
 * Reads an OpenAPI document and the references inside it. References to other documents are not
 * followed.
 */

export const SPEC_LIMITS = { bytesMax: 2 * MB, valuesMax: 200_000 }

export const specField = () => json(SPEC_LIMITS)

export type ApiVersion = '2.0' | '3.0' | '3.1' | '3.2'

export interface ApiDocument {
  readonly root: JsonObject
  readonly version: ApiVersion
  /** The version as the document writes it. */
  readonly declared: string
}

const DECLARED = /^(?:(2\.0)|(3\.[012])(?:\.\d+)?(?:-[\w.-]+)?)$/

/** Reads the document of a field: an object, or text in JSON or YAML. */
export async function readDocument(field: string, given: unknown): Promise<ApiDocument> {
  const value = typeof given === 'string' ? await valueIn(field, given) : given
  const flaw = typeof given === 'string' ? jsonFlaw(value, SPEC_LIMITS) : null
  if (flaw !== null) throw badInput(`${field}: ${flaw}`)
  if (!isObject(value)) throw badInput(`${field}: must be an OpenAPI document, which is an object`)
  const declared = value['openapi'] ?? value['swagger']
  const written = typeof declared === 'number' ? declared.toFixed(1) : declared
  const [, old, later] = typeof written === 'string' ? (DECLARED.exec(written) ?? []) : []
  const version = (old ?? later) as ApiVersion | undefined
  if (version === undefined || (version === '2.0') === (value['openapi'] !== undefined))
    throw badInput(
      `${field}: must say openapi 3.0, 3.1 or 3.2, or swagger 2.0` +
        (declared === undefined ? '' : `, not ${excerpt(JSON.stringify(declared))}`),
    )
  return { root: value, version, declared: String(written) }
}

async function valueIn(field: string, text: string): Promise<unknown> {
  if (/^\s*[[{]/.test(text.replace(/^\uFEFF/, '')))
    try {
      return JSON.parse(text.replace(/^\uFEFF/, ''))
    } catch (thrown) {
      // YAML may have braces too, but faulty JSON is reported as JSON and not parsed again as YAML.
      if (text.includes('"openapi"') || text.includes('"swagger"'))
        throw badInput(`${field}: is no JSON: ${clipped((thrown as Error).message, 150)}`)
    }
  const { documents } = await readYaml(field, text)
  if (documents.length !== 1) throw badInput(`${field}: must hold one document of YAML or JSON`)
  return documents[0]
}

/** A reference leads out of the document, to a missing place, or to itself. */
export type ReferenceFlaw = 'outside' | 'missing' | 'circle'

export interface Resolved {
  readonly value: unknown
  /** The pointer of the value, if a reference led to it. */
  readonly pointer?: string
  readonly flaw?: ReferenceFlaw
}

const HOPS_MAX = 32

/** Follows references until a value is reached. */
export function resolved(root: JsonObject, given: unknown): Resolved {
  let value = given
  let pointer: string | undefined
  const seen = new Set<string>()
  for (;;) {
    const reference = referenceOf(value)
    if (reference === undefined) return pointer === undefined ? { value } : { value, pointer }
    const next = pointerOf(reference)
    if (next === undefined) return { value: undefined, flaw: 'outside' }
    if (seen.has(next) || seen.size > HOPS_MAX) return { value: undefined, flaw: 'circle' }
    seen.add(next)
    value = valueAt(root, next)
    if (value === undefined) return { value, flaw: 'missing' }
    pointer = next
  }
}

/** The object that a value is or refers to; an empty object for anything else. */
export function objectAt(root: JsonObject, given: unknown): JsonObject {
  const { value } = resolved(root, given)
  return isObject(value) ? value : {}
}

export const referenceOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value['$ref'] === 'string' ? value['$ref'] : undefined

/** The JSON Pointer of a reference inside of the document; undefined for any other. */
export function pointerOf(reference: string): string | undefined {
  if (reference === '#') return ''
  if (!reference.startsWith('#/')) return undefined
  try {
    return decodeURIComponent(reference.slice(1))
  } catch {
    return reference.slice(1)
  }
}

export const keysOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))

export const valueAt = (root: JsonObject, pointer: string): unknown =>
  keysOf(pointer).reduce<unknown>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as JsonObject)[key]
        : undefined,
    root,
  )

export interface Reference {
  readonly pointer: string
  readonly reference: string
}

/** Keywords whose values are data, in which `$ref` has no meaning. */
const DATA = new Set(['example', 'examples', 'default', 'enum', 'const', 'value'])
/** Keywords whose member keys are names, not keywords. */
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'responses'])

/** Every reference of a document, in its order. */
export function referencesIn(root: JsonObject): readonly Reference[] {
  const found: Reference[] = []
  visit(root, '', true)
  return found

  function visit(value: unknown, pointer: string, areKeywords: boolean): void {
    if (typeof value !== 'object' || value === null) return
    const reference = referenceOf(value)
    if (reference !== undefined) found.push({ pointer, reference })
    for (const [key, inner] of Object.entries(value)) {
      const isData = areKeywords && (DATA.has(key) || key.startsWith('x-'))
      // Examples of a document may be references themselves.
      const isExamples = key === 'examples' && isObject(inner)
      if (isData && !isExamples) continue
      visit(inner, pointerTo(pointer, key), !(areKeywords && NAMED.has(key)))
    }
  }
}
