import type { Draft, JsonError, JsonSchema } from 'json-schema-library'
import { badInput } from '../../base/core/fault.ts'
import { clipped, excerpt } from '../../base/lib/bytes.ts'
import { pointerTo } from '../../base/lib/json-guard.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'

/**
 * JSON Schema of callers. Patterns and nested choices can take very long, so whoever checks a
 * stranger's schema does it in a thread.
 */

export const DRAFTS = ['4', '6', '7', '2019-09', '2020-12'] as const
export type DraftName = (typeof DRAFTS)[number]

export interface SchemaFault {
  /** RFC 6901, into the data. */
  readonly path: string
  readonly keyword: string
  readonly message: string
  readonly params: JsonObject
}

export interface SchemaCheck {
  readonly draft: DraftName
  /** What the schema says and nobody looks at, such as a format that is not known. */
  readonly ignored: readonly string[]
  faultsOf(value: unknown): readonly SchemaFault[]
}

/** Where a schema breaks the rules of its draft. */
export interface SchemaFlaw {
  /** RFC 6901, into the schema. */
  readonly path: string
  readonly message: string
}

type Library = typeof import('json-schema-library')

/** Throws `badInput` for what is no schema, naming the field that holds it. */
export async function schemaCheck(
  field: string,
  schema: JsonObject,
  fallback: DraftName = '2020-12',
): Promise<SchemaCheck> {
  const library = await import('json-schema-library')
  const draft = draftOf(schema) ?? fallback
  if (typeof draft === 'object') throw badInput(`${field}: $schema ${draft.message}`)
  const { node, flaws, ignored } = compiled(library, schema, draft, await ownRemotes(schema))
  const [flaw] = flaws
  if (!node || flaw) {
    const { path = '', message = 'is no JSON Schema' } = flaw ?? {}
    throw badInput(`${field}: ${path === '' ? 'the schema' : path} ${message}, by draft ${draft}`)
  }
  return {
    draft,
    ignored,
    faultsOf(value) {
      const errors = validated(field, () => node.validate(value).errors)
      return errors.map((error) => faultOf(field, value, error))
    },
  }
}

/** Every flaw of a schema, without any data. */
export async function schemaFlaws(
  schema: JsonObject,
  draft: DraftName = '2020-12',
): Promise<readonly SchemaFlaw[]> {
  const named = draftOf(schema) ?? draft
  if (typeof named === 'object') return [{ path: '/$schema', message: named.message }]
  const library = await import('json-schema-library')
  return compiled(library, schema, named, await ownRemotes(schema)).flaws
}

/** The schemas of the drafts themselves, which others may refer to. */
async function ownRemotes(schema: JsonObject): Promise<readonly JsonSchema[]> {
  const refersToDraft = /"\$ref":"https?:\/\/json-schema\.org\//.test(JSON.stringify(schema))
  if (!refersToDraft) return []
  const { remotes } = await import('json-schema-library/remotes')
  return remotes.map((one: JsonSchema) => ({ ...one, $id: String(one['$id'] ?? one['id']) }))
}

/** By `$schema`; undefined where it is not there, and what is wrong where it names another. */
function draftOf(schema: JsonObject): DraftName | undefined | { readonly message: string } {
  const named = schema['$schema']
  if (named === undefined) return undefined
  const draft = DRAFTS.find((one) => isNamed(valueText(named), one))
  const allowed = `must name one of the drafts ${DRAFTS.join(', ')}`
  return draft ?? { message: `${allowed}, not ${excerpt(valueText(named))}` }
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const isNamed = (named: string, draft: DraftName): boolean =>
  new RegExp(`^https?://json-schema\\.org/draft[/-]0?${draft}/schema#?$`).test(named)

const versionOf: Readonly<Record<DraftName, keyof Library>> = {
  '4': 'draft04',
  '6': 'draft06',
  '7': 'draft07',
  '2019-09': 'draft2019',
  '2020-12': 'draft2020',
}

/** Annotations that say what is not looked at. */
const IGNORED = new Set(['unknown-format-warning'])

function compiled(
  library: Library,
  schema: JsonObject,
  draft: DraftName,
  remotes: readonly JsonSchema[],
) {
  try {
    // Where a schema names none, the last of the list holds; those that it refers to name theirs.
    const others = DRAFTS.filter((one) => one !== draft)
    const drafts = [...others, draft].map((one) => library[versionOf[one]] as Draft)
    const node = library.compileSchema(schema, { drafts, remotes: [...remotes] })
    const flaws = (node.schemaErrors ?? []).map(({ message, data }) => ({
      path: pointerIn(schema, data.pointer),
      message: flawText(message),
    }))
    const ignored = (node.schemaAnnotations ?? [])
      .filter(({ code }) => IGNORED.has(String(code)))
      .map(({ message }) => clipped(message, MESSAGE_CHARACTERS_MAX))
    return { node, flaws, ignored }
  } catch (thrown) {
    return { node: undefined, flaws: [{ path: '', message: overflow(thrown) }], ignored: [] }
  }
}

const overflow = (thrown: unknown): string =>
  thrown instanceof RangeError
    ? 'refers to itself without end'
    : thrown instanceof TypeError
      ? 'has a part of a wrong form'
      : clipped(thrown instanceof Error ? thrown.message : String(thrown), MESSAGE_CHARACTERS_MAX)

function validated(field: string, validate: () => readonly JsonError[]): readonly JsonError[] {
  try {
    return validate()
  } catch (thrown) {
    throw badInput(`${field}: the schema ${overflow(thrown)}`)
  }
}

const MESSAGE_CHARACTERS_MAX = 200

/** `Invalid schema found at #/type: Keyword 'type' is not ...` without its beginning. */
const flawText = (message: string): string =>
  clipped(message.replace(/^Invalid schema found at [^:]*: /, ''), MESSAGE_CHARACTERS_MAX)

/** The library does not escape keys in its pointers; which of them hold a slash, the value says. */
function pointerIn(value: unknown, told = ''): string {
  const rest = told.replace(/^#/, '')
  return (findPointer(value, rest, '') ?? rest) || ''
}

function findPointer(value: unknown, rest: string, path: string): string | undefined {
  if (rest === '') return path
  const keys = keysAt(value, rest)
  for (const key of keys) {
    const inner = (value as Readonly<Record<string, unknown>>)[key]
    const deeper = findPointer(inner, rest.slice(key.length + 1), pointerTo(path, key))
    if (deeper !== undefined) return deeper
  }
  return undefined
}

/** Keys that begin what is left of a pointer, the longest first. */
function keysAt(value: unknown, rest: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const ends = [...rest.slice(1).matchAll(/\/|$/g)].map(({ index }) => rest.slice(1, index + 1))
  return ends.filter((key) => Object.hasOwn(value, key)).toReversed()
}

/** Where the name of a fault in the library is not that of its keyword. */
const KEYWORDS: Readonly<Record<string, string>> = {
  'required-property': 'required',
  'no-additional-properties': 'additionalProperties',
  'multiple-one-of': 'oneOf',
  'missing-one-of-property': 'oneOf',
  'missing-one-of-declarator': 'oneOf',
  'one-of-property': 'oneOf',
  'contains-any': 'contains',
  'contains-array': 'contains',
  'contains-min': 'minContains',
  'contains-max': 'maxContains',
  'missing-dependency': 'dependentRequired',
  'min-length-one': 'minLength',
  'min-items-one': 'minItems',
  'missing-array-item': 'items',
  'invalid-data': 'false',
  'forbidden-property': 'not',
  'invalid-property-name': 'propertyNames',
  'unevaluated-property': 'unevaluatedProperties',
  'unknown-property': 'additionalProperties',
  ref: '$ref',
}

function keywordOf(code: string): string {
  const name = code.replace(/-error$/, '')
  if (name.startsWith('format-')) return 'format'
  return KEYWORDS[name] ?? name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function faultOf(field: string, value: unknown, { code, message, data }: JsonError): SchemaFault {
  const keyword = keywordOf(valueText(code))
  const { pointer, schema: _schema, value: _value, ...params } = data as JsonObject
  if (keyword === '$ref')
    throw badInput(`${field}: the reference ${excerpt(String(params['ref']))} leads nowhere in it`)
  const told = saying(keyword, params)
  return {
    path: pointerIn(value, valueText(pointer ?? '')),
    keyword,
    message: told ?? clipped(message, MESSAGE_CHARACTERS_MAX),
    params: small(params),
  }
}

const quoted = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(' or ') : excerpt(String(value))

/** Own sentences for the most common errors. */
function saying(keyword: string, params: JsonObject): string | undefined {
  const { key, property, received } = params
  const limit = params[keyword]
  if (keyword === 'type') return `must be ${list(params['expected'])}, but is ${list(received)}`
  if (keyword === 'required') return `must have the member ${quoted(key)}`
  if (keyword === 'additionalProperties') return `must not have the member ${quoted(property)}`
  if (keyword === 'enum')
    return `must be one of ${clipped(JSON.stringify(params['values'] ?? []), 150)}`
  if (keyword === 'anyOf') return 'must satisfy at least one of the schemas under anyOf'
  if (keyword === 'not') return 'must not satisfy the schema under not'
  if (keyword === 'false') return 'must not be there'
  if (keyword === 'pattern' && params['pattern'] !== undefined)
    return `must match the pattern ${excerpt(valueText(params['pattern']), 100)}`
  const bound = BOUNDS[keyword]
  return bound !== undefined && typeof limit === 'number'
    ? bound.replace('%', String(limit))
    : undefined
}

const list = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(' or ') : String(value)

const BOUNDS: Readonly<Record<string, string>> = {
  minimum: 'must be at least %',
  maximum: 'must be at most %',
  exclusiveMinimum: 'must be greater than %',
  exclusiveMaximum: 'must be less than %',
  multipleOf: 'must be a multiple of %',
  minLength: 'must have at least % characters',
  maxLength: 'must have at most % characters',
  minItems: 'must have at least % items',
  maxItems: 'must have at most % items',
  minProperties: 'must have at least % members',
  maxProperties: 'must have at most % members',
}

/** Without schemas and values that may be as large as the input. */
const small = (params: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(params).filter(
      ([, one]) => !isObject(one) && JSON.stringify(one ?? null).length <= MESSAGE_CHARACTERS_MAX,
    ),
  )
