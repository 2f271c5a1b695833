import { expect, test } from 'vitest'
import { cashAddress } from './cash-address.ts'

/** Examples of the specification. */
test.each([
  ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'p2pkh'],
  ['qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy', 'p2pkh'],
  ['BITCOINCASH:QQQ3728YW0Y47SQN6L2NA30MCW6ZM78DZQRE909M2R', 'p2pkh'],
  ['bitcoincash:ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq', 'p2sh'],
  ['pr95sy3j9xwd2ap32xkykttr4cvcu7as4yc93ky28e', 'p2sh'],
])('%s', (text, kind) => {
  expect(cashAddress(text)).toMatchObject({ kind, network: 'mainnet' })
})

test('a changed letter is a wrong checksum, and another prefix too', () => {
  expect(cashAddress('bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q')).toBeUndefined()
  expect(cashAddress('bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a')).toBeUndefined()
  expect(cashAddress('bitcoincash:Qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a')).toBeNull()
  expect(cashAddress('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913')).toBeNull()
})
