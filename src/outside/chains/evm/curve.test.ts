import fc from 'fast-check'
import { expect, test } from 'vitest'
import { curve, portable } from './curve.ts'

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const keys = bytes32.filter((key) => key[0] !== 255 && key.some((byte) => byte !== 0))

test.skipIf(curve === portable)('the native and the portable curve give the same results', () => {
  fc.assert(
    fc.property(bytes32, keys, (digest, key) => {
      const signed = curve.sign(digest, key)
      expect(portable.sign(digest, key)).toEqual(signed)
      const { signature, recovery } = signed
      expect(Buffer.from(curve.recover(signature, recovery, digest))).toEqual(
        Buffer.from(portable.recover(signature, recovery, digest)),
      )
    }),
    { numRuns: 50 },
  )
})
