import { clipped } from '../../../../base/lib/bytes.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'
import { nameOf, preferredMedia } from '../../../../engines/openapi/choose.ts'
import type { ApiDocument } from '../../../../engines/openapi/document.ts'
import type { Operation } from '../../../../engines/openapi/operations.ts'
import { createSchemas } from '../../../../engines/openapi/schemas.ts'
import {
  definitionOf,
  writtenFor,
  type ToolDialect,
} from '../../../../engines/formats/tool-definition.ts'

/** The shortest that the APIs of language models allow. */
const NAME_CHARACTERS_MAX = 64
const DESCRIPTION_CHARACTERS_MAX = 1_000

/** Operations as definitions of tools: parameters and the body are members of one object. */
export function toolsOf(
  document: ApiDocument,
  operations: readonly Operation[],
  dialect: ToolDialect,
  dropExamples: boolean,
): readonly JsonObject[] {
  const schemas = createSchemas(document)
  const taken = new Set<string>()
  return operations.map((operation) => {
    const name = uniqueName(operation, taken)
    const description = descriptionOf(operation)
    const schema = inputOf(operation, (one) => schemas.standalone(one, 'request'))
    const inputSchema = dropExamples ? withoutExamples(schema, false) : schema
    return writtenFor(definitionOf({ name, description, inputSchema }, 'mcp'), dialect)
  })
}

function uniqueName({ id, method, path }: Operation, taken: Set<string>): string {
  const words = (id ?? `${method.toLowerCase()}_${path}`).replace(/[^A-Za-z0-9_-]+/g, '_')
  const whole = words.replace(/^_+|_+$/g, '').slice(0, NAME_CHARACTERS_MAX) || 'operation'
  let name = whole
  for (let count = 2; taken.has(name); count += 1) {
    const ending = `_${count}`
    name = whole.slice(0, NAME_CHARACTERS_MAX - ending.length) + ending
  }
  taken.add(name)
  return name
}

const descriptionOf = (operation: Operation): string => {
  const { summary, description } = operation
  const told = [summary, description === summary ? '' : description].filter(Boolean).join(' ')
  return clipped(told === '' ? `Calls ${nameOf(operation)}.` : told, DESCRIPTION_CHARACTERS_MAX)
}

function inputOf(
  { parameters, body }: Operation,
  standalone: (schema: unknown) => JsonObject,
): JsonObject {
  const defs: Record<string, unknown> = {}
  const properties = new Map<string, JsonObject>()
  const required: string[] = []
  const add = (name: string, schema: unknown, description: string, isRequired: boolean) => {
    const { $defs, ...own } = standalone(schema)
    Object.assign(defs, $defs)
    properties.set(name, { ...own, ...(description !== '' && { description }) })
    if (isRequired) required.push(name)
  }
  for (const one of parameters) add(one.name, one.schema, one.description, one.required)
  const media = body && preferredMedia(body.content)
  if (media) {
    const name = properties.has('body') ? 'request_body' : 'body'
    add(name, media[1].schema, body.description || 'Body of the request.', body.required)
  }
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: [...new Set(required)] }),
    ...(Object.keys(defs).length > 0 && { $defs: defs }),
  }
}

function withoutExamples(value: unknown, areNames: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutExamples(one, false))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => areNames || key !== 'examples')
      .map(([key, inner]) => [
        key,
        withoutExamples(inner, !areNames && /^(properties|patternProperties|\$defs)$/.test(key)),
      ]),
  )
}
