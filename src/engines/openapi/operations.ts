import { pointerTo } from '../../base/lib/json-guard.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import { objectAt, type ApiDocument } from './document.ts'

/** The operations of a document, in one form for all versions of OpenAPI. */

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly deprecated: boolean
  readonly description: string
  readonly schema: unknown
  /** The media type of a parameter that holds a document, such as JSON. */
  readonly contentType: string | null
  readonly style: string
  readonly explode: boolean
  readonly example: unknown
}

export interface Media {
  readonly schema: unknown
  readonly example: unknown
}

export interface Body {
  readonly required: boolean
  readonly description: string
  readonly content: ReadonlyMap<string, Media>
}

export interface Reply {
  readonly status: string
  readonly description: string
  readonly content: ReadonlyMap<string, Media>
}

export type Security = readonly Readonly<Record<string, readonly string[]>>[]

export interface Operation {
  readonly id: string | null
  /** In upper case. */
  readonly method: string
  readonly path: string
  /** The JSON Pointer of the operation. */
  readonly pointer: string
  readonly raw: JsonObject
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly deprecated: boolean
  /** Marked as not meant for the public. */
  readonly internal: boolean
  readonly parameters: readonly Parameter[]
  readonly body: Body | null
  readonly replies: readonly Reply[]
  readonly security: Security
}

export const METHODS = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
]

export function operationsOf(document: ApiDocument): readonly Operation[] {
  const { root } = document
  return entriesOf(root['paths'])
    .filter(([path]) => path.startsWith('/'))
    .flatMap(([path, given]) => {
      const item = objectAt(root, given)
      const pointer = pointerTo('/paths', path)
      const fixed = METHODS.flatMap((method) =>
        isObject(item[method])
          ? [operationOf(document, item, method, path, pointerTo(pointer, method))]
          : [],
      )
      // Methods of any other name, since 3.2.
      const more = entriesOf(item['additionalOperations']).flatMap(([method, raw]) =>
        isObject(raw)
          ? [
              operationOf(
                document,
                { ...item, [method]: raw },
                method,
                path,
                pointerTo(`${pointer}/additionalOperations`, method),
              ),
            ]
          : [],
      )
      return [...fixed, ...more]
    })
}

function operationOf(
  document: ApiDocument,
  item: JsonObject,
  method: string,
  path: string,
  pointer: string,
): Operation {
  const { root } = document
  const raw = item[method] as JsonObject
  const all = parametersOf(root, item['parameters'], raw['parameters'])
  const own = document.version === '2.0' ? all.filter((one) => !isBodyOf2(one)) : all
  return {
    id: typeof raw['operationId'] === 'string' ? raw['operationId'] : null,
    method: method.toUpperCase(),
    path,
    pointer,
    raw,
    summary: textOf(raw['summary'] ?? item['summary']),
    description: textOf(raw['description'] ?? item['description']),
    tags: listOf(raw['tags']).filter((tag) => typeof tag === 'string'),
    deprecated: raw['deprecated'] === true,
    internal: raw['x-internal'] === true || item['x-internal'] === true,
    parameters: own.map(parameterOf),
    body: document.version === '2.0' ? bodyOf2(document, raw, all) : bodyOf(root, raw),
    replies: repliesOf(document, raw),
    security: securityOf(raw['security'] ?? root['security']),
  }
}

/** The parameters of the operation, and those of the path that it does not override. */
function parametersOf(root: JsonObject, ofPath: unknown, ofOperation: unknown) {
  const found = new Map<string, JsonObject>()
  for (const given of [...listOf(ofPath), ...listOf(ofOperation)]) {
    const one = objectAt(root, given)
    if (typeof one['name'] === 'string') found.set(`${String(one['in'])} ${one['name']}`, one)
  }
  return [...found.values()]
}

const isBodyOf2 = (one: JsonObject): boolean => one['in'] === 'body' || one['in'] === 'formData'

function parameterOf(one: JsonObject): Parameter {
  const place = textOf(one['in'])
  const [content] = entriesOf(one['content'])
  const media = isObject(content?.[1]) ? content[1] : {}
  const style = textOf(one['style']) || (/^(query|cookie)$/.test(place) ? 'form' : 'simple')
  const isMulti = one['collectionFormat'] === 'multi'
  // Version 2.0 writes the schema into the parameter itself.
  const schema = one['schema'] ?? media['schema'] ?? (one['type'] === undefined ? {} : one)
  return {
    name: textOf(one['name']),
    in: place,
    required: one['required'] === true || place === 'path',
    deprecated: one['deprecated'] === true,
    description: textOf(one['description']),
    schema,
    contentType: content ? content[0] : null,
    style,
    explode:
      typeof one['explode'] === 'boolean'
        ? one['explode']
        : schema === one
          ? isMulti
          : style === 'form',
    example: one['example'] ?? exampleIn(one['examples']),
  }
}

function bodyOf(root: JsonObject, raw: JsonObject): Body | null {
  if (raw['requestBody'] === undefined) return null
  const body = objectAt(root, raw['requestBody'])
  return {
    required: body['required'] === true,
    description: textOf(body['description']),
    content: contentOf(root, body['content']),
  }
}

function contentOf(root: JsonObject, content: unknown): ReadonlyMap<string, Media> {
  return new Map(
    entriesOf(content).map(([type, given]) => {
      const media = objectAt(root, given)
      const example = media['example'] ?? exampleIn(media['examples'], root)
      return [type, { schema: media['schema'] ?? media['itemSchema'], example }]
    }),
  )
}

/** The value of the first of several named examples. */
function exampleIn(examples: unknown, root: JsonObject = {}): unknown {
  const [first] = entriesOf(examples)
  if (!first) return undefined
  const example = objectAt(root, first[1])
  return example['value'] ?? example['dataValue']
}

function bodyOf2(
  { root }: ApiDocument,
  raw: JsonObject,
  parameters: readonly JsonObject[],
): Body | null {
  const types = mediaTypes(raw['consumes'] ?? root['consumes'])
  const whole = parameters.find((one) => one['in'] === 'body')
  const fields = parameters.filter((one) => one['in'] === 'formData')
  if (!whole && fields.length === 0) return null
  const hasFile = fields.some((one) => one['type'] === 'file')
  const formType = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  const schema = whole
    ? whole['schema']
    : {
        type: 'object',
        properties: Object.fromEntries(fields.map((one) => [String(one['name']), one])),
        required: fields.flatMap((one) => (one['required'] === true ? [one['name']] : [])),
      }
  const ofForm = types.filter((type) => /^(multipart\/|application\/x-www-form)/.test(type))
  const allowed = whole ? types : ofForm.length > 0 ? ofForm : [formType]
  return {
    required: whole ? whole['required'] === true : fields.some((one) => one['required'] === true),
    description: textOf(whole?.['description']),
    content: new Map(allowed.map((type) => [type, { schema, example: undefined }])),
  }
}

const mediaTypes = (value: unknown): readonly string[] => {
  const types = listOf(value).filter((one) => typeof one === 'string')
  return types.length > 0 ? types : ['application/json']
}

function repliesOf({ root, version }: ApiDocument, raw: JsonObject): readonly Reply[] {
  return entriesOf(raw['responses'])
    .filter(([status]) => !status.startsWith('x-'))
    .map(([status, given]) => {
      const reply = objectAt(root, given)
      const description = textOf(reply['description'])
      if (version !== '2.0')
        return { status, description, content: contentOf(root, reply['content']) }
      const examples = isObject(reply['examples']) ? reply['examples'] : {}
      const types = reply['schema'] ? mediaTypes(raw['produces'] ?? root['produces']) : []
      const content = types.map((type): [string, Media] => [
        type,
        { schema: reply['schema'], example: examples[type] },
      ])
      return { status, description, content: new Map(content) }
    })
}

const securityOf = (value: unknown): Security =>
  listOf(value)
    .filter(isObject)
    .map((one) =>
      Object.fromEntries(
        Object.entries(one).map(([name, scopes]) => [name, listOf(scopes).map(String)]),
      ),
    )

export const entriesOf = (value: unknown): readonly [string, unknown][] =>
  isObject(value) ? Object.entries(value) : []
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
