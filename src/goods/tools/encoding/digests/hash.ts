import { hash } from 'node:crypto'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'

const Algorithm = z.enum(['sha256', 'sha512', 'sha1', 'md5'])

export default defineTool({
  route: 'POST /api/hash',
  name: 'Hash',
  description: 'SHA-256, SHA-512, SHA-1 or MD5 of a text, as hex and base64.',
  asks: [
    'sha256 hash of a string',
    'compute an md5 of this text',
    'fingerprint of a text',
    'md5 of a string',
    'sha256 sum',
  ],
  price: '$0.001',
  everyday: true,
  uses: {},
  input: z.object({
    text: text(100 * KB).describe('The text to digest, up to 100 KB of UTF-8.'),
    algo: Algorithm.default('sha256').describe('Digest algorithm.'),
  }),
  output: z.object({
    algo: Algorithm.describe('The algorithm that was used.'),
    hex: z.string().describe('The digest as lower-case hex.'),
    base64: z.string().describe('The same digest as base64.'),
  }),
  examples: [
    {
      input: { text: 'hello', algo: 'sha256' },
      output: {
        algo: 'sha256',
        hex: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
        base64: 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=',
      },
    },
  ],

  run({ text, algo }) {
    const digest = hash(algo, text, 'buffer')
    return { algo, hex: digest.toString('hex'), base64: digest.toString('base64') }
  },
})
