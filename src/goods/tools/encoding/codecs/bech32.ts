import { bech32, bech32m } from '@scure/base'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { text } from '../../../../base/lib/fields.ts'
import { bytesOfHex, excerpt, hexOf, isText, utf8Of } from '../../../../base/lib/bytes.ts'

type Variant = 'bech32' | 'bech32m'

export default defineTool({
  route: 'POST /api/bech32',
  name: 'Bech32',
  description: 'Bech32 and Bech32m strings to bytes and back.',
  asks: [
    'what bytes are in this bc1 address',
    'encode bytes as a bech32 string',
    'what is inside a bc1 or npub string',
    'segwit address to bytes',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    text: text(4096).describe(
      'The Bech32 string, or the bytes to encode as hex, up to 4096 bytes.',
    ),
    mode: z.enum(['encode', 'decode']).default('decode').describe('Direction.'),
    prefix: z
      .string()
      .max(83)
      .optional()
      .describe(
        'Human-readable part: required to encode, and the expected one to decode. ' +
          'With bc, tb, bcrt, sb, ltc, tltc or rltc the bytes are a witness program.',
      ),
    variant: z
      .enum(['auto', 'bech32', 'bech32m'])
      .default('auto')
      .describe(
        'Checksum. `auto` decodes either and encodes bech32. A witness program is encoded as ' +
          'version 0 by bech32 and as version 1 by bech32m.',
      ),
  }),
  output: z.object({
    prefix: z.string().describe('Human-readable part, in lower case.'),
    hex: z
      .string()
      .optional()
      .describe(
        'The bytes, or the witness program without its version; absent if the five-bit groups ' +
          'are not whole bytes, as in a Lightning invoice.',
      ),
    text: z
      .string()
      .optional()
      .describe('The encoded string, or the decoded bytes as text if they are text.'),
    variant: z.string().describe('`bech32` or `bech32m`.'),
    witnessVersion: z
      .int()
      .optional()
      .describe('Witness version of a segregated-witness address, 0 to 16.'),
  }),
  examples: [
    {
      input: { text: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
      output: {
        prefix: 'bc',
        hex: 'e8df018c7e326cc253faac7e46cdc51e68542c42',
        variant: 'bech32',
        witnessVersion: 0,
      },
    },
    {
      input: { text: '751e76e8199196d454941c45d1b3a323f1433bd6', mode: 'encode', prefix: 'bc' },
      output: {
        prefix: 'bc',
        hex: '751e76e8199196d454941c45d1b3a323f1433bd6',
        text: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        variant: 'bech32',
        witnessVersion: 0,
      },
    },
  ],

  run({ text, mode, prefix, variant }) {
    return mode === 'encode' ? encoded(text, prefix, variant) : decode(text, prefix, variant)
  },
})

const CODERS = { bech32, bech32m } as const

/** Prefixes whose first five-bit group is a witness version (BIP 173). */
const SEGWIT_PREFIXES = new Set(['bc', 'tb', 'bcrt', 'sb', 'ltc', 'tltc', 'rltc'])
const SEGWIT_LENGTH_MAX = 90

function encoded(text: string, prefix = '', wanted: Variant | 'auto') {
  if (!/^[!-~]+$/.test(prefix) || prefix !== prefix.toLowerCase()) {
    throw badInput('prefix: must be 1 to 83 printable ASCII characters in lower case to encode')
  }
  const bytes = bytesOfHex('text', text)
  const variant = wanted === 'auto' ? 'bech32' : wanted
  const coder = CODERS[variant]
  const words = coder.toWords(bytes)
  const answer = { prefix, hex: hexOf(bytes), variant }
  if (!SEGWIT_PREFIXES.has(prefix)) return { ...answer, text: coder.encode(prefix, words, false) }
  const witnessVersion = variant === 'bech32' ? 0 : 1
  assertWitness(witnessVersion, variant, bytes.length)
  return {
    ...answer,
    text: coder.encode(prefix, [witnessVersion, ...words], false),
    witnessVersion,
  }
}

function decode(text: string, expected: string | undefined, wanted: Variant | 'auto') {
  const sent = text.trim()
  const { prefix, words, variant } = parseBech32(sent, wanted)
  if (expected !== undefined && expected.toLowerCase() !== prefix) {
    throw badInput(`prefix: is ${excerpt(expected)}, but the string begins with ${excerpt(prefix)}`)
  }
  const [witnessVersion = -1, ...program] = words
  const isWitness = SEGWIT_PREFIXES.has(prefix)
  const bytes = CODERS[variant].fromWordsUnsafe(isWitness ? program : words) ?? undefined
  const answer = {
    prefix,
    variant,
    hex: bytes && hexOf(bytes),
    text: bytes && isText(bytes) ? utf8Of(bytes) : undefined,
  }
  if (!isWitness) return answer
  if (sent.length > SEGWIT_LENGTH_MAX || !bytes) {
    throw badInput(`text: must be a witness program of 2 to 40 whole bytes after "${prefix}1"`)
  }
  assertWitness(witnessVersion, variant, bytes.length)
  return { ...answer, witnessVersion }
}

function parseBech32(text: string, wanted: Variant | 'auto') {
  const tried: readonly Variant[] = wanted === 'auto' ? ['bech32', 'bech32m'] : [wanted]
  for (const variant of tried) {
    const found = CODERS[variant].decodeUnsafe(text, false)
    if (found) return { ...found, variant }
  }
  throw badInput(`text: must be a ${wanted === 'auto' ? 'Bech32' : wanted} string: ${flawOf(text)}`)
}

function flawOf(text: string): string {
  const separator = text.lastIndexOf('1')
  if (/[^!-~]/.test(text)) return 'only printable ASCII is allowed'
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return 'cases are mixed'
  if (separator < 1) return 'there is no prefix followed by "1"'
  if (text.length - separator < 7)
    return 'there is no checksum of six characters after the last "1"'
  const wrong = /[^qpzry9x8gf2tvdw0s3jn54khce6mua7l]/i.exec(text.slice(separator + 1))
  return wrong ? `${excerpt(wrong[0])} is not one of its characters` : 'its checksum is wrong'
}

/** The rules of BIP 141, BIP 173 and BIP 350 for a witness program. */
function assertWitness(version: number, variant: Variant, length: number): void {
  if (version < 0 || version > 16) throw badInput('text: must have a witness version of 0 to 16')
  if (length < 2 || length > 40) {
    throw badInput(`text: must hold a witness program of 2 to 40 bytes, but has ${length}`)
  }
  if (version === 0 && length !== 20 && length !== 32) {
    throw badInput(`text: must hold 20 or 32 bytes in witness version 0, but has ${length}`)
  }
  if ((version === 0) !== (variant === 'bech32')) {
    throw badInput('text: must use bech32 for witness version 0 and bech32m for those above')
  }
}
