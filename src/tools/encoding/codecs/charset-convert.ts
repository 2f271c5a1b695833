import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { base64, MB } from '../../../lib/fields.ts'
import { bytesOfBase64, excerpt } from '../../../lib/bytes.ts'
import { placeBySize } from '../../../lib/placement.ts'
import { type Charset, decoderOf, detectCharset, isValidIn, markedCharset } from './_charset.ts'
import { mended } from './_mojibake.ts'

export default defineTool({
  route: 'POST /api/charset-convert',
  name: 'Charset convert',
  description: 'Decode bytes of a legacy character set, detecting it, and mend mojibake.',
  asks: ['fix garbled characters in a text file', 'change latin1 or shift-jis text to utf-8'],
  price: '$0.001',
  uses: {},
  place: ({ base64 }) => placeBySize(base64.length),
  input: z.object({
    base64: base64(2 * MB).describe('The bytes as Base64, up to 2 MB.'),
    from: z
      .string()
      .max(40)
      .default('auto')
      .describe('Character set such as windows-1252, shift_jis, utf-16le, utf-32; or `auto`.'),
    fixMojibake: z
      .boolean()
      .default(false)
      .describe('Mend UTF-8 that was once read as windows-1252, such as "cafÃ©".'),
  }),
  output: z.object({
    text: z.string().describe('The text, without byte-order mark; U+FFFD where bytes are invalid.'),
    charset: z.string().describe('The character set by its name in the WHATWG standard.'),
    confidence: z
      .number()
      .describe('0 to 1: how sure the detection is; for a named set, 0 if some bytes are invalid.'),
    hadBom: z.boolean().describe('Whether the bytes began with a byte-order mark.'),
  }),
  examples: [
    {
      input: { base64: 'Y2Fm6Q==' },
      output: { text: 'café', charset: 'windows-1252', confidence: 0.2, hadBom: false },
    },
    {
      input: { base64: 'k/qWe4zq', from: 'shift_jis' },
      output: { text: '日本語', charset: 'shift_jis', confidence: 1, hadBom: false },
    },
    {
      input: { base64: 'Y2Fmw4PCqQ==', fixMojibake: true },
      output: { text: 'café', charset: 'utf-8', confidence: 0.99, hadBom: false },
    },
  ],

  run({ base64, from, fixMojibake }) {
    const bytes = bytesOfBase64('base64', base64, 2 * MB)
    const charset = /^auto$/i.test(from.trim()) ? detectCharset(bytes) : namedCharset(from, bytes)
    const text = decoded(bytes.subarray(charset.bomBytes), charset.name)
    return {
      text: fixMojibake ? mended(text) : text,
      charset: charset.name,
      confidence: charset.confidence,
      hadBom: charset.bomBytes > 0,
    }
  },
})

function namedCharset(from: string, bytes: Buffer): Charset {
  const marked = markedCharset(bytes)
  const wide = /^utf-?32-?(le|be|)$/i.exec(from.trim())
  if (wide) {
    const name = wide[1] ? `utf-32${wide[1].toLowerCase()}` : (marked?.name ?? 'utf-32le')
    const plain = decoded(bytes, name)
    const bomBytes = bomBytesOf(marked, name)
    return { name, confidence: plain.includes('\ufffd') ? 0 : 1, bomBytes }
  }
  const decoder = decoderOf(from, true)
  if (!decoder) {
    throw badInput(
      `from: must be auto or a character set of the web such as windows-1252, koi8-r, ` +
        `gb18030 or utf-32, not ${excerpt(from)}`,
    )
  }
  const bomBytes = bomBytesOf(marked, decoder.encoding)
  return { name: decoder.encoding, confidence: isValidIn(decoder, bytes, false) ? 1 : 0, bomBytes }
}

const bomBytesOf = (marked: Charset | undefined, name: string): number =>
  marked?.name === name ? marked.bomBytes : 0

function decoded(bytes: Buffer, charset: string): string {
  if (charset === 'utf-32le' || charset === 'utf-32be') return decodedUtf32(bytes, charset)
  return decoderOf(charset)?.decode(bytes) ?? ''
}

const CODE_POINT_MAX = 0x10ffff

/** The one Unicode form that no decoder of the platform reads. */
function decodedUtf32(bytes: Buffer, charset: string): string {
  const characters: string[] = []
  for (let at = 0; at < bytes.length; at += 4) {
    const isWhole = at + 4 <= bytes.length
    const point = isWhole ? bytes[charset === 'utf-32le' ? 'readUInt32LE' : 'readUInt32BE'](at) : -1
    const isCharacter = point >= 0 && point <= CODE_POINT_MAX && (point < 0xd800 || point > 0xdfff)
    characters.push(isCharacter ? String.fromCodePoint(point) : '\ufffd')
  }
  return characters.join('')
}
