import { permit2WitnessTypes, PERMIT2_ADDRESS, uptoPermit2WitnessTypes } from '@x402/evm'
import { hashTypedData, toHex } from 'viem'
import { expect, test } from 'vitest'
import { permitDigest, type WitnessPermit } from './permit2.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as const
const [TOKEN, SPENDER, PAYEE, SETTLER] = ['a', 'b', 'c', 'd'].map(address)

const permit = {
  permitted: { token: TOKEN!, amount: '12345' },
  spender: SPENDER!,
  nonce: String(2n ** 255n + 7n),
  deadline: '1893456000',
  witness: { to: PAYEE!, validAfter: '99' },
}

const CASES: readonly (readonly [string, Readonly<Record<string, unknown>>, WitnessPermit])[] = [
  ['exact', permit2WitnessTypes, permit],
  [
    'upto',
    uptoPermit2WitnessTypes,
    { ...permit, witness: { ...permit.witness, facilitator: SETTLER! } },
  ],
]

test.each(CASES)(
  'the digest equals that of the reference client: %s',
  (_scheme, types, message) => {
    const expected = hashTypedData({
      domain: { name: 'Permit2', chainId: 8453, verifyingContract: PERMIT2_ADDRESS },
      types,
      primaryType: 'PermitWitnessTransferFrom',
      message: { ...message },
    })
    expect(toHex(permitDigest(8453, message))).toBe(expected)
  },
)
