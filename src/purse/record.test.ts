import { expect, test } from 'vitest'
import type { Ending } from '../stores/purse.ts'
import { failingIn } from './record.ts'

const HOUR_MS = 3_600_000
const NOW = 1_000 * HOUR_MS

const ending = (hoursAgo: number, more: Partial<Ending>): Ending => ({
  origin: 'https://a.example',
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
const restsFor = (...endings: readonly Ending[]): number | null => {
  const [first] = failingIn(endings).get('https://a.example') ?? []
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
