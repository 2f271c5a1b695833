import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import { countsOf } from '../_terms.ts'

const deflated = promisify(deflateRaw)

const ALPHABETS: readonly (readonly [name: string, pattern: RegExp, size: number])[] = [
  ['digits', /^\d*$/, 10],
  ['hex', /^(?:[\da-f]*|[\dA-F]*)$/, 16],
  ['base32', /^[A-Z2-7]*=*$/, 32],
  ['letters', /^(?:[a-z]*|[A-Z]*)$/, 26],
  ['upper-case letters and digits', /^[A-Z\d]*$/, 36],
  ['lower-case letters and digits', /^[a-z\d]*$/, 36],
  ['letters and digits', /^[A-Za-z\d]*$/, 62],
  ['base64url', /^[\w-]*=*$/, 64],
  ['base64', /^[A-Za-z\d+/]*=*$/, 64],
  ['ASCII', /^[\x20-\x7e\s]*$/, 95],
]
const LENGTH_MIN = 16
/** As a share of the entropy of random letters of the alphabet. */
const SHARE_MIN = 0.85

export default defineTool({
  route: 'POST /api/text-entropy',
  name: 'Text entropy',
  description:
    'Measures Shannon entropy and compressibility of a string, to spot secrets or noise.',
  asks: [
    'entropy of a string that may be a secret or noise',
    'shannon entropy in bits per character',
    'does this look like a random secret',
    'how random is a string',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text }) => placeBySize(2 * text.length),
  input: z.object({ text: text(2 * MB).describe('The text, up to 2 MB.') }),
  output: z.object({
    bitsPerChar: z.number().describe('Shannon entropy of the code points.'),
    totalBits: z.number().describe('bitsPerChar times their number.'),
    compressedRatio: z
      .number()
      .nullable()
      .describe('Deflated size divided by size; null if empty.'),
    looksRandom: z
      .boolean()
      .describe(
        `Whether it has at least ${LENGTH_MIN} characters, no spaces, and evenly spread digits and letters.`,
      ),
    alphabet: z.string().describe('The smallest known alphabet that holds all characters.'),
  }),
  examples: [
    {
      input: { text: 'xyxy' },
      output: {
        bitsPerChar: 1,
        totalBits: 4,
        compressedRatio: 1.5,
        looksRandom: false,
        alphabet: 'letters',
      },
    },
    { input: { text: 'AKIAIOSFODNN7EXAMPLE' } },
  ],

  async run({ text }) {
    const characters = Array.from(text)
    const total = characters.length
    const counts = [...countsOf(characters).values()]
    const bitsPerChar = counts.reduce((sum, count) => sum - share(count, total), 0)
    const bytes = Buffer.from(text)
    const [alphabet, , size] = ALPHABETS.find(([, pattern]) => pattern.test(text)) ?? UNICODE
    const most = Math.log2(Math.min(size, Math.max(2, total)))
    const isMixed = /\d/.test(text) && /[A-Za-z]/.test(text)
    return {
      bitsPerChar,
      totalBits: bitsPerChar * total,
      compressedRatio: total === 0 ? null : (await deflated(bytes)).length / bytes.length,
      looksRandom:
        total >= LENGTH_MIN && isMixed && !/\s/.test(text) && bitsPerChar >= SHARE_MIN * most,
      alphabet,
    }
  },
})

const UNICODE = ['Unicode', /^/, 1_000] as const

const share = (count: number, total: number): number => (count / total) * Math.log2(count / total)
