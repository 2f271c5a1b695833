import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect, test } from 'vitest'
import { keccak } from './keccak.ts'

/** Around the blocks of the digest, and the pieces that the library takes. */
const LENGTHS = [0, 1, 64, 66, 135, 136, 137, 224, 271, 272, 273, 16_383, 16_384, 16_385, 40_000]
const TEXT = Buffer.from(Array.from({ length: 40_001 }, (_, at) => (at * 31) % 251))

test.each(LENGTHS)('another library makes the same digest of %i bytes', (length) => {
  const within = TEXT.subarray(1, length + 1)
  for (const bytes of [within, Uint8Array.from(within)])
    expect(Buffer.from(keccak(bytes)).toString('hex')).toBe(
      Buffer.from(keccak_256(bytes)).toString('hex'),
    )
})

test('a digest stays as it is when others are made', () => {
  const first = keccak(TEXT)
  keccak(TEXT.subarray(1))
  expect(first).toEqual(keccak_256(TEXT))
})
