import { z } from 'zod'
import { unspaced } from './bytes.ts'

/** Input fields that many tools share, so that a limit reads the same everywhere. */

export const KB = 1024
export const MB = 1024 * KB

/** Text of at most `bytesMax` bytes of UTF-8. */
export const text = (bytesMax: number) => {
  const error = `must be at most ${sizeOf(bytesMax)} of UTF-8`
  return z
    .string()
    .max(bytesMax, { error, abort: true })
    .refine((value) => Buffer.byteLength(value) <= bytesMax, { error })
}

/**
 * One line of text for names, queries and headers. Control characters and U+FFFD, which replaces
 * invalid UTF-8, are refused: they match nothing, and change the meaning of texts built from them.
 */
export const line = (lengthMax: number) =>
  z
    .string()
    .trim()
    .max(lengthMax)
    .refine((value) => !/[\p{Cc}\ufffd]/u.test(value), {
      error: 'must be one line of text, without control characters or broken UTF-8',
    })

/** A search query. */
export const searchText = (lengthMax: number) =>
  line(lengthMax).min(1, { error: 'must not be empty' })

const WORD = /[\p{L}\p{N}]/u

/** Text with at least one letter or digit. */
export const wordsText = (lengthMax: number) =>
  searchText(lengthMax).refine((text) => WORD.test(text), { error: 'must hold a word' })

/** Short text that may also be a JSON number, such as epoch seconds. Returned as text. */
export const numericText = (lengthMax: number) =>
  z.preprocess(
    (value) => (typeof value === 'number' ? String(value) : value),
    z.string().max(lengthMax),
  )

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/

/**
 * Base64 or base64url with optional white space, at most `bytesMax` decoded bytes. Returned as
 * text.
 */
export const base64 = (bytesMax: number) =>
  z
    .string()
    .max(Math.ceil(bytesMax / 3) * 4 + 1024, {
      error: `must hold at most ${sizeOf(bytesMax)}`,
      abort: true,
    })
    .refine((value) => BASE64.test(unspaced(value)), { error: 'must be base64' })
    .meta({ contentEncoding: 'base64' })

export const hex = () =>
  z.string().regex(/^(0x)?([0-9a-fA-F]{2})*$/, { error: 'must be hex digits in pairs' })

function sizeOf(bytes: number): string {
  return bytes >= MB ? `${bytes / MB} MB` : bytes >= KB ? `${bytes / KB} KB` : `${bytes} bytes`
}

/** A setting that is yes or no, and the texts that say no. */
export const flag = z
  .enum(['true', 'false', '1', '0'], { error: 'must be `true` or `false`' })
  .transform((value) => value === 'true' || value === '1')
export const FLAG_OFF = ['false', '0'] as const

/** Of an answer: text that a source may leave out. */
export const nullableText = () => z.string().nullable()

/** A setting that is an HTTP address. */
export const httpUrl = z
  .string()
  .regex(/^https?:\/\/[^\s/?#]/, { error: 'must be an http(s) address' })
