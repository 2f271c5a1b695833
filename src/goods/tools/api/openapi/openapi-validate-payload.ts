import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { json } from '../../../../base/lib/json-guard.ts'
import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'
import { schemaCheck } from '../../../../engines/formats/json-schema.ts'
import { preferredMedia } from '../../../../engines/openapi/choose.ts'
import type { Operation } from '../../../../engines/openapi/operations.ts'
import { createSchemas, type Direction } from '../../../../engines/openapi/schemas.ts'
import { chosen, exampleSpec, readOperation, spec, statusField } from './_fields.ts'
import { replyOf } from './_reply.ts'

const FAULTS_MAX = 100

export default defineTool({
  route: 'POST /api/openapi-validate-payload',
  name: 'OpenAPI payload check',
  description:
    'Does a payload (request body, response body, parameters) fit its OpenAPI or Swagger ' +
    'operation? Validates it and names each fault.',
  asks: [
    'validate a request body against an OpenAPI operation',
    'does my payload fit the swagger operation',
    'does my request body match the API',
    'is the response what the contract promises',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  heavyField: 'spec',
  input: z.object({
    spec: spec(),
    ...chosen,
    part: z
      .enum(['request', 'response', 'parameters'])
      .describe('Part of the operation that the payload is.'),
    payload: json({ bytesMax: 500 * KB }).describe(
      'The body as JSON, up to 500 KB; for parameters an object of names and values.',
    ),
    status: statusField,
  }),
  output: z.object({
    valid: z.boolean(),
    errors: z
      .array(
        z.object({ path: z.string().describe('Place, as a JSON Pointer.'), message: z.string() }),
      )
      .describe('Errors, the first 100.'),
    schema: z.unknown().describe('Schema of the check, as JSON Schema 2020-12.'),
    contentType: z.string().nullable().describe('Media type of that schema.'),
    unread: z.array(z.string()).describe('References out of the document, which were not checked.'),
  }),
  examples: [
    {
      input: {
        spec: exampleSpec({
          '/a': {
            get: {
              operationId: 'a',
              responses: {
                '200': {
                  description: 'ok',
                  content: {
                    'application/json': { schema: { type: 'object', required: ['id'] } },
                  },
                },
              },
            },
          },
        }),
        operationId: 'a',
        part: 'response',
        payload: {},
      },
      output: {
        valid: false,
        errors: [{ path: '', message: 'must have the member "id"' }],
        schema: { type: 'object', required: ['id'] },
        contentType: 'application/json',
        unread: [],
      },
    },
  ],

  async run(input) {
    const { document, operation } = await readOperation(input)
    const { standalone, unread } = createSchemas(document)
    const { schema, contentType, direction } = schemaOf(operation, input.part, input.status)
    const whole =
      input.part === 'parameters'
        ? parameterSchema(operation, (one) => standalone(one, 'request'))
        : standalone(schema, direction)
    const value = input.part === 'parameters' ? parametersIn(input.payload) : input.payload
    const { faultsOf } = await schemaCheck('spec', whole)
    const faults = faultsOf(value)
    return {
      valid: faults.length === 0,
      errors: faults.slice(0, FAULTS_MAX).map(({ path, message }) => ({ path, message })),
      schema: whole,
      contentType,
      unread: [...unread],
    }
  },
})

function schemaOf(
  operation: Operation,
  part: 'request' | 'response' | 'parameters',
  status: string,
): { schema: unknown; contentType: string | null; direction: Direction } {
  if (part === 'parameters') return { schema: {}, contentType: null, direction: 'request' }
  const content = part === 'request' ? operation.body?.content : replyOf(operation, status).content
  const found = content && preferredMedia(content)
  if (!found) {
    const field = part === 'request' ? 'part' : 'status'
    throw badInput(`${field}: the operation has no body with a schema for this ${part}`)
  }
  const [contentType, { schema }] = found
  return { schema, contentType, direction: part }
}

/** Parameters as members of one object. Which of them are demanded is the document's word. */
function parameterSchema(
  { parameters }: Operation,
  standalone: (schema: unknown) => JsonObject,
): JsonObject {
  const defs: Record<string, unknown> = {}
  const properties = parameters.map(({ name, schema }): [string, unknown] => {
    const { $defs, ...own } = standalone(schema)
    Object.assign(defs, $defs)
    return [name, own]
  })
  const required = parameters.flatMap(({ name, required: isNeeded }) => (isNeeded ? [name] : []))
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required,
    additionalProperties: false,
    ...(Object.keys(defs).length > 0 && { $defs: defs }),
  }
}

function parametersIn(payload: unknown): JsonObject {
  if (!isObject(payload)) throw badInput('payload: must be an object of names and values')
  return payload
}
