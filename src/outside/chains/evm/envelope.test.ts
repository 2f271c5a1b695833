import fc from 'fast-check'
import { keccak256, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { sealed } from './envelope.ts'

const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
const wei = fc.bigInt({ min: 0n, max: 10n ** 15n })

const fields = fc.record({
  chainId: fc.integer({ min: 1, max: 2 ** 40 }),
  nonce: fc.nat(),
  maxPriorityFeePerGas: wei,
  maxFeePerGas: wei.map((fee) => fee + 10n ** 15n),
  gas: fc.bigInt({ min: 21_000n, max: 30_000_000n }),
  to: fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hex),
  data: fc.uint8Array({ maxLength: 70_000 }).map(hex),
})

test('a transaction has the same bytes as one that viem signs', async () => {
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  await fc.assert(
    fc.asyncProperty(fields, async (said) => {
      const theirs = await account.signTransaction({ ...said, type: 'eip1559' })
      expect(sealed(said, key)).toEqual({ raw: theirs, hash: keccak256(theirs) })
    }),
    { numRuns: 60 },
  )
})
