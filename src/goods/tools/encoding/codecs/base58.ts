import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { KB, text } from '../../../../base/lib/fields.ts'
import {
  BASE58_ALPHABETS,
  CHECKSUM_BYTES,
  checksumOf,
  decodeBase58,
  encodeBase58,
} from './_base58.ts'
import { bytesOf, hexOf, utf8Of } from '../../../../base/lib/bytes.ts'
import { codedText, inputEncoding, mode } from './_codec-fields.ts'

export default defineTool({
  route: 'POST /api/base58',
  name: 'Base58',
  description: 'Base58 and Base58Check encode and decode.',
  asks: [
    'convert bytes to base58',
    'decode a base58 bitcoin address',
    'read a Bitcoin style string',
    'IPFS or Solana key to bytes',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    text: text(20 * KB).describe('The text to encode, or the Base58 to decode, up to 20 KB.'),
    mode: mode(),
    alphabet: z
      .enum(['bitcoin', 'flickr', 'ripple'])
      .default('bitcoin')
      .describe('Order of the letters; `bitcoin` is also used by IPFS and Solana.'),
    check: z
      .boolean()
      .default(false)
      .describe('Base58Check: append four bytes of double SHA-256, or take them off.'),
    inputEncoding: inputEncoding(),
  }),
  output: z.object({
    text: codedText('Base58'),
    hex: z.string().describe('The raw bytes as hex, without the checksum if `check` is set.'),
    checksumValid: z
      .boolean()
      .optional()
      .describe('Whether the last four bytes are a Base58Check checksum of those before.'),
  }),
  examples: [
    { input: { text: 'hello' }, output: { text: 'Cn8eVZg', hex: '68656c6c6f' } },
    {
      input: { text: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', mode: 'decode', check: true },
      output: { hex: '0062e907b15cbf27d5425399ebf6f0fb50ebb88f18', checksumValid: true },
    },
    {
      input: {
        text: '0062e907b15cbf27d5425399ebf6f0fb50ebb88f18',
        inputEncoding: 'hex',
        check: true,
      },
      output: {
        text: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
        hex: '0062e907b15cbf27d5425399ebf6f0fb50ebb88f18',
        checksumValid: true,
      },
    },
  ],

  run({ text, mode, alphabet, check, inputEncoding }) {
    const letters = BASE58_ALPHABETS[alphabet]
    if (mode === 'encode') {
      const bytes = bytesOf(text, inputEncoding)
      if (!check) return { text: encodeBase58(bytes, letters), hex: hexOf(bytes) }
      const sealed = Buffer.concat([bytes, checksumOf(bytes)])
      return { text: encodeBase58(sealed, letters), hex: hexOf(bytes), checksumValid: true }
    }
    const all = decodeBase58(text.trim(), letters)
    if (check && all.length < CHECKSUM_BYTES) {
      throw badInput(`text: must hold a checksum of 4 bytes, but holds ${all.length} in all`)
    }
    const payload = all.subarray(0, Math.max(0, all.length - CHECKSUM_BYTES))
    const checksumValid = checksumOf(payload).equals(all.subarray(payload.length))
    const bytes = check ? payload : all
    return { text: utf8Of(bytes), hex: hexOf(bytes), checksumValid }
  },
})
