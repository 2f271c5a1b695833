import { isUtf8 } from 'node:buffer'
import { badInput } from '../core/fault.ts'

export type InputEncoding = 'utf8' | 'hex' | 'latin1'

/** Decodes the field `text` into bytes. */
export function bytesOf(text: string, encoding: InputEncoding = 'utf8'): Buffer {
  if (encoding === 'hex') return bytesOfHex('text', text)
  if (encoding === 'latin1' && /[\u0100-\uffff]/.test(text)) {
    throw badInput('text: must hold only characters up to U+00FF when inputEncoding is latin1')
  }
  return Buffer.from(text, encoding)
}

export function bytesOfHex(field: string, value: string): Buffer {
  const digits = value.replace(/^0x/i, '')
  const at = digits.search(/[^0-9a-f]/i)
  if (at >= 0)
    throw badInput(`${field}: must be hex digits, but holds ${excerpt(digits.slice(at))}`)
  if (digits.length % 2 > 0) {
    throw badInput(`${field}: must be hex digits in pairs, but their number is ${digits.length}`)
  }
  return Buffer.from(digits, 'hex')
}

/** Base64 or base64url, white space and missing padding allowed, anything else refused. */
export function bytesOfBase64(
  field: string,
  value: string,
  bytesMax = Infinity,
): Buffer<ArrayBuffer> {
  const packed = unspaced(value)
  const [, digits = '', padding = ''] = /^([A-Za-z0-9+/_-]*)(={0,2})$/.exec(packed) ?? []
  if (digits === '' && packed !== '') throw badInput(`${field}: must be base64`)
  if (digits.length % 4 === 1 || (padding !== '' && packed.length % 4 > 0)) {
    throw badInput(
      `${field}: must be whole base64, but its last group is cut short or misses padding`,
    )
  }
  const bytes = Buffer.from(digits, 'base64')
  if (bytes.length > bytesMax) throw badInput(`${field}: must hold at most ${bytesMax} bytes`)
  return bytes
}

/**
 * Removes ASCII white space. A plain loop: replacing four million spaces by a pattern would block
 * the event loop.
 */
export function unspaced(value: string): string {
  if (!/\s/.test(value)) return value
  const bytes = Buffer.from(value)
  let kept = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) continue
    bytes[kept] = byte
    kept += 1
  }
  return bytes.toString('utf8', 0, kept)
}

/** Decodes bytes that are valid UTF-8; undefined for other bytes. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? asBuffer(bytes).toString('utf8') : undefined
}

/** Whether bytes are UTF-8 without control characters that text files do not have. */
export function isText(bytes: Uint8Array): boolean {
  if (!isUtf8(bytes)) return false
  // A plain loop: a callback for each of eight million bytes would block the event loop.
  for (const byte of bytes) if (IS_CONTROL[byte] === 1) return false
  return true
}

const IS_CONTROL = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte === 0x7f || (byte < 0x20 && (byte < 0x07 || byte > 0x0d) && byte !== 0x1b)),
)

export const hexOf = (bytes: Uint8Array): string => asBuffer(bytes).toString('hex')

export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A quoted piece of what the caller sent, short enough for a message. */
export function excerpt(value: string, length = 40): string {
  return JSON.stringify(clipped(value, length))
}

/** The beginning of a text, never half a surrogate pair. */
export function clipped(value: string, length: number): string {
  if (value.length <= length) return value
  return `${value.slice(0, length).replace(/[\ud800-\udbff]$/, '')}…`
}
