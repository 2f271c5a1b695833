import { expect, test } from 'vitest'
import { createReservations } from './reservations.ts'

const claim = (nonce: string, amount: bigint) => ({
  payer: '0xAb',
  nonce,
  amount,
  until: 1_000,
  isUsed: async () => false,
})

test('a watch counts what its own payer reserved and released since it began', () => {
  const reservations = createReservations(() => 0)
  for (const nonce of ['one', 'two']) expect(reservations.take(claim(nonce, 5n), 10n)).toBe(true)
  reservations.free(claim('one', 5n))
  const watch = reservations.watch('0xaB')
  const other = reservations.watch('0xcd')
  reservations.free(claim('one', 5n))
  reservations.free(claim('never taken', 5n))
  expect(watch.freed).toBe(0n)
  reservations.free(claim('two', 5n))
  expect(watch.freed).toBe(5n)
  expect(other.freed).toBe(0n)
  watch.end()
  expect(reservations.take(claim('three', 5n), 10n)).toBe(true)
  reservations.free(claim('three', 5n))
  expect(watch.freed).toBe(5n)
})
