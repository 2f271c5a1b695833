import { bytesOfBase64 } from '../../../../base/lib/bytes.ts'
import { badInput } from '../../../../base/core/fault.ts'
import { base64, MB, text } from '../../../../base/lib/fields.ts'

const DATA_MAX = 2 * MB

/** Data as text or as base64, for tools that accept both. */
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
  return text === undefined ? bytesOfBase64('base64', base64 ?? '') : Buffer.from(text)
}

/** Lets other calls run during a long computation. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
