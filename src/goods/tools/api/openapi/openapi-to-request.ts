import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { KB } from '../../../../base/lib/fields.ts'
import { jsonObject } from '../../../../base/lib/json-guard.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import {
  isJsonType,
  preferredMedia,
  securitySchemes,
  serversOf,
} from '../../../../engines/openapi/choose.ts'
import type { ApiDocument } from '../../../../engines/openapi/document.ts'
import {
  entriesOf,
  type Operation,
  type Parameter,
} from '../../../../engines/openapi/operations.ts'
import { createSchemas } from '../../../../engines/openapi/schemas.ts'
import { CODE } from '../_request-code.ts'
import { chosen, exampleSpec, readOperation, spec } from './_fields.ts'
import { headerText, pathText, queryPairs } from '../../../../engines/openapi/serialize.ts'

export default defineTool({
  route: 'POST /api/openapi-to-request',
  name: 'OpenAPI to request',
  description:
    'Ready request of one OpenAPI or Swagger operation as a curl command, fetch, Python or ' +
    'HTTPie, with your parameters filled in.',
  asks: [
    'curl command for one openapi operation',
    'ready python request for a swagger operation',
    'how do I call this endpoint with curl',
    'example request from the API description',
  ],
  price: '$0.002',
  secret: true,
  uses: {},
  place: 'thread',
  heavyField: 'spec',
  input: z.object({
    spec: spec(),
    ...chosen,
    params: jsonObject({ bytesMax: 200 * KB })
      .default({})
      .describe(
        'Values by name of the parameter; the body under body; credentials under the name of their ' +
          'security scheme. Up to 200 KB.',
      ),
    language: z
      .enum(['curl', 'fetch', 'python', 'httpie'])
      .default('curl')
      .describe('Language of the code.'),
  }),
  output: z.object({
    request: z.object({
      method: z.string(),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.unknown().describe('Body of the request; null if there is none.'),
    }),
    code: z.string(),
    missing: z
      .array(z.string())
      .describe('Required values that were not given; the request has a sample in their place.'),
  }),
  examples: [
    {
      input: {
        spec: exampleSpec(
          {
            '/a/{id}': {
              get: {
                operationId: 'a',
                parameters: [
                  { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
                  { name: 'tag', in: 'query', schema: { type: 'array' } },
                ],
                responses: {},
              },
            },
          },
          { servers: [{ url: 'https://example.com' }] },
        ),
        operationId: 'a',
        params: { id: 7, tag: ['x', 'y'] },
      },
      output: {
        request: {
          method: 'GET',
          url: 'https://example.com/a/7?tag=x&tag=y',
          headers: {},
          body: null,
        },
        code: "curl -X GET 'https://example.com/a/7?tag=x&tag=y'",
        missing: [],
      },
    },
  ],

  async run(input) {
    const { document, operation } = await readOperation(input)
    const { sampleOf } = await import('../../../../engines/openapi/sample.ts')
    const { standalone } = createSchemas(document)
    const given = givenOf(operation, document, input.params)
    const missing: string[] = []
    const valueOf = (one: Parameter): unknown => {
      if (given.has(one.name)) return given.get(one.name)
      if (!one.required) return undefined
      missing.push(one.name)
      return one.example ?? sampleOf(standalone(one.schema, 'request'), 'request')
    }
    const parts = partsOf(operation, valueOf)
    const body = bodyOf(operation, given, (schema) =>
      sampleOf(standalone(schema, 'request'), 'request'),
    )
    if (body?.isMissing) missing.push('body')
    for (const { name, place, field } of credentials(document, operation)) {
      const value = given.get(field)
      if (value === undefined) missing.push(field)
      place(parts, name, typeof value === 'string' ? value : `<${field}>`)
    }
    const [server = ''] = serversOf(document, operation.raw)
    const isAbsolute = /^https?:\/\//i.test(server)
    if (!isAbsolute) missing.push('server')
    const query = parts.query.length > 0 ? `?${parts.query.join('&')}` : ''
    const cookie = parts.cookies.join('; ')
    const headers = {
      ...parts.headers,
      ...(cookie !== '' && { cookie }),
      ...(body && { 'content-type': body.type }),
    }
    const url = `${isAbsolute ? '' : 'https://example.com'}${server}${parts.path}${query}`
    const { method } = operation
    const request = { method, url, headers, body: body?.value ?? null }
    const code = CODE[input.language]({ ...request, body: body?.text ?? null, auth: null })
    return { request, code, missing }
  },
})

interface RequestParts {
  path: string
  readonly query: string[]
  readonly cookies: string[]
  readonly headers: Record<string, string>
}

/** What the caller gave, refused where the operation has no place for it. */
function givenOf(operation: Operation, document: ApiDocument, params: JsonObject) {
  const names = operation.parameters.map(({ name }) => name)
  const known = new Set([
    ...names,
    ...credentials(document, operation).map(({ field }) => field),
    ...(operation.body ? ['body'] : []),
  ])
  for (const name of Object.keys(params))
    if (!known.has(name))
      throw badInput(`params: the operation has no ${excerpt(name)}, only ${listed(known)}`)
  return new Map(Object.entries(params))
}

const listed = (names: ReadonlySet<string>): string => [...names].slice(0, 20).join(', ') || 'none'

function partsOf(operation: Operation, valueOf: (one: Parameter) => unknown): RequestParts {
  const parts: RequestParts = { path: operation.path, query: [], cookies: [], headers: {} }
  for (const one of operation.parameters) {
    const value = valueOf(one)
    if (value === undefined) continue
    if (one.in === 'path')
      parts.path = parts.path.replaceAll(`{${one.name}}`, () => pathText(one, value))
    else if (one.in === 'header') parts.headers[one.name.toLowerCase()] = headerText(one, value)
    else if (one.in === 'cookie') parts.cookies.push(...queryPairs(one, value))
    else if (one.in === 'query') parts.query.push(...queryPairs(one, value))
  }
  return parts
}

function bodyOf(
  { body }: Operation,
  given: ReadonlyMap<string, unknown>,
  sampled: (schema: unknown) => unknown,
) {
  const found = body && preferredMedia(body.content)
  const isGiven = given.has('body')
  if (!found || !(isGiven || body.required)) return null
  const [type, { schema, example }] = found
  const value = isGiven ? given.get('body') : (example ?? sampled(schema))
  const isForm = type.startsWith('application/x-www-form-urlencoded')
  const text =
    typeof value === 'string' && !isJsonType(type)
      ? value
      : isForm
        ? formText(value)
        : JSON.stringify(value)
  return { type, value, text, isMissing: !isGiven }
}

const formText = (value: unknown): string =>
  String(
    new URLSearchParams(
      entriesOf(value).map(([name, one]): [string, string] => [name, plain(one)]),
    ),
  )

const plain = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

type Place = (parts: RequestParts, name: string, value: string) => void

const PLACES: Readonly<Record<string, Place>> = {
  header: ({ headers }, name, value) => void (headers[name.toLowerCase()] = value),
  query: ({ query }, name, value) =>
    void query.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
  cookie: ({ cookies }, name, value) => void cookies.push(`${name}=${value}`),
}

const withScheme =
  (scheme: string): Place =>
  ({ headers }, _name, value) => {
    headers['authorization'] = `${scheme} ${value}`
  }

const basic: Place = ({ headers }, _name, value) => {
  const isSample = value.startsWith('<')
  headers['authorization'] = `Basic ${isSample ? value : Buffer.from(value).toString('base64')}`
}

/** Of the first way to authenticate that the operation takes. */
function credentials(document: ApiDocument, { security }: Operation) {
  const schemes = securitySchemes(document)
  return Object.keys(security[0] ?? {}).flatMap((field) => {
    const { type, in: where, name, scheme } = schemes[field] ?? {}
    const isBasic = type === 'basic' || (type === 'http' && /^basic$/i.test(String(scheme)))
    const place = type === 'apiKey' ? PLACES[String(where)] : isBasic ? basic : withScheme('Bearer')
    return place && type !== 'mutualTLS' ? [{ field, name: String(name), place }] : []
  })
}
