import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { base64, MB } from '../../../../base/lib/fields.ts'
import { bytesOfBase64, excerpt } from '../../../../base/lib/bytes.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import { type Charset, decoderOf, detectCharset, isValidIn, markedCharset } from './_charset.ts'

export default defineTool({
  route: 'POST /api/charset-convert',
  name: 'Charset convert',
  description: 'Decode bytes of a legacy character set, detecting it, and mend mojibake.',
  asks: [
    'fix garbled characters in a text file',
    'change latin1 or shift-jis text to utf-8',
    'umlauts are garbled',
    'file from an old Windows program is unreadable',
    'strange symbols instead of letters',
    'wrong encoding',
  ],
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
      .describe('Whether to mend UTF-8 that was once read as windows-1252, such as "cafÃ©".'),
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
    const text = decodeAs(bytes.subarray(charset.bomBytes), charset.name)
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
    const plain = decodeAs(bytes, name)
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

function decodeAs(bytes: Buffer, charset: string): string {
  if (charset === 'utf-32le' || charset === 'utf-32be') return decodedUtf32(bytes, charset)
  return decoderOf(charset)?.decode(bytes) ?? ''
}

const CODE_POINT_MAX = 0x10ffff

/** The only Unicode form that no decoder of the platform reads. */
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

/** Bytes of UTF-8 beyond ASCII, each as a character of Latin-1. */
const UTF8_AS_LATIN1 = new RegExp(
  '(?:' +
    [
      '[\u00c2-\u00df][\u0080-\u00bf]',
      '\u00e0[\u00a0-\u00bf][\u0080-\u00bf]',
      '[\u00e1-\u00ec\u00ee\u00ef][\u0080-\u00bf]{2}',
      '\u00ed[\u0080-\u009f][\u0080-\u00bf]',
      '\u00f0[\u0090-\u00bf][\u0080-\u00bf]{2}',
      '[\u00f1-\u00f3][\u0080-\u00bf]{3}',
      '\u00f4[\u0080-\u008f][\u0080-\u00bf]{2}',
    ].join('|') +
    '){1,1000}',
  'g',
)

/** By code unit, the byte of windows-1252 or Latin-1; 0 if neither has it. */
const BYTES = bytesByCodeUnit()

function bytesByCodeUnit(): Uint8Array {
  const bytes = new Uint8Array(0x10000)
  for (let byte = 1; byte < 0x100; byte += 1) {
    bytes[byte] = byte
    bytes[new TextDecoder('windows-1252').decode(Uint8Array.of(byte)).charCodeAt(0)] = byte
  }
  return bytes
}

const ROUNDS_MAX = 4

/** Undoes the reading of UTF-8 as windows-1252, as often as that helps. Everything else stays. */
function mended(text: string): string {
  let best = text
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const next = mendedOnce(best)
    if (next === best) break
    best = next
  }
  return best
}

function mendedOnce(text: string): string {
  const bytes = Buffer.alloc(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = BYTES[text.charCodeAt(at)]!
  let result = ''
  let done = 0
  for (const { 0: run, index } of bytes.toString('latin1').matchAll(UTF8_AS_LATIN1)) {
    result += text.slice(done, index) + bytes.toString('utf8', index, index + run.length)
    done = index + run.length
  }
  return result + text.slice(done)
}
