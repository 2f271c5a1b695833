import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, MB, text } from '../../../../base/lib/fields.ts'
import { Cipher, cipherKey, KeyFormat, SALT_BYTES, seal, SIZES } from './_cipher.ts'

export default defineTool({
  route: 'POST /api/encrypt',
  name: 'Encrypt',
  description:
    'Authenticated encryption of a text with a key or passphrase: AES-GCM, ChaCha20-Poly1305, ' +
    'or AES-CBC with an HMAC.',
  asks: [
    'encrypt a text with a password',
    'encrypt a secret message with AES',
    'lock a text with a passphrase',
    'keep a note secret',
    'protect data before I store it elsewhere',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    text: text(MB).describe('The text to encrypt, up to 1 MB of UTF-8.'),
    key: text(4 * KB)
      .min(1)
      .describe(
        'A passphrase of up to 4096 bytes, stretched by scrypt (N 16384, r 8, p 1); or the key ' +
          'itself: 32 bytes, 16 for aes-128-gcm.',
      ),
    algo: Cipher.default('aes-256-gcm').describe('Cipher.'),
    keyFormat: KeyFormat.default('passphrase').describe('Format of `key`.'),
    aad: text(64 * KB)
      .optional()
      .describe(
        'Additional data to authenticate but not to encrypt, up to 64 KB; it is needed again ' +
          'to decrypt.',
      ),
  }),
  output: z.object({
    ciphertext: z.string().describe('As base64, like the next three.'),
    iv: z.string().describe('Initialization vector.'),
    tag: z.string().describe('16 bytes; for aes-256-cbc 32 bytes of HMAC-SHA256.'),
    salt: z.string().optional().describe('Salt of scrypt, for a passphrase only.'),
    bundle: z
      .string()
      .describe(
        'All that decrypt needs beside the key: v1.algo.salt.iv.tag.ciphertext, as base64url.',
      ),
    algo: Cipher.describe('The algorithm that was used.'),
  }),
  examples: [
    { input: { text: 'hello', key: 'correct horse battery staple' } },
    {
      input: {
        text: 'hello',
        key: '000102030405060708090a0b0c0d0e0f',
        keyFormat: 'hex',
        algo: 'aes-128-gcm',
        aad: 'invoice 17',
      },
    },
  ],

  async run({ text, algo, aad = '', ...given }) {
    const salt = given.keyFormat === 'passphrase' ? randomBytes(SALT_BYTES) : Buffer.alloc(0)
    const key = await cipherKey(given, algo, salt)
    const iv = randomBytes(SIZES[algo].ivBytes[0]!)
    const sealed = seal({ algo, key, iv, aad: Buffer.from(aad) }, Buffer.from(text))
    const { ciphertext, tag } = sealed
    const parts = [salt, iv, tag, ciphertext].map((part) => part.toString('base64url'))
    return {
      ciphertext: ciphertext.toString('base64'),
      iv: iv.toString('base64'),
      tag: tag.toString('base64'),
      ...(salt.length > 0 ? { salt: salt.toString('base64') } : {}),
      bundle: ['v1', algo, ...parts].join('.'),
      algo,
    }
  },
})
