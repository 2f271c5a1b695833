import { isUtf8 } from 'node:buffer'
import { badInput } from '../../../core/fault.ts'
import { base64, MB, text } from '../../../lib/fields.ts'

const DATA_MAX = 2 * MB

/** Data as text or as base64, for tools that take either. */
export const dataFields = {
  text: text(DATA_MAX)
    .optional()
    .describe('The data as text, up to 2 MB of UTF-8. Give this or base64.'),
  base64: base64(DATA_MAX)
    .optional()
    .describe('The data as base64 or base64url, up to 2 MB decoded. Give this or text.'),
}

interface Data {
  readonly text?: string | undefined
  readonly base64?: string | undefined
}

export function dataOf({ text, base64 }: Data): Buffer {
  if ((text === undefined) === (base64 === undefined)) {
    throw badInput('text, base64: give exactly one of them.')
  }
  return text === undefined ? fromBase64('base64', base64 ?? '') : Buffer.from(text)
}

/** Bytes of base64 or base64url, padded or not. Refuses by the name of the field. */
export function fromBase64(field: string, encoded: string): Buffer<ArrayBuffer> {
  const bare = encoded.replace(/\s+/g, '')
  const digits = /^([\w+/-]*)={0,2}$/.exec(bare)?.[1]
  if (digits === undefined || digits.length % 4 === 1) {
    throw badInput(`${field}: must be base64 or base64url.`)
  }
  return Buffer.from(digits, 'base64')
}

/** Bytes of hex, with or without 0x. */
export function fromHex(field: string, encoded: string): Buffer {
  if (!/^(0x)?([0-9a-f]{2})*$/i.test(encoded)) {
    throw badInput(`${field}: must be hex digits in pairs.`)
  }
  return Buffer.from(encoded.replace(/^0x/i, ''), 'hex')
}

/** The text that bytes spell, if they are UTF-8 at all. */
export const utf8Of = (bytes: Buffer): string | undefined =>
  isUtf8(bytes) ? bytes.toString('utf8') : undefined

/** Gives other calls their turn in the midst of a long computation. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
