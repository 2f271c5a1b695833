import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'
import type { Collection, SavedRequest } from './_saved.ts'

/** An OpenAPI document made from recorded requests: a first version, which people complete. */

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])
/** Headers of the program that sent the request, not of the operation. */
const OF_CLIENT =
  /^(accept|accept-.*|authorization|cache-control|connection|content-.*|cookie|host|origin|pragma|referer|sec-.*|user-agent|te|dnt|priority|if-.*|upgrade-.*|x-requested-with|postman-token)$/

export function openApiOf({ title, requests }: Collection, warnings: string[]): JsonObject {
  const paths = new Map<string, Map<string, JsonObject>>()
  const servers = new Set<string>()
  const ids = new Set<string>()
  const schemes = new Map<string, JsonObject>()
  for (const request of requests) {
    const method = request.method.toLowerCase()
    const target = targetOf(request.url)
    if (!target || !METHODS.has(method)) {
      warnings.push(`${request.method} ${request.url.slice(0, 100)} has no place in OpenAPI`)
      continue
    }
    servers.add(target.server)
    const item = paths.get(target.path) ?? new Map<string, JsonObject>()
    const security = securityOf(request, schemes)
    const before = item.get(method)
    item.set(
      method,
      before ? withAnswers(before, request) : operationOf(request, target, ids, security),
    )
    paths.set(target.path, item)
  }
  if (servers.size > 1) warnings.push(`${servers.size} servers are named for all paths together`)
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0.0' },
    servers: [...servers].map((url) => ({ url })),
    paths: Object.fromEntries([...paths].map(([path, item]) => [path, Object.fromEntries(item)])),
    ...(schemes.size > 0 && { components: { securitySchemes: Object.fromEntries(schemes) } }),
  }
}

interface Target {
  readonly server: string
  readonly path: string
  readonly places: readonly string[]
  readonly query: readonly (readonly [string, string])[]
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

function targetOf(url: string): Target | null {
  const found =
    /^((?:https?:\/\/)?(?:\{\{[^{}]+\}\}|[^/?#{}]+)(?::\d+)?)(\/[^?#]*)?(?:\?([^#]*))?/i.exec(url)
  const [, first = '', path = '/', query = ''] = found ?? []
  const server = first.replace(/\{\{([^{}]+)\}\}/g, '{$1}')
  if (first === '' || (!/^https?:\/\/./i.test(first) && !first.startsWith('{{'))) return null
  const places: string[] = []
  const parts = path.split('/').map((part) => {
    const variable = /^\{\{([^{}]+)\}\}$/.exec(part)?.[1]
    if (variable === undefined && !/^\d+$/.test(part) && !UUID.test(part)) return part
    const wanted = variable ?? 'id'
    let name = wanted
    for (let count = 2; places.includes(name); count += 1) name = `${wanted}${count}`
    places.push(name)
    return `{${name}}`
  })
  return { server, path: parts.join('/'), places, query: [...new URLSearchParams(query)] }
}

function operationOf(
  { name, method, headers, body, answers }: SavedRequest,
  { path, places, query }: Target,
  ids: Set<string>,
  security: readonly JsonObject[],
): JsonObject {
  const own = Object.entries(headers).filter(([key]) => !OF_CLIENT.test(key))
  const parameters = [
    ...places.map((one) => ({ name: one, in: 'path', required: true, schema: { type: 'string' } })),
    ...[...new Map(query)].map(([one, value]) => ({ name: one, in: 'query', ...sampled(value) })),
    ...own.map(([one, value]) => ({ name: one, in: 'header', ...sampled(value) })),
  ]
  return {
    operationId: uniqueId(name || `${method} ${path}`, ids),
    ...(name !== '' && { summary: name }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== null && { requestBody: { content: contentOf(headers['content-type'], body) } }),
    responses: answersOf(answers),
    ...(security.length > 0 && { security }),
  }
}

/** A variable says nothing of the type. */
const sampled = (value: string): JsonObject =>
  value.includes('{{') || value === ''
    ? { schema: { type: 'string' } }
    : { schema: { type: /^-?\d{1,15}$/.test(value) ? 'integer' : 'string' } }

function answersOf(answers: SavedRequest['answers']): JsonObject {
  if (answers.length === 0) return { default: { description: 'Not recorded.' } }
  return Object.fromEntries(
    answers.map(({ status, description }) => [
      String(status),
      { description: description || `Status ${status}.` },
    ]),
  )
}

const withAnswers = (before: JsonObject, { answers }: SavedRequest): JsonObject => {
  const known = isObject(before['responses']) ? before['responses'] : {}
  const { default: unknown, ...told } = { ...known, ...(answers.length > 0 && answersOf(answers)) }
  const isTold = Object.keys(told).length > 0
  return { ...before, responses: isTold ? told : { default: unknown } }
}

function uniqueId(name: string, ids: Set<string>): string {
  const words = name.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '') || 'operation'
  let id = words.slice(0, 80)
  for (let count = 2; ids.has(id); count += 1) id = `${words.slice(0, 80)}_${count}`
  ids.add(id)
  return id
}

function contentOf(given: string | undefined, body: string): JsonObject {
  const type = given?.split(';')[0]?.trim().toLowerCase() ?? 'text/plain'
  const value = jsonIn(body)
  if (value !== undefined)
    return { [/json/.test(type) ? type : 'application/json']: { schema: schemaOf(value, 0) } }
  const isForm = /form/.test(type)
  const names = isForm ? [...new URLSearchParams(body).keys()] : []
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  return { [type]: { schema: isForm ? { type: 'object', properties } : { type: 'string' } } }
}

function jsonIn(body: string): unknown {
  try {
    // A variable in the place of a number is no JSON; null stands for it.
    return JSON.parse(body.replace(/([:[,]\s*)\{\{[^{}]+\}\}/g, '$1null'))
  } catch {
    return undefined
  }
}

const DEPTH_MAX = 12

/** Made from one value only, so no member is required. */
function schemaOf(value: unknown, depth: number): JsonObject {
  if (value === null || depth > DEPTH_MAX) return {}
  if (Array.isArray(value)) {
    const [first] = value as readonly unknown[]
    return { type: 'array', ...(value.length > 0 && { items: schemaOf(first, depth + 1) }) }
  }
  if (isObject(value)) {
    const properties = Object.entries(value).map(([key, one]) => [key, schemaOf(one, depth + 1)])
    return { type: 'object', properties: Object.fromEntries(properties) }
  }
  return { type: typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value }
}

/** Ways to authenticate, never the credentials themselves. */
function securityOf({ headers }: SavedRequest, schemes: Map<string, JsonObject>) {
  const [kind = ''] = (headers['authorization'] ?? '').split(' ')
  const scheme = kind.toLowerCase()
  if (scheme === '') return []
  const isPlain = scheme === 'basic' || scheme === 'bearer'
  const name = isPlain ? scheme : 'authorization'
  schemes.set(
    name,
    isPlain ? { type: 'http', scheme } : { type: 'apiKey', in: 'header', name: 'Authorization' },
  )
  return [{ [name]: [] }]
}
