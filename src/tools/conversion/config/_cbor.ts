import { badInput } from '../../../core/fault.ts'

type Decode = () => unknown

const BIG = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)

/** What tags of RFC 8949 and the usual registered ones mean; others are shown with their number. */
const TAGS: Readonly<Record<number, (value: unknown) => unknown>> = {
  1: (seconds) => momentOf(seconds),
  2: (bytes) => (bytes instanceof Uint8Array ? BIG(bytes) : bytes),
  3: (bytes) => (bytes instanceof Uint8Array ? -1n - BIG(bytes) : bytes),
  37: (bytes) => (bytes instanceof Uint8Array && bytes.length === 16 ? uuidOf(bytes) : bytes),
  55_799: (value) => value,
}

/** Tags whose value says enough by itself: texts of times, addresses, patterns, and sets. */
const TRANSPARENT = new Set([0, 21, 22, 23, 32, 33, 34, 35, 36, 258])

function momentOf(seconds: unknown): unknown {
  const date = new Date(Number(seconds) * 1_000)
  return Number.isNaN(date.getTime()) ? { $tag: 1, value: seconds } : date.toISOString()
}

const uuidOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** The library looks tags up by number, and takes a missing one for an error. */
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
    throw badInput(`base64: is no CBOR: ${message.slice(0, 200)}`)
  }
}
