import { expect, test } from 'vitest'
import type { PaymentEnding } from '../../stores/purse-rows.ts'
import { createDeliveryRecord, failingIn } from './delivery-record.ts'

const HOUR_MS = 3_600_000
const NOW = 1_000 * HOUR_MS

const ending = (hoursAgo: number, more: Partial<PaymentEnding>): PaymentEnding => ({
  origin: 'https://a.example',
  payTo: '0xa',
  chain: 'base',
  at: NOW - hoursAgo * HOUR_MS,
  moved: 1,
  delivered: 0,
  status: 500,
  amount: 1_000,
  ms: 5,
  ...more,
})

/** Hours for which the seller is left alone, from now. */
const restsFor = (...endings: readonly PaymentEnding[]): number | null => {
  const [first] = failingIn(endings).get('domain a.example') ?? []
  return first ? (first[1] - NOW) / HOUR_MS : null
}

test('a seller that took money and failed rests for six hours, and doubly for each failure', () => {
  expect(restsFor(ending(0, {}))).toBe(6)
  expect(restsFor(ending(0, {}), ending(8, {}))).toBe(12)
  expect(restsFor(ending(1, {}), ending(8, {}), ending(30, {}))).toBe(23)
  expect(restsFor(...Array.from({ length: 20 }, (_, at) => ending(at, {})))).toBe(7 * 24)
})

test('a good answer ends it', () => {
  expect(restsFor(ending(0, { delivered: 1, status: 200 }), ending(1, {}))).toBeNull()
  expect(restsFor(ending(0, {}), ending(1, { delivered: 1, status: 200 }), ending(2, {}))).toBe(6)
})

test('a payment that was refused and cost nothing is no failure; silence is one', () => {
  expect(restsFor(ending(0, { moved: null, status: 402 }))).toBeNull()
  expect(restsFor(ending(0, { moved: 0, status: 402 }))).toBeNull()
  expect(restsFor(ending(0, { moved: 1, status: 402 }))).toBe(6)
  expect(restsFor(ending(0, { moved: null, status: null }))).toBe(6)
  expect(restsFor(ending(0, { moved: 0, status: 503 }))).toBe(6)
  expect(restsFor(ending(0, { moved: null, status: 200 }))).toBe(6)
})

test('a seller keeps its record under another host of its domain, and at its wallet', async () => {
  const endings = [ending(0, { origin: 'https://api.a.example' })]
  const record = createDeliveryRecord({
    store: { endings: async () => endings },
    now: () => NOW,
    onTrouble: (_what, cause) => {
      throw cause
    },
  })
  await record.refresh()
  const at = (origin: string, ...wallets: readonly string[]) =>
    record.failingAt({ origin, wallets })
  expect(at('https://a.example')).toEqual(['base'])
  expect(at('https://new.a.example', '0xb')).toEqual(['base'])
  expect(at('https://b.example', '0xb', '0xa')).toEqual(['base'])
  expect(at('https://b.example', '0xb')).toEqual([])
  // A good answer at the wallet does not mend the domain, nor the other way round.
  endings.unshift(ending(0, { origin: 'https://b.example', delivered: 1, status: 200 }))
  await record.refresh()
  expect(at('https://b.example', '0xa')).toEqual([])
  expect(at('https://a.example', '0xa')).toEqual(['base'])
})

test('without a domain to register each port is a seller', () => {
  const failing = failingIn([ending(0, { origin: 'http://127.0.0.1:4001' })])
  expect([...failing.keys()]).toEqual(['domain 127.0.0.1:4001', 'wallet 0xa'])
  expect([...failingIn([ending(0, { origin: 'http://[::1]:7' })]).keys()][0]).toBe('domain [::1]:7')
})
