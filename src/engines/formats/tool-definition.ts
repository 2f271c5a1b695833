import { jsonType, pointerTo } from '../../base/lib/json-guard.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'

/** Converts tool definitions between the APIs of language models. */

export const DIALECTS = ['mcp', 'openai', 'anthropic', 'gemini'] as const
export type ToolDialect = (typeof DIALECTS)[number]

export interface Problem {
  readonly tool: string
  readonly path: string
  readonly severity: 'error' | 'warning'
  readonly message: string
}

type Add = (path: string, severity: Problem['severity'], message: string) => void

export interface Definition {
  readonly holder: JsonObject
  readonly holderPath: string
  readonly name: string | undefined
  readonly namePath: string
  readonly description: string | undefined
  readonly schema: JsonObject | undefined
  readonly schemaPath: string
  readonly strict: boolean
}

const SCHEMA_NAMES: Readonly<Record<ToolDialect, string>> = {
  mcp: 'inputSchema',
  openai: 'parameters',
  anthropic: 'input_schema',
  gemini: 'parameters',
}

export function definitionOf(tool: JsonObject, dialect: ToolDialect): Definition {
  // Chat completions nest the function; the Responses API does not.
  const isNested = dialect === 'openai' && isObject(tool['function'])
  const holder = isNested ? (tool['function'] as JsonObject) : tool
  const holderPath = isNested ? '/function' : ''
  const schemaName = SCHEMA_NAMES[dialect]
  const schema = holder[schemaName]
  const name = holder['name']
  const description = holder['description']
  return {
    holder,
    holderPath,
    name: typeof name === 'string' ? name : undefined,
    namePath: `${holderPath}/name`,
    description: typeof description === 'string' ? description : undefined,
    schema: isObject(schema) ? schema : undefined,
    schemaPath: `${holderPath}/${schemaName}`,
    strict: holder['strict'] === true,
  }
}

const NAMES: Readonly<Record<ToolDialect, readonly [pattern: RegExp, says: string]>> = {
  mcp: [/^[A-Za-z0-9_./-]{1,128}$/, 'letters, digits, _ - . /, at most 128'],
  openai: [/^[A-Za-z0-9_-]{1,64}$/, 'letters, digits, _ and -, at most 64'],
  anthropic: [/^[A-Za-z0-9_-]{1,128}$/, 'letters, digits, _ and -, at most 128'],
  gemini: [
    /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/,
    'letters, digits, _ . : -, at most 128, no digit first',
  ],
}
/** A shorter description does not tell a model when to use the tool. */
const DESCRIPTION_CHARACTERS_MIN = 10
const OPENAI_DESCRIPTION_MAX = 1_024
/** Keywords that structured outputs do not support. */
const NOT_STRICT = new Set([
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
])
/** The keywords of JSON Schema that Gemini's `parameters` supports. */
const GEMINI = new Set([
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'items',
  'maxItems',
  'minItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'pattern',
  'example',
  'anyOf',
  'propertyOrdering',
  'default',
])

export function lintDefinition(definition: Definition, dialect: ToolDialect, add: Add): void {
  const { holder, holderPath, name, namePath, description, schema, schemaPath } = definition
  const [pattern, says] = NAMES[dialect]
  if (holder['name'] === undefined) add(namePath, 'error', 'is required')
  else if (name === undefined)
    add(namePath, 'error', `must be a string, not ${jsonType(holder['name'])}`)
  else if (!pattern.test(name)) add(namePath, 'error', `must be ${says} characters`)
  const descriptionPath = `${holderPath}/description`
  if (description === undefined)
    add(descriptionPath, 'warning', 'is missing: a model chooses by it')
  else if (description.trim().length < DESCRIPTION_CHARACTERS_MIN)
    add(descriptionPath, 'warning', 'is too short to choose by')
  else if (dialect === 'openai' && description.length > OPENAI_DESCRIPTION_MAX)
    add(descriptionPath, 'error', `must have at most ${OPENAI_DESCRIPTION_MAX} characters`)
  if (dialect === 'openai' && holder['type'] === undefined && holderPath === '')
    add('/type', 'error', 'is required, and must be function')
  const given = holder[SCHEMA_NAMES[dialect]]
  if (!schema) {
    const isOptional = given === undefined && (dialect === 'openai' || dialect === 'gemini')
    if (!isOptional)
      add(
        schemaPath,
        'error',
        given === undefined ? 'is required' : `must be an object, not ${jsonType(given)}`,
      )
    return
  }
  const type = typeof schema['type'] === 'string' ? schema['type'].toLowerCase() : ''
  if (type !== 'object') add(`${schemaPath}/type`, 'error', 'must be object')
  lintSchema(schema, schemaPath, definition, dialect, add)
}

const DEPTH_MAX = 60

function lintSchema(
  schema: JsonObject,
  path: string,
  definition: Definition,
  dialect: ToolDialect,
  add: Add,
  depth = 0,
): void {
  if (depth > DEPTH_MAX) return
  const { properties, required } = schema as { properties?: unknown; required?: unknown }
  const names = isObject(properties) ? Object.keys(properties) : []
  const needed = Array.isArray(required) ? required : []
  for (const name of needed)
    if (!names.includes(String(name)))
      add(
        `${path}/required`,
        'error',
        `names ${JSON.stringify(name)}, which properties does not have`,
      )
  if (definition.strict && dialect === 'openai') {
    if (isObject(properties) && schema['additionalProperties'] !== false)
      add(path, 'error', 'strict asks for additionalProperties: false in each object')
    for (const name of names.filter((one) => !needed.includes(one)))
      add(`${path}/required`, 'error', `strict asks for every property, and ${name} is not there`)
  }
  for (const keyword of Object.keys(schema)) {
    if (definition.strict && dialect === 'openai' && NOT_STRICT.has(keyword))
      add(pointerTo(path, keyword), 'error', 'is not read in strict mode')
    if (dialect === 'gemini' && !GEMINI.has(keyword))
      add(pointerTo(path, keyword), 'warning', 'is not read by Gemini')
    if (keyword === '$ref' && !String(schema[keyword]).startsWith('#'))
      add(pointerTo(path, keyword), 'error', 'must lead to a place inside of the schema')
  }
  for (const name of names) {
    const inner = isObject(properties) ? properties[name] : undefined
    const at = pointerTo(`${path}/properties`, name)
    if (!isObject(inner)) continue
    if (inner['description'] === undefined && depth === 0)
      add(`${at}/description`, 'warning', 'is missing: a model fills the property in by it')
    lintSchema(inner, at, definition, dialect, add, depth + 1)
  }
  if (isObject(schema['items']))
    lintSchema(schema['items'], `${path}/items`, definition, dialect, add, depth + 1)
}

/** The same tool for another API. */
export function writtenFor(definition: Definition, to: ToolDialect): JsonObject {
  const { name = '', description, schema } = definition
  const plain = lowerTypes(schema ?? { type: 'object', properties: {} }) as JsonObject
  const head = { name, ...(description !== undefined && { description }) }
  if (to === 'mcp') return { ...head, inputSchema: plain }
  if (to === 'anthropic') return { ...head, input_schema: plain }
  if (to === 'gemini') return { ...head, parameters: forGemini(plain) }
  return { type: 'function', function: { ...head, parameters: plain } }
}

/** Gemini writes OBJECT where JSON Schema has object. */
function lowerTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowerTypes)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'type' && typeof inner === 'string' ? inner.toLowerCase() : lowerTypes(inner),
    ]),
  )
}

/** Removes unsupported keywords, but not properties with such names. */
function forGemini(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, inner]) => {
      if (!GEMINI.has(key)) return []
      if (key === 'properties' && isObject(inner))
        return [
          [
            key,
            Object.fromEntries(
              Object.entries(inner).map(([name, one]) => [
                name,
                isObject(one) ? forGemini(one) : one,
              ]),
            ),
          ],
        ]
      if (key === 'items' && isObject(inner)) return [[key, forGemini(inner)]]
      if (key === 'anyOf' && Array.isArray(inner))
        return [[key, inner.map((one: unknown) => (isObject(one) ? forGemini(one) : one))]]
      return [[key, inner]]
    }),
  )
}
