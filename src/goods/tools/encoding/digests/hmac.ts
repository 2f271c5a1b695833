import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { bytesOfBase64, bytesOfHex } from '../../../../base/lib/bytes.ts'

const Algorithm = z.enum(['sha256', 'sha512', 'sha1', 'sha384', 'md5'])
const KeyEncoding = z.enum(['utf8', 'hex', 'base64'])

export default defineTool({
  route: 'POST /api/hmac',
  name: 'HMAC',
  description:
    'Keyed digest (HMAC) of a text, optionally compared in constant time with an expected one, ' +
    'as webhook signatures need.',
  asks: [
    'compute an HMAC with a secret key',
    'create an hmac-sha256 signature of a message',
    'keyed hash of a message',
    'compute the signature with a shared secret',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    text: text(2 * MB).describe('The text to authenticate, up to 2 MB of UTF-8.'),
    key: text(4096).describe('The secret key, up to 4096 bytes.'),
    algo: Algorithm.default('sha256').describe('Digest algorithm under the HMAC.'),
    keyEncoding: KeyEncoding.default('utf8').describe('Encoding of the key.'),
    expected: z
      .string()
      .max(1024)
      .optional()
      .describe(
        'A digest to compare with: hex or base64, a prefix such as sha256= allowed. Up to 1024 ' +
          'characters.',
      ),
  }),
  output: z.object({
    algo: Algorithm.describe('The algorithm that was used.'),
    hex: z.string().describe('The keyed digest as lower-case hex.'),
    base64: z.string().describe('The same as base64.'),
    matches: z
      .boolean()
      .optional()
      .describe('Whether `expected` is this digest; only if it was given.'),
  }),
  examples: [
    {
      input: { text: 'hello', key: 'secret' },
      output: {
        algo: 'sha256',
        hex: '88aab3ede8d3adf94d26ab90d3bafd4a2083070c3bcce9c014ee04a443847c0b',
        base64: 'iKqz7ejTrflNJquQ07r9SiCDBww7zOnAFO4EpEOEfAs=',
      },
    },
    {
      input: {
        text: 'what do ya want for nothing?',
        key: '4a656665',
        keyEncoding: 'hex',
        expected: 'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
      },
      output: {
        algo: 'sha256',
        hex: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
        base64: 'W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=',
        matches: true,
      },
    },
  ],

  run({ text, key, algo, keyEncoding, expected }) {
    const digest = createHmac(algo, keyBytes(key, keyEncoding)).update(text, 'utf8').digest()
    return {
      algo,
      hex: digest.toString('hex'),
      base64: digest.toString('base64'),
      ...(expected === undefined ? {} : { matches: isSame(digest, expected.trim(), algo) }),
    }
  },
})

function keyBytes(key: string, encoding: z.output<typeof KeyEncoding>): Buffer {
  if (encoding === 'utf8') return Buffer.from(key)
  return encoding === 'hex' ? bytesOfHex('key', key) : bytesOfBase64('key', key)
}

function isSame(digest: Buffer, expected: string, algo: string): boolean {
  const bare = expected.toLowerCase().startsWith(`${algo}=`)
    ? expected.slice(algo.length + 1)
    : expected
  const isHex = bare.length === digest.length * 2 && /^[0-9a-f]+$/i.test(bare)
  const isBase64 = /^[\w+/-]+={0,2}$/.test(bare)
  if (!isHex && !isBase64) return false
  const claimed = Buffer.from(bare, isHex ? 'hex' : 'base64')
  return claimed.length === digest.length && timingSafeEqual(claimed, digest)
}
