import { base32crockford, base32hex, base32nopad, base32 as rfc4648 } from '@scure/base'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { bytesOf, excerpt, hexOf, utf8Of } from '../../../../base/lib/bytes.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import { codedText, inputEncoding, mode, plainBytes, plainHex } from './_codec-fields.ts'

export default defineTool({
  route: 'POST /api/base32',
  name: 'Base32',
  description: 'Base32 in its common alphabets, encode and decode.',
  asks: [
    'encode a string in base32',
    'turn base32 text back into the original',
    'decode the secret of an authenticator app',
    'letters and digits 2 to 7',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text }) => placeBySize(text.length),
  input: z.object({
    text: text(2 * MB).describe('The text to encode, or the Base32 to decode, up to 2 MB.'),
    mode: mode(),
    variant: z
      .enum(['rfc4648', 'hex', 'crockford', 'z'])
      .default('rfc4648')
      .describe(
        'Alphabet: RFC 4648, its extended hex, Crockford (without check symbol) or z-base-32.',
      ),
    inputEncoding: inputEncoding(),
  }),
  output: z.object({
    text: codedText('Base32'),
    hex: plainHex(),
    bytes: plainBytes(),
  }),
  examples: [
    { input: { text: 'hello' }, output: { text: 'NBSWY3DP', hex: '68656c6c6f', bytes: 5 } },
    {
      input: { text: 'foob', variant: 'hex' },
      output: { text: 'CPNMUOG=', hex: '666f6f62', bytes: 4 },
    },
    {
      input: { text: 'd1jprv3f', mode: 'decode', variant: 'crockford' },
      output: { text: 'hello', hex: '68656c6c6f', bytes: 5 },
    },
  ],

  run({ text, mode, variant, inputEncoding }) {
    const bytes = mode === 'encode' ? bytesOf(text, inputEncoding) : decode(text, variant)
    return {
      text: mode === 'encode' ? ENCODERS[variant](bytes) : utf8Of(bytes),
      hex: hexOf(bytes),
      bytes: bytes.length,
    }
  },
})

const LETTERS = {
  rfc4648: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  hex: '0123456789ABCDEFGHIJKLMNOPQRSTUV',
  crockford: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
  z: 'YBNDRFG8EJKMCPQXOT1UWISZA345H769',
} as const

type Variant = keyof typeof LETTERS

const ENCODERS: Readonly<Record<Variant, (bytes: Uint8Array) => string>> = {
  rfc4648: rfc4648.encode,
  hex: base32hex.encode,
  crockford: base32crockford.encode,
  z: (bytes) => translated(base32nopad.encode(bytes), LETTERS.rfc4648, LETTERS.z).toLowerCase(),
}

/** Ignores case, white space, hyphens and padding, and maps letters to those of RFC 4648. */
function decode(text: string, variant: Variant): Uint8Array {
  const packed = text.replaceAll(/[\s-]+/g, '')
  const end = packed.indexOf('=')
  const letters = end < 0 ? packed : packed.slice(0, end)
  if (end >= 0 && !/^={1,6}$/.test(packed.slice(end))) {
    throw badInput('text: must hold `=` only at its end, at most six')
  }
  const plain = variant === 'crockford' ? lookalikesResolved(letters) : letters
  const standard = translated(plain, LETTERS[variant], LETTERS.rfc4648)
  try {
    return base32nopad.decode(standard)
  } catch {
    throw badInput(
      'text: must be complete Base32, but its last group is cut short or has stray bits',
    )
  }
}

const lookalikesResolved = (letters: string): string =>
  letters.replaceAll(/o/gi, '0').replaceAll(/[il]/gi, '1')

function translated(letters: string, from: string, to: string): string {
  const beyond = letters.search(/[\u0080-\uffff]/)
  if (beyond >= 0) throw notBase32(letters, beyond)
  const table = new Uint8Array(128)
  for (let at = 0; at < from.length; at += 1) {
    table[from.charCodeAt(at)] = to.charCodeAt(at)
    table[from.toLowerCase().charCodeAt(at)] = to.charCodeAt(at)
  }
  const result = Buffer.from(letters, 'latin1').map((letter) => table[letter]!)
  const wrong = result.indexOf(0)
  if (wrong >= 0) throw notBase32(letters, wrong)
  return Buffer.from(result).toString('latin1')
}

const notBase32 = (letters: string, at: number) =>
  badInput(`text: must be Base32 of this variant, but holds ${excerpt(letters.charAt(at))}`)
