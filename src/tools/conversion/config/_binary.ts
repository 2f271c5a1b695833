import { badInput } from '../../../core/fault.ts'
import { bytesOfBase64 } from '../../../lib/bytes.ts'
import { wholeOrText } from '../../../lib/exact-number.ts'
import { isObject } from '../../../lib/json-object.ts'
import { MB } from '../../../lib/fields.ts'

const DEPTH_MAX = 100
const VALUES_MAX = 200_000
export const BYTES_MAX = MB

/** Values of binary formats as JSON: bytes as `{"$bytes": base64}`, what JSON lacks as text. */
export function jsonOf(value: unknown): unknown {
  let left = VALUES_MAX
  return plain(value, 0)

  function plain(value: unknown, depth: number): unknown {
    left -= 1
    if (left < 0) throw badInput(`base64: holds more than ${VALUES_MAX} values`)
    if (depth > DEPTH_MAX) throw badInput(`base64: is nested deeper than ${DEPTH_MAX} levels`)
    if (typeof value === 'bigint') return wholeOrText(value)
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
    if (value === undefined) return null
    if (typeof value !== 'object' || value === null) return value
    if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') }
    if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1))
    const entries = value instanceof Map ? [...value] : Object.entries(value)
    const members = new Map<string, unknown>()
    for (const [key, inner] of entries as [unknown, unknown][]) {
      const name = nameOf(key, depth)
      if (members.has(name)) throw badInput(`base64: the key ${name.slice(0, 40)} repeats`)
      members.set(name, plain(inner, depth + 1))
    }
    return Object.fromEntries(members)
  }

  function nameOf(key: unknown, depth: number): string {
    return typeof key === 'string' ? key : JSON.stringify(plain(key, depth + 1))
  }
}

/** JSON with its `{"$bytes": base64}` as bytes again. */
export function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBytes)
  if (!isObject(value)) return value
  const { $bytes } = value
  if (typeof $bytes === 'string' && Object.keys(value).length === 1)
    return new Uint8Array(bytesOfBase64('data', $bytes))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withBytes(inner)]))
}
