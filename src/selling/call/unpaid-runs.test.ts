import { expect, test } from 'vitest'
import { usdOf } from '../../base/core/money.ts'
import type { Wallet } from '../../base/core/payment.ts'
import { payerOf } from './unpaid-runs.ts'

const credential = (name: string) => ({
  rail: 'mpp',
  payer: `tempo ${name}`,
  proof: `mpp:${name}`,
  proofUntil: 0,
  data: null,
})
const authorization = (wallet: string) => ({
  rail: 'mpp',
  payer: { rail: 'mpp', wallet: wallet as Wallet },
  amount: usdOf(1_000),
  proof: null,
  data: null,
})

test('a proven wallet is counted by itself, from any address', () => {
  expect(payerOf(credential('a'), authorization('0xa'), '192.0.2.1')).toBe('0xa')
})

test('for a wallet without proof, the client is counted', () => {
  const named = (wallet: string) =>
    payerOf(credential(wallet), { ...authorization(wallet), isUnproven: true }, '192.0.2.1')
  expect(named('0xa')).toBe(named('0xb'))
  expect(named('0xa')).not.toContain('0xa')
})
