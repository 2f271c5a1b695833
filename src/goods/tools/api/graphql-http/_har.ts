import { isObject, type JsonObject } from '../../../../base/lib/json-object.ts'

/** Entries of an HTTP archive (HAR 1.2), whatever of it is missing. */

export interface HarEntry {
  readonly method: string
  readonly url: URL
  readonly requestHeaders: readonly (readonly [name: string, value: string])[]
  readonly responseHeaders: readonly (readonly [name: string, value: string])[]
  readonly postData: { readonly mimeType: string; readonly text: string } | null
  /** 0 where there was no answer. */
  readonly status: number
  readonly mimeType: string
  /** As text, where the archive has it and it is no base64. */
  readonly responseText: string | null
  readonly bytes: number
  readonly timeMs: number
  readonly startedMs: number | null
  readonly cookies: number
}

export interface HarRead {
  readonly entries: readonly HarEntry[]
  /** Entries without an address. */
  readonly skipped: number
}

export function harEntries(log: JsonObject): HarRead {
  const all = listOf(log['entries'])
  const entries = all.flatMap((given) => entryOf(objectOf(given)) ?? [])
  return { entries, skipped: all.length - entries.length }
}

function entryOf(entry: JsonObject): HarEntry | null {
  const request = objectOf(entry['request'])
  const response = objectOf(entry['response'])
  const url = URL.parse(textOf(request['url']))
  if (!url) return null
  const content = objectOf(response['content'])
  const post = objectOf(request['postData'])
  const text = content['encoding'] === 'base64' ? null : content['text']
  const started = Date.parse(textOf(entry['startedDateTime']))
  const sizes = [response['_transferSize'], response['bodySize'], content['size']]
  return {
    method: textOf(request['method']).toUpperCase() || 'GET',
    url,
    requestHeaders: pairsOf(request['headers']),
    responseHeaders: pairsOf(response['headers']),
    postData: postOf(post),
    status: numberOf(response['status']),
    mimeType: textOf(content['mimeType']).split(';')[0]?.trim().toLowerCase() ?? '',
    responseText: typeof text === 'string' ? text : null,
    bytes: sizes.map(numberOf).find((size) => size > 0) ?? 0,
    timeMs: Math.max(0, numberOf(entry['time'])),
    startedMs: Number.isNaN(started) ? null : started,
    cookies: listOf(request['cookies']).length,
  }
}

function postOf(post: JsonObject): HarEntry['postData'] {
  const mimeType = textOf(post['mimeType'])
  if (typeof post['text'] === 'string' && post['text'] !== '')
    return { mimeType, text: post['text'] }
  const params = pairsOf(post['params'])
  if (params.length === 0) return null
  return {
    mimeType,
    text: String(new URLSearchParams(params.map(([a, b]): [string, string] => [a, b]))),
  }
}

const pairsOf = (value: unknown): readonly (readonly [string, string])[] =>
  listOf(value).flatMap((one) => {
    const { name, value: given } = objectOf(one)
    return typeof name === 'string' ? [[name, textOf(given)] as const] : []
  })

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : 0
