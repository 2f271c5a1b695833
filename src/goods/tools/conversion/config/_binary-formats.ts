import { badInput } from '../../../../base/core/fault.ts'
import { bytesOfBase64 } from '../../../../base/lib/bytes.ts'
import { wholeOrText } from '../../../../engines/formats/exact-number.ts'
import { isObject } from '../../../../base/lib/json-object.ts'
import { MB } from '../../../../base/lib/fields.ts'

const DEPTH_MAX = 100
const VALUES_MAX = 200_000
export const BYTES_MAX = MB

/**
 * Values of binary formats as JSON: bytes as `{"$bytes": base64}`, other types that JSON lacks as
 * text.
 */
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

/** JSON whose `{"$bytes": base64}` objects become bytes again. */
export function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBytes)
  if (!isObject(value)) return value
  const { $bytes } = value
  if (typeof $bytes === 'string' && Object.keys(value).length === 1)
    return new Uint8Array(bytesOfBase64('data', $bytes))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withBytes(inner)]))
}

/** Times are the only extension in the specification; others keep their number and bytes. */
export async function decodeMsgpack(bytes: Uint8Array): Promise<unknown> {
  const { decode, DecodeError, EXT_TIMESTAMP, decodeTimestampToTimeSpec } =
    await import('@msgpack/msgpack')
  const extensionCodec = {
    tryToEncode: () => null,
    decode(data: Uint8Array, type: number): unknown {
      const isTime = type === EXT_TIMESTAMP && [4, 8, 12].includes(data.length)
      if (!isTime) return { $ext: type, data }
      const { sec, nsec } = decodeTimestampToTimeSpec(data)
      return isoOf(sec, nsec) ?? { $ext: type, data }
    },
  }
  try {
    const options = {
      useBigInt64: true,
      extensionCodec,
      mapKeyConverter: (key: unknown) => keyText(key),
    }
    return decode(bytes, options as never)
  } catch (thrown) {
    const isKnown = thrown instanceof DecodeError || thrown instanceof RangeError
    const { message } = thrown as Error
    if (isKnown || thrown instanceof TypeError)
      throw badInput(`base64: is not valid MessagePack: ${message.slice(0, 200)}`)
    throw thrown
  }
}

function isoOf(seconds: number, nanoseconds: number): string | undefined {
  const date = new Date(seconds * 1_000)
  if (Number.isNaN(date.getTime()) || nanoseconds > 999_999_999) return undefined
  const fraction = String(nanoseconds).padStart(9, '0').replace(/0+$/, '')
  return date.toISOString().replace('.000Z', fraction === '' ? 'Z' : `.${fraction}Z`)
}

const keyText = (key: unknown): string =>
  typeof key === 'string'
    ? key
    : JSON.stringify(key, (_name, inner: unknown) =>
        typeof inner === 'bigint' ? String(inner) : inner,
      )

export async function encodeMsgpack(value: unknown): Promise<Uint8Array> {
  const { encode } = await import('@msgpack/msgpack')
  return encode(value, { useBigInt64: true })
}

type Decode = () => unknown

const BIG = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)

/** The tags of RFC 8949 and the common registered ones; other tags are shown with their number. */
const TAGS: Readonly<Record<number, (value: unknown) => unknown>> = {
  1: (seconds) => momentOf(seconds),
  2: (bytes) => (bytes instanceof Uint8Array ? BIG(bytes) : bytes),
  3: (bytes) => (bytes instanceof Uint8Array ? -1n - BIG(bytes) : bytes),
  37: (bytes) => (bytes instanceof Uint8Array && bytes.length === 16 ? uuidOf(bytes) : bytes),
  55_799: (value) => value,
}

/** Tags whose value is clear without them: texts of times, addresses, patterns, and sets. */
const TRANSPARENT = new Set([0, 21, 22, 23, 32, 33, 34, 35, 36, 258])

function momentOf(seconds: unknown): unknown {
  const date = new Date(Number(seconds) * 1_000)
  return Number.isNaN(date.getTime()) ? { $tag: 1, value: seconds } : date.toISOString()
}

const uuidOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** The library looks tags up by number, and treats a missing one as an error. */
const tags = new Proxy([] as ((decode: Decode) => unknown)[], {
  get(target, key) {
    const tag = typeof key === 'string' ? Number(key) : Number.NaN
    if (!Number.isInteger(tag)) return Reflect.get(target, key) as unknown
    return (decode: Decode) => {
      const value = decode()
      const known = TAGS[tag]
      return known ? known(value) : TRANSPARENT.has(tag) ? value : { $tag: tag, value }
    }
  },
})

export async function encodeCbor(value: unknown): Promise<Uint8Array> {
  const { encode, rfc8949EncodeOptions } = await import('cborg')
  return encode(value, { ...rfc8949EncodeOptions })
}

export async function decodeCbor(bytes: Uint8Array): Promise<unknown> {
  const { decode } = await import('cborg')
  try {
    return decode(bytes, {
      allowBigInt: true,
      allowUndefined: true,
      allowInfinity: true,
      allowNaN: true,
      allowIndefinite: true,
      useMaps: true,
      rejectDuplicateMapKeys: true,
      tags,
    }) as unknown
  } catch (thrown) {
    if (thrown instanceof RangeError) throw badInput('base64: is nested too deep')
    const message = (thrown as Error).message.replace(/^CBOR (?:decode )?error:? ?/i, '')
    throw badInput(`base64: is not valid CBOR: ${message.slice(0, 200)}`)
  }
}
