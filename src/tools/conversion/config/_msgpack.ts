import { badInput } from '../../../core/fault.ts'

/** Times are the only extension that the specification defines; others keep number and bytes. */
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
      mapKeyConverter: (key: unknown) => nameOf(key),
    }
    return decode(bytes, options as never)
  } catch (thrown) {
    const isKnown = thrown instanceof DecodeError || thrown instanceof RangeError
    const { message } = thrown as Error
    if (isKnown || thrown instanceof TypeError)
      throw badInput(`base64: is no MessagePack: ${message.slice(0, 200)}`)
    throw thrown
  }
}

function isoOf(seconds: number, nanoseconds: number): string | undefined {
  const date = new Date(seconds * 1_000)
  if (Number.isNaN(date.getTime()) || nanoseconds > 999_999_999) return undefined
  const fraction = String(nanoseconds).padStart(9, '0').replace(/0+$/, '')
  return date.toISOString().replace('.000Z', fraction === '' ? 'Z' : `.${fraction}Z`)
}

const nameOf = (key: unknown): string =>
  typeof key === 'string'
    ? key
    : JSON.stringify(key, (_name, inner: unknown) =>
        typeof inner === 'bigint' ? String(inner) : inner,
      )

export async function encodeMsgpack(value: unknown): Promise<Uint8Array> {
  const { encode } = await import('@msgpack/msgpack')
  return encode(value, { useBigInt64: true })
}
