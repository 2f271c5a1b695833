import type { JsonObject } from '../../base/lib/json-object.ts'
import { isObject } from '../../base/lib/json-object.ts'
import { isJsonType, preferredMedia } from '../../engines/openapi/choose.ts'
import type { Media, Operation, Parameter } from '../../engines/openapi/operations.ts'
import type { Schemas } from '../../engines/openapi/schemas.ts'
import { exampleIn, writtenOut, type Field } from './schema.ts'

/** A field of the tool, and its place in the request to the API. */
export interface OperationField extends Field {
  readonly name: string
  readonly example: unknown
  /** It can be written into the query of a GET. */
  readonly isScalar: boolean
  /** A parameter, a member of the body, or the whole body. */
  readonly place: Parameter | 'member' | 'body'
}

/** Headers of the request itself, which OpenAPI does not allow as parameters. */
const OF_HTTP = new Set(['accept', 'content-type', 'authorization'])
export const FORM = 'application/x-www-form-urlencoded'

/** The fields of an operation, or why it cannot be sold. */
export function fieldsOf(
  operation: Operation,
  schemas: Schemas,
  isOurs: (parameter: Parameter) => boolean,
): readonly OperationField[] | string {
  const parameters = operation.parameters.filter(
    (one) => !isOurs(one) && !(one.in === 'header' && OF_HTTP.has(one.name.toLowerCase())),
  )
  const cookie = parameters.find(({ in: place, required }) => place === 'cookie' && required)
  if (cookie) return `it takes the cookie ${cookie.name}`
  const sent = parameters.filter(({ in: place }) => place !== 'cookie')
  const counts = Map.groupBy(sent, ({ name }) => name)
  const own = sent.map((one): OperationField => {
    const schema = writtenOut(schemas.standalone(one.schema, 'request'))
    const isShared = (counts.get(one.name)?.length ?? 0) > 1
    const name = isShared
      ? `${one.name}In${one.in.replace(/^./, (c) => c.toUpperCase())}`
      : one.name
    return { ...fieldOf(name, schema, one), isScalar: isScalar(schema), place: one }
  })
  const body = bodyFields(operation, schemas, new Set(own.map(({ name }) => name)))
  return typeof body === 'string' ? body : [...own, ...body]
}

interface FieldFacts {
  readonly description: string
  readonly required: boolean
  readonly example?: unknown
}

const fieldOf = (
  name: string,
  schema: JsonObject,
  { description, required, example }: FieldFacts,
) => ({
  name,
  schema,
  description,
  required,
  example: example ?? exampleIn(schema),
})

const isScalar = ({ type, anyOf, oneOf, allOf, items }: JsonObject): boolean => {
  const types = [type ?? []].flat()
  if (anyOf || oneOf || allOf || types.length === 0) return false
  if (types.includes('array')) return isObject(items) && isScalar(items)
  return !types.includes('object')
}

function bodyFields(
  { body }: Operation,
  schemas: Schemas,
  taken: ReadonlySet<string>,
): readonly OperationField[] | string {
  if (!body) return []
  const media = mediaOf(body.content)
  if (!media) return `it takes ${[...body.content.keys()].join(', ') || 'a body without a type'}`
  const [, { schema: given, example }] = media
  const schema = writtenOut(schemas.standalone(given, 'request'))
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : []
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const isOpen = properties.length > 0 && properties.every(([name]) => !taken.has(name))
  // If the body is optional as a whole, its members are not required.
  if (isOpen && !schema['allOf'] && (body.required || required.size === 0))
    return properties.map(([name, one]): OperationField => {
      const own = isObject(one) ? one : {}
      const shown = isObject(example) ? example[name] : undefined
      const told = { description: '', required: required.has(name), example: shown }
      return { ...fieldOf(name, own, told), isScalar: false, place: 'member' }
    })
  const description = body.description || 'Body of the request.'
  const name = taken.has('body') ? 'requestBody' : 'body'
  const told = { description, required: body.required, example }
  return [{ ...fieldOf(name, schema, told), isScalar: false, place: 'body' }]
}

/** JSON, else a form; other media types are not supported. */
export function mediaOf(content: ReadonlyMap<string, Media>) {
  const best = preferredMedia(content)
  if (best && isJsonType(best[0])) return best
  const form = content.get(FORM)
  return form && ([FORM, form] as const)
}
