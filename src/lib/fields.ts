import { z } from 'zod'

/** Input fields that many tools share, so that a limit reads the same everywhere. */

export const KB = 1024
export const MB = 1024 * KB

/** Text of at most so many bytes of UTF-8. */
export const text = (bytesMax: number) =>
  z.string().refine((value) => Buffer.byteLength(value) <= bytesMax, {
    error: `must be at most ${sizeOf(bytesMax)} of UTF-8`,
  })

/** Short text that callers also write as a JSON number, such as epoch seconds. Read as text. */
export const numericText = (lengthMax: number) =>
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z.string().max(lengthMax),
  )

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/

/** Base64 or base64url, white space allowed, of at most so many decoded bytes. Stays text. */
export const base64 = (bytesMax: number) =>
  z
    .string()
    .refine((value) => BASE64.test(value.replace(/\s+/g, '')), { error: 'must be base64' })
    .refine((value) => value.length <= Math.ceil(bytesMax / 3) * 4 + 1024, {
      error: `must hold at most ${sizeOf(bytesMax)}`,
    })

export const hex = () =>
  z.string().regex(/^(0x)?([0-9a-fA-F]{2})*$/, { error: 'must be hex digits in pairs' })

function sizeOf(bytes: number): string {
  return bytes >= MB ? `${bytes / MB} MB` : bytes >= KB ? `${bytes / KB} KB` : `${bytes} bytes`
}
