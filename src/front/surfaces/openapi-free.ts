import type { JsonObject } from '../../base/lib/json-object.ts'
import { DOCUMENTS } from './documents.ts'
import type { FreeEndpoint } from './free-endpoint.ts'
import { BODY_REFUSALS, refusals } from './openapi-components.ts'
import { pathOf, publicEndpoints, type Shop } from './surface.ts'

type Paths = Readonly<Record<string, JsonObject>>

/** The tag of all free operations. */
export const FREE_TAG = 'discovery'

/** The paths of the documents and of the free endpoints. */
export function freePaths(shop: Shop): Paths {
  const documents = Object.entries(DOCUMENTS).map(([id, { path, summary, contentType }]) => {
    const [type = contentType] = contentType.split(';')
    const schema = type === 'application/json' ? { type: 'object' } : { type: 'string' }
    return [path, { get: operation({ id, summary }, { [type]: { schema } }) }] as const
  })
  const endpoints = publicEndpoints(shop).map((endpoint) => {
    return [pathOf(endpoint), methodsOf(endpoint)] as const
  })
  return Object.fromEntries([...documents, ...endpoints])
}

function methodsOf(endpoint: FreeEndpoint): JsonObject {
  const { id, methods, summary, answer, keyed, isPage } = endpoint
  const contentType = isPage ? 'text/html' : 'application/json'
  return Object.fromEntries(
    methods.map((method) => {
      const shared = operation(
        { id: method === 'GET' ? id : `${id}-${method.toLowerCase()}`, summary },
        { [contentType]: { schema: answer } },
        [...endpoint.refusals, ...(method === 'POST' ? BODY_REFUSALS : [])],
      )
      const security = keyed ? { security: [{ credits: [] }] } : {}
      return [method.toLowerCase(), { ...shared, ...inputOf(endpoint, method), ...security }]
    }),
  )
}

function operation(
  { id, summary }: { readonly id: string; readonly summary: string },
  content: JsonObject,
  statuses: readonly number[] = [],
): JsonObject {
  return {
    operationId: `free-${id}`,
    tags: [FREE_TAG],
    summary,
    security: [],
    responses: { 200: { description: summary, content }, ...refusals(statuses) },
  }
}

function inputOf(
  { input = {}, inPath = {}, required = [] }: FreeEndpoint,
  method: string,
): JsonObject {
  const path = Object.entries(inPath).map(([name, schema]) => {
    return { name, in: 'path', required: true, schema }
  })
  if (method === 'POST') {
    const schema = { type: 'object', properties: input, required }
    return { parameters: path, requestBody: { content: { 'application/json': { schema } } } }
  }
  const query = Object.entries(input).map(([name, schema]) => {
    return { name, in: 'query', required: required.includes(name), schema }
  })
  return { parameters: [...path, ...query] }
}
