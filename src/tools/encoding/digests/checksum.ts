import { adler32, crc32, xxhash3, xxhash32, xxhash64 } from 'hash-wasm'
import { z } from 'zod'
import { defineTool } from '../../../core/tool.ts'
import { dataFields, dataOf } from './_bytes.ts'
import { crc16, fnv1a, murmur3 } from './_checksums.ts'

const CASTAGNOLI = 0x82f63b78

export default defineTool({
  route: 'POST /api/checksum',
  name: 'Checksum',
  description:
    'All common non-cryptographic checksums of text or bytes at once: CRC-32, CRC-32C, CRC-16, ' +
    'Adler-32, FNV-1a, xxHash, XXH3 and MurmurHash3.',
  asks: ['crc32 of a string', 'compute an adler or xxhash checksum'],
  price: '$0.001',
  uses: {},
  input: z.object(dataFields),
  output: z.object({
    crc32: z
      .string()
      .describe('CRC-32 of zip, gzip and PNG, as lower-case hex like all that follow.'),
    crc32c: z.string().describe('CRC-32C (Castagnoli), as of iSCSI, ext4 and cloud storage.'),
    crc16: z.string().describe('CRC-16/ARC: polynomial 0x8005 reflected, initial value 0.'),
    adler32: z.string().describe('Adler-32, as of zlib.'),
    fnv1a: z.string().describe('FNV-1a, 32 bits.'),
    xxhash32: z.string().describe('XXH32, seed 0.'),
    xxhash64: z.string().describe('XXH64, seed 0.'),
    xxh3: z.string().describe('XXH3, 64 bits, seed 0.'),
    murmur3: z.string().describe('MurmurHash3 x86, 32 bits, seed 0.'),
    bytes: z.int().describe('Size of the data.'),
  }),
  examples: [
    {
      input: { text: 'hello' },
      output: {
        crc32: '3610a686',
        crc32c: '9a71bb4c',
        crc16: '34d2',
        adler32: '062c0215',
        fnv1a: '4f9f2cab',
        xxhash32: 'fb0077f9',
        xxhash64: '26c7827d889f6da3',
        xxh3: '9555e8555c62dcfd',
        murmur3: '248bfa47',
        bytes: 5,
      },
    },
  ],

  async run(input) {
    const data = dataOf(input)
    return {
      crc32: await crc32(data),
      crc32c: await crc32(data, CASTAGNOLI),
      crc16: hexOf(crc16(data), 4),
      adler32: await adler32(data),
      fnv1a: hexOf(fnv1a(data), 8),
      xxhash32: await xxhash32(data),
      xxhash64: await xxhash64(data),
      xxh3: await xxhash3(data),
      murmur3: hexOf(murmur3(data), 8),
      bytes: data.length,
    }
  },
})

const hexOf = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')
