import { badInput } from '../../base/core/fault.ts'
import { foreignObject } from '../../base/lib/foreign-json.ts'
import type { JsonObject } from '../../base/lib/json-object.ts'

export const HEADER_KINDS = ['payment-required', 'payment-signature', 'payment-response'] as const
export type HeaderKind = (typeof HEADER_KINDS)[number]

/** The decoded value of an x402 header. */
export interface ReadHeader {
  readonly kind: HeaderKind
  readonly decoded: JsonObject
  /** The JSON as written. */
  readonly json: Buffer
  /** It is plain JSON instead of base64. */
  readonly isPlain: boolean
  /** Problems of its encoding. */
  readonly problems: readonly string[]
}

const NAME =
  /^(?:payment-required|payment-signature|payment-response|x-payment-response|x-payment)\s*:/i

/** Reads a header as a client or a server sent it, with or without its name. */
export function readHeader(field: string, text: string): ReadHeader {
  const value = text.trim().replace(NAME, '').trim()
  const problems: string[] = []
  const isPlain = value.startsWith('{')
  if (isPlain) problems.push('it is plain JSON; x402 sends base64 of the JSON')
  else if (/\s/.test(value)) problems.push('it holds white space, which no header value may hold')
  if (!isPlain && /[-_]/.test(value))
    problems.push('it is written in base64url; stock clients take base64 with + and / only')
  const bare = value.replace(/\s+/g, '')
  if (!isPlain && !/^[A-Za-z0-9+/_-]+={0,2}$/.test(bare))
    throw badInput(`${field}: must be base64 of a JSON object, as x402 headers are`)
  const json = isPlain ? Buffer.from(value) : Buffer.from(bare, 'base64')
  const decoded = foreignObject(json)
  if (!decoded) throw badInput(`${field}: is base64, but must hold a JSON object`)
  const kind = kindOf(decoded)
  if (!kind)
    throw badInput(
      `${field}: must hold a quote (accepts), a payment (payload) or a receipt (success)`,
    )
  return { kind, decoded, json, isPlain, problems }
}

function kindOf(value: JsonObject): HeaderKind | null {
  if (value['accepts'] !== undefined) return 'payment-required'
  if (value['payload'] !== undefined) return 'payment-signature'
  return value['success'] === undefined ? null : 'payment-response'
}
