import { adler32, crc32, xxhash3, xxhash32, xxhash64 } from 'hash-wasm'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import { dataFields, dataOf } from './_bytes.ts'

const CASTAGNOLI = 0x82f63b78

export default defineTool({
  route: 'POST /api/checksum',
  name: 'Checksum',
  description:
    'All common non-cryptographic checksums of text or bytes at once: CRC-32, CRC-32C, CRC-16, ' +
    'Adler-32, FNV-1a, xxHash, XXH3 and MurmurHash3.',
  asks: [
    'crc32 of a string',
    'compute an adler or xxhash checksum',
    'CRC of data',
    'adler or xxhash',
    'has the transfer damaged my data',
  ],
  price: '$0.001',
  uses: {},
  place: ({ text = '', base64 = '' }) => placeBySize(text.length + base64.length),
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

/** Checksums that no available library computes. Each takes some 10 ms for 2 MB. */

/** CRC-16/ARC: polynomial 0x8005 reflected, no initial value, no final XOR. */
function crc16(data: Uint8Array): number {
  let crc = 0
  for (const byte of data) crc = (crc >>> 8) ^ CRC16[(crc ^ byte) & 0xff]!
  return crc
}

const CRC16 = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xa001 : 0)
  return crc
})

/** FNV-1a of 32 bits. */
function fnv1a(data: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of data) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** MurmurHash3 x86 of 32 bits, with seed 0. */
function murmur3(data: Uint8Array): number {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const whole = data.length & ~3
  let hash = 0
  for (let at = 0; at < whole; at += 4) {
    hash ^= scrambled(view.getInt32(at, true))
    hash = Math.imul(rotated(hash, 13), 5) + 0xe6546b64
  }
  let tail = 0
  for (let at = data.length - 1; at >= whole; at--) tail = (tail << 8) | data[at]!
  return avalanched(hash ^ scrambled(tail) ^ data.length)
}

const rotated = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

const scrambled = (word: number): number =>
  Math.imul(rotated(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593)

function avalanched(hash: number): number {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
