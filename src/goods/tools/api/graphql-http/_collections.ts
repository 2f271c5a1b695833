import { badInput } from '../../../../base/core/fault.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import { harEntries, listOf, objectOf, textOf } from './_har.ts'
import {
  authHeaders,
  filling,
  headersFrom,
  type Collection,
  type Fill,
  type SavedRequest,
} from './_saved.ts'

/** Collections of Postman 2.x, Insomnia 4 and 5, and recordings (HAR). */

const REQUESTS_MAX = 2_000
const DEPTH_MAX = 30

export function readCollection(given: JsonObject): Collection {
  const read = formOf(given)
  if (read.requests.length > REQUESTS_MAX)
    throw badInput(`collection: must hold at most ${REQUESTS_MAX} requests`)
  return read
}

function formOf(given: JsonObject): Collection {
  if (Array.isArray(objectOf(given['log'])['entries'])) return fromHar(objectOf(given['log']))
  if (Array.isArray(given['item'])) return fromPostman(given)
  if (Array.isArray(given['resources'])) return fromInsomnia4(given)
  if (textOf(given['type']).startsWith('collection.insomnia.rest/5')) return fromInsomnia5(given)
  const keys = Object.keys(given).slice(0, 5).join(', ') || 'nothing'
  throw badInput(
    'collection: must be of Postman (item), Insomnia (resources or collection) or HAR ' +
      `(log.entries), but has ${excerpt(keys)}`,
  )
}

function fromHar(log: JsonObject): Collection {
  const { entries, skipped } = harEntries(log)
  const requests = entries.map((one) => ({
    name: `${one.method} ${one.url.pathname}`,
    method: one.method,
    url: one.url.href,
    // Fields of HTTP/2 that are no headers.
    headers: headersFrom(one.requestHeaders.filter(([name]) => !name.startsWith(':'))),
    body: one.postData?.text ?? null,
    answers: one.status === 0 ? [] : [{ status: one.status, description: '' }],
  }))
  const warnings = skipped === 0 ? [] : [`${skipped} entries have no address and are left out`]
  return { title: 'Recorded requests', requests, warnings }
}

function fromPostman(given: JsonObject): Collection {
  const warnings: string[] = []
  const variables = listOf(given['variable']).map((one) => {
    const { key, value } = objectOf(one)
    return [textOf(key), textOf(value)] as const
  })
  const fill = filling(new Map(variables))
  const requests: SavedRequest[] = []
  visit(given['item'], objectOf(given['auth']), 0)
  return { title: textOf(objectOf(given['info'])['name']) || 'Collection', requests, warnings }

  function visit(items: unknown, auth: JsonObject, depth: number): void {
    if (depth > DEPTH_MAX)
      throw badInput(`collection: folders must be at most ${DEPTH_MAX} levels deep`)
    for (const one of listOf(items).map(objectOf)) {
      const own = one['auth'] ?? objectOf(one['request'])['auth']
      const inherited = own === undefined || own === null ? auth : objectOf(own)
      if (Array.isArray(one['item'])) visit(one['item'], inherited, depth + 1)
      else if (one['request'] !== undefined) requests.push(postmanRequest(one, inherited, fill))
      if (Array.isArray(one['event']) && warnings.length < 50)
        warnings.push(`${excerpt(textOf(one['name']))} has scripts, which are left out`)
    }
  }
}

function postmanRequest(item: JsonObject, auth: JsonObject, fill: Fill): SavedRequest {
  const given = item['request']
  const request = typeof given === 'string' ? { url: given } : objectOf(given)
  const { url, method, header, body } = request
  const raw = typeof url === 'string' ? url : textOf(objectOf(url)['raw'])
  const places = listOf(objectOf(url)['variable']).map((one) => textOf(objectOf(one)['key']))
  const pairs = listOf(header)
    .map(objectOf)
    .filter((one) => one['disabled'] !== true)
    .map((one) => [textOf(one['key']), fill(textOf(one['value']))] as const)
  const answers = listOf(item['response']).map((one) => {
    const { code, name } = objectOf(one)
    return { status: Number(code), description: textOf(name) }
  })
  const sent = bodyOf(objectOf(body), fill)
  return {
    name: textOf(item['name']),
    method: (textOf(method) || 'GET').toUpperCase(),
    url: places.reduce(
      (text, name) => text.replace(new RegExp(`/:${escaped(name)}(?=/|\\?|$)`), `/{{${name}}}`),
      fill(raw),
    ),
    headers: headersFrom([...authHeaders(auth), ...sent.headers, ...pairs]),
    body: sent.text,
    answers: answers.filter(({ status }) => status >= 100 && status <= 599),
  }
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

function bodyOf(body: JsonObject, fill: Fill) {
  const mode = textOf(body['mode'])
  const none = { text: null, headers: [] }
  const form = listOf(body[mode])
    .map(objectOf)
    .filter((one) => one['disabled'] !== true)
    .map((one): [string, string] => [textOf(one['key']), fill(textOf(one['value']))])
  if (mode === 'raw') {
    const isJson = objectOf(objectOf(body['options'])['raw'])['language'] === 'json'
    const text = fill(textOf(body['raw']))
    const headers = isJson ? [['content-type', 'application/json'] as const] : []
    return text === '' ? none : { text, headers }
  }
  if (mode === 'graphql') {
    const { query, variables } = objectOf(body['graphql'])
    const text = JSON.stringify({ query: textOf(query), variables: fill(textOf(variables)) })
    return { text, headers: [['content-type', 'application/json'] as const] }
  }
  if (mode !== 'urlencoded' && mode !== 'formdata') return none
  const type = mode === 'formdata' ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  return { text: String(new URLSearchParams(form)), headers: [['content-type', type] as const] }
}

function fromInsomnia4(given: JsonObject): Collection {
  const all = listOf(given['resources']).map(objectOf)
  const data = all.filter((one) => one['_type'] === 'environment').map((one) => one['data'])
  const fill = filling(valuesOf(data))
  const requests = all
    .filter((one) => one['_type'] === 'request')
    .map((one) => insomniaRequest(one, fill))
  const workspace = all.find((one) => one['_type'] === 'workspace')
  return { title: textOf(workspace?.['name']) || 'Collection', requests, warnings: [] }
}

function fromInsomnia5(given: JsonObject): Collection {
  const environment = objectOf(given['environments'])
  const fill = filling(valuesOf([environment['data']]))
  const requests: SavedRequest[] = []
  visit(given['collection'], 0)
  return { title: textOf(given['name']) || 'Collection', requests, warnings: [] }

  function visit(items: unknown, depth: number): void {
    if (depth > DEPTH_MAX)
      throw badInput(`collection: folders must be at most ${DEPTH_MAX} levels deep`)
    for (const one of listOf(items).map(objectOf))
      if (Array.isArray(one['children'])) visit(one['children'], depth + 1)
      else if (typeof one['url'] === 'string') requests.push(insomniaRequest(one, fill))
  }
}

const valuesOf = (all: readonly unknown[]): ReadonlyMap<string, string> =>
  new Map(
    all.flatMap((data) =>
      Object.entries(objectOf(data)).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as const] : [],
      ),
    ),
  )

function insomniaRequest(one: JsonObject, fill: Fill): SavedRequest {
  const body = objectOf(one['body'])
  const pairs = (value: unknown) =>
    listOf(value)
      .map(objectOf)
      .filter(({ disabled }) => disabled !== true)
      .map((pair): [string, string] => [textOf(pair['name']), fill(textOf(pair['value']))])
  const query = pairs(one['parameters'])
  const form = pairs(body['params'])
  const url = fill(textOf(one['url']))
  const text = form.length > 0 ? String(new URLSearchParams(form)) : fill(textOf(body['text']))
  const type = textOf(body['mimeType'])
  const auth = objectOf(one['authentication'])
  return {
    name: textOf(one['name']),
    method: (textOf(one['method']) || 'GET').toUpperCase(),
    url:
      query.length === 0
        ? url
        : `${url}${url.includes('?') ? '&' : '?'}${String(new URLSearchParams(query))}`,
    headers: headersFrom([
      ...(auth['disabled'] === true ? [] : authHeaders(auth)),
      ...(type === '' ? [] : [['content-type', type] as const]),
      ...pairs(one['headers']),
    ]),
    body: text === '' ? null : text,
    answers: [],
  }
}
