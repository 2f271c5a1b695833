import { badInput } from '../../base/core/fault.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'
import type { Operation, Parameter } from '../../engines/openapi/operations.ts'
import { headerText, pathText, queryPairs } from '../../engines/openapi/serialize.ts'
import type { UpstreamRequest } from '../../capabilities/upstreams/define.ts'
import { FORM, mediaOf, type OperationField } from './openapi-fields.ts'

type Request = UpstreamRequest & { readonly path: string }

/** What the API is sent for an input. */
export function requestFor(
  operation: Operation,
  fields: readonly OperationField[],
  input: JsonObject,
  ours: Readonly<Record<string, string>>,
): Request {
  const query: string[] = Object.entries(ours).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  )
  const headers: Record<string, string> = {}
  const members: Record<string, unknown> = {}
  let { path } = operation
  let body: unknown
  for (const { name, place } of fields) {
    const value = input[name]
    if (value === undefined) continue
    if (place === 'member') members[name] = value
    else if (place === 'body') body = value
    else if (place.in === 'path')
      path = path.replaceAll(`{${place.name}}`, inPath(place, name, value))
    else if (place.in === 'query') query.push(...inQuery(place, name, value, ours))
    else headers[place.name.toLowerCase()] = inHeader(place, name, value)
  }
  const method = operation.method as NonNullable<UpstreamRequest['method']>
  const address = query.length > 0 ? `${path}?${query.join('&')}` : path
  const sent = Object.keys(members).length > 0 ? members : body
  return { path: address, method, headers, ...bodyOf(operation, sent, headers) }
}

/** An empty name, `.` and `..` would make another address of it. */
function inPath(place: Parameter, name: string, value: unknown): string {
  const text = pathText(place, value)
  if (/^(\.|%2e){0,2}$/i.test(text))
    throw badInput(`${name}: must be a name; empty, . and .. are none.`)
  return text
}

/** Members of an object may become fields of their own, and none of them ours. */
function inQuery(place: Parameter, name: string, value: unknown, ours: object): readonly string[] {
  const pairs = queryPairs(place, value)
  const taken = Object.keys(ours).find((own) => pairs.some((pair) => fieldOf(pair) === own))
  if (taken !== undefined) throw badInput(`${name}: must not have ${taken}, which is set here.`)
  return pairs
}

const fieldOf = (pair: string): string => decodeURIComponent(pair.slice(0, pair.indexOf('=')))

function inHeader(place: Parameter, name: string, value: unknown): string {
  const text = headerText(place, value)
  if (!/^[\x20-\x7e]*$/.test(text))
    throw badInput(`${name}: must be visible ASCII, since it is sent as a header.`)
  return text
}

function bodyOf(
  { body }: Operation,
  sent: unknown,
  headers: Readonly<Record<string, string>>,
): Pick<UpstreamRequest, 'json' | 'text' | 'headers'> {
  const media = body && mediaOf(body.content)
  if (!media || (sent === undefined && !body.required)) return {}
  if (media[0] !== FORM) return { json: sent ?? {} }
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(isObject(sent) ? sent : {}))
    for (const one of [value].flat())
      form.append(name, typeof one === 'string' ? one : JSON.stringify(one))
  return { text: form.toString(), headers: { ...headers, 'content-type': FORM } }
}
