import { listOf, objectOf, textOf } from './_har.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'

/** Requests that were saved by people's programs, and what those formats have in common. */

export interface SavedRequest {
  readonly name: string
  readonly method: string
  /** With variables filled in where their values are known; others stay as `{{name}}`. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly answers: readonly { readonly status: number; readonly description: string }[]
}

export interface Collection {
  readonly title: string
  readonly requests: readonly SavedRequest[]
  readonly warnings: readonly string[]
}

export const headersFrom = (pairs: readonly (readonly [string, string])[]) =>
  Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]))

export type Fill = (text: string) => string

/** `{{name}}` and `{{ _.name }}`, once over: values that hold variables keep them. */
export const filling =
  (values: ReadonlyMap<string, string>): Fill =>
  (text) =>
    text.replace(
      /\{\{\s*(?:_\.)?([^{}\s]{1,100})\s*\}\}/g,
      (whole, name: string) => values.get(name) ?? `{{${name}}}`,
    )

/** The header without its secret: `Bearer {{token}}`. */
export function authHeaders(auth: JsonObject): readonly (readonly [string, string])[] {
  const type = textOf(auth['type'])
  if (/^(bearer|oauth2|jwt)$/.test(type)) return [['authorization', 'Bearer {{token}}']]
  if (type === 'basic') return [['authorization', 'Basic {{credentials}}']]
  if (type !== 'apikey') return []
  const own = new Map(
    listOf(auth['apikey']).map((one) => {
      const { key, value } = objectOf(one)
      return [textOf(key), textOf(value)] as const
    }),
  )
  return own.get('in') === 'query' ? [] : [[own.get('key') || 'x-api-key', '{{apiKey}}']]
}
