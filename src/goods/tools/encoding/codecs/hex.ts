import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { bytesOf, excerpt, isText, utf8Of } from '../../../../base/lib/bytes.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'

export default defineTool({
  route: 'POST /api/hex',
  name: 'Hex',
  description: 'Text to hex bytes and back, or a hex dump with offsets.',
  asks: [
    'convert text to hex',
    'turn hexadecimal back into readable text',
    'bytes to text',
    'what does 48656c6c6f mean',
    'hex dump',
    'string to hexadecimal',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text }) => placeBySize(text.length),
  input: z.object({
    text: text(2 * MB).describe('The text to encode or dump, or the hex to decode, up to 2 MB.'),
    mode: z
      .enum(['encode', 'decode', 'dump'])
      .default('encode')
      .describe('`dump` prints sixteen bytes a line with offsets and characters.'),
    separator: z
      .string()
      .max(8)
      .optional()
      .describe(
        'Put between the bytes when encoding, up to 8 characters. Decoding skips it, and always ' +
          'white space, `:` `,` `;` `-` `0x` and `\\x`.',
      ),
  }),
  output: z.object({
    text: z
      .string()
      .optional()
      .describe('The hex, or the decoded text; absent if the bytes are not UTF-8, and in a dump.'),
    bytes: z.int().describe('Number of raw bytes.'),
    dump: z
      .string()
      .optional()
      .describe('The hex dump; also answered by `decode` when the bytes are not text.'),
  }),
  examples: [
    { input: { text: 'hello' }, output: { text: '68656c6c6f', bytes: 5 } },
    {
      input: { text: '68:65:6c:6c:6f', mode: 'decode' },
      output: { text: 'hello', bytes: 5 },
    },
    {
      input: { text: 'hello', mode: 'dump' },
      output: {
        bytes: 5,
        dump: '00000000  68 65 6c 6c 6f                                    |hello|\n00000005',
      },
    },
  ],

  run({ text, mode, separator = '' }) {
    if (mode === 'decode') {
      const bytes = decode(text, separator)
      const plain = utf8Of(bytes)
      return { text: plain, bytes: bytes.length, ...(isText(bytes) ? {} : { dump: dumpOf(bytes) }) }
    }
    const bytes = bytesOf(text)
    if (mode === 'dump') return { bytes: bytes.length, dump: dumpOf(bytes) }
    return { text: joined(bytes, separator), bytes: bytes.length }
  },
})

/** Only plain loops from here on, so that two megabytes take at most tens of milliseconds. */
function joined(bytes: Buffer, separator: string): string {
  if (separator === '' || bytes.length === 0) return bytes.toString('hex')
  const pairs = Array.from({ length: 256 }, (_, byte) => separator + pairOf(byte))
  let text = ''
  for (const byte of bytes) text += pairs[byte]
  return text.slice(separator.length)
}

const pairOf = (byte: number): string => byte.toString(16).padStart(2, '0')

const SEPARATOR = 0x10
const INVALID = 0x20
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[\s:,;-]/.test(character)) return SEPARATOR
  return /[0-9a-f]/i.test(character) ? Number.parseInt(character, 16) : INVALID
})

function decode(text: string, separator: string): Buffer {
  if (/^[0-9a-f]+$/i.test(separator)) {
    throw badInput('separator: must hold a character that is not a hex digit')
  }
  const spaced = separator ? text.replaceAll(separator, ' ') : text
  const digits = /x/i.test(spaced) ? spaced.replaceAll(/\\x|\b0x/gi, ' ') : spaced
  const bytes = Buffer.alloc(digits.length >> 1)
  let length = 0
  let high = SEPARATOR
  for (let at = 0; at <= digits.length; at += 1) {
    const value = at < digits.length ? (VALUES[digits.charCodeAt(at)] ?? INVALID) : SEPARATOR
    const isHalf = high !== SEPARATOR
    if (value === INVALID || (value === SEPARATOR && isHalf)) throw notPairs(digits, at)
    if (isHalf) bytes[length++] = high * 16 + value
    high = isHalf ? SEPARATOR : value
  }
  return bytes.subarray(0, length)
}

function notPairs(digits: string, at: number) {
  const around = digits.slice(Math.max(0, at - 3), at + 4).trim()
  return badInput(`text: must be hex digits in pairs, but holds ${excerpt(around)}`)
}

const ROW = 16
/** Offset, pairs, characters between bars, and a line feed. */
const ROW_WIDTH = 79
const PAIRS_AT = 10
const CHARACTERS_AT = 60
const DIGITS = Buffer.from('0123456789abcdef')
const [SPACE, DOT, BAR, LINE_FEED] = Buffer.from(' .|\n')

/** The layout of `hexdump -Cv`. */
function dumpOf(bytes: Buffer): string {
  const rows = Math.ceil(bytes.length / ROW)
  const dump = Buffer.alloc(rows * ROW_WIDTH, SPACE)
  for (let row = 0; row < rows; row += 1) {
    const line = dump.subarray(row * ROW_WIDTH)
    line.write(offset(row * ROW), 'latin1')
    writeRow(line, bytes.subarray(row * ROW, row * ROW + ROW))
  }
  const spare = rows * ROW - bytes.length
  const end = bytes.length > 0 ? offset(bytes.length) : ''
  return dump.toString('latin1', 0, dump.length - spare) + end
}

function writeRow(line: Buffer, row: Buffer): void {
  for (let at = 0; at < row.length; at += 1) {
    const byte = row[at]!
    const place = PAIRS_AT + 3 * at + (at < ROW / 2 ? 0 : 1)
    line[place] = DIGITS[byte >> 4]!
    line[place + 1] = DIGITS[byte & 15]!
    line[CHARACTERS_AT + 1 + at] = byte >= 0x20 && byte < 0x7f ? byte : DOT!
  }
  line[CHARACTERS_AT] = BAR!
  line[CHARACTERS_AT + 1 + row.length] = BAR!
  line[CHARACTERS_AT + 2 + row.length] = LINE_FEED!
}

const offset = (at: number): string => at.toString(16).padStart(8, '0')
