import {
  blake2b,
  blake2s,
  blake3,
  keccak,
  ripemd160,
  sha256,
  sha3,
  sm3,
  whirlpool,
} from 'hash-wasm'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { dataFields, dataOf } from './_bytes.ts'

const Algorithm = z.enum([
  'keccak256',
  'sha3-256',
  'sha3-512',
  'blake2b',
  'blake2s',
  'blake3',
  'ripemd160',
  'hash160',
  'sha256d',
  'sm3',
  'whirlpool',
])

type Digest = (data: Uint8Array) => Promise<string>

const sha256Bytes = async (data: Uint8Array) => Buffer.from(await sha256(data), 'hex')

const DIGESTS: Readonly<Record<z.output<typeof Algorithm>, Digest>> = {
  keccak256: (data) => keccak(data, 256),
  'sha3-256': (data) => sha3(data, 256),
  'sha3-512': (data) => sha3(data, 512),
  blake2b: (data) => blake2b(data, 512),
  blake2s: (data) => blake2s(data, 256),
  blake3: (data) => blake3(data, 256),
  ripemd160,
  hash160: async (data) => ripemd160(await sha256Bytes(data)),
  sha256d: async (data) => sha256(await sha256Bytes(data)),
  sm3,
  whirlpool,
}

export default defineTool({
  route: 'POST /api/hash-extended',
  name: 'Hash, extended',
  description:
    'Less common digests of text or bytes: Keccak-256 (Ethereum), SHA-3, BLAKE2, BLAKE3, ' +
    'RIPEMD-160, Bitcoin hash160 and double SHA-256, SM3 and Whirlpool.',
  asks: [
    'keccak256 or sha3 of some bytes',
    'blake3 digest of a string',
    'keccak of a string',
    'sha3 or blake2',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    ...dataFields,
    algo: Algorithm.describe(
      'Digest algorithm. keccak256 is the one of Ethereum, not SHA-3; blake2b has 512 bits, ' +
        'blake2s and blake3 256; hash160 is RIPEMD-160 of SHA-256; sha256d is SHA-256 twice.',
    ),
  }),
  output: z.object({
    algo: Algorithm.describe('The algorithm that was used.'),
    hex: z.string().describe('The digest as lower-case hex.'),
    base64: z.string().describe('The same digest as base64.'),
    bytes: z.int().describe('Size of the data that was digested.'),
  }),
  examples: [
    {
      input: { text: 'hello', algo: 'keccak256' },
      output: {
        algo: 'keccak256',
        hex: '1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8',
        base64: 'HIr/lQaFwu1LwxdPNHIoe1bZUXuclIEnMZoJp6Nt6sg=',
        bytes: 5,
      },
    },
    {
      input: { base64: 'aGVsbG8=', algo: 'hash160' },
      output: {
        algo: 'hash160',
        hex: 'b6a9c8c230722b7c748331a8b450f05566dc7d0f',
        base64: 'tqnIwjByK3x0gzGotFDwVWbcfQ8=',
        bytes: 5,
      },
    },
  ],

  async run({ algo, ...data }) {
    const bytes = dataOf(data)
    const hex = await DIGESTS[algo](bytes)
    return {
      algo,
      hex,
      base64: Buffer.from(hex, 'hex').toString('base64'),
      bytes: bytes.length,
    }
  },
})
