import { keccak_256 } from '@noble/hashes/sha3.js'
import { expect, test } from 'vitest'
import { keccak, openKeccak } from './keccak.ts'

/** Around the blocks of the digest, and the pieces that the library takes. */
const LENGTHS = [0, 1, 64, 66, 135, 136, 137, 224, 271, 272, 273, 16_383, 16_384, 16_385, 40_000]
const TEXT = Buffer.from(Array.from({ length: 40_001 }, (_, at) => (at * 31) % 251))

test('both libraries make the same digest of every length, also within a longer text', async () => {
  const fast = await openKeccak()
  for (const length of LENGTHS) {
    const within = TEXT.subarray(1, length + 1)
    for (const bytes of [within, Uint8Array.from(within)])
      expect(Buffer.from(fast(bytes)).toString('hex'), `${length} bytes`).toBe(
        Buffer.from(keccak_256(bytes)).toString('hex'),
      )
  }
})

test('a digest stays as it is when others are made', async () => {
  const fast = await openKeccak()
  const first = fast(TEXT)
  fast(TEXT.subarray(1))
  expect(first).toEqual(keccak_256(TEXT))
})

test('digests stay the same while the fast library is loaded', async () => {
  const expected = keccak_256(TEXT.subarray(0, 64))
  for (let made = 0; made < 150; made += 1) expect(keccak(TEXT.subarray(0, 64))).toEqual(expected)
  await openKeccak()
  await new Promise(setImmediate)
  expect(keccak(TEXT.subarray(0, 64))).toEqual(expected)
})
