import { expect, test } from 'vitest'
import { timedId } from './timed-id.ts'

const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
/** As RFC 9562 has it: time, version 7, variant. */
const VERSION_7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

test('an id is a UUID of version 7 that holds its time', () => {
  for (const at of [0, AT, AT, 2 ** 48 - 1]) {
    const [, high, low] = VERSION_7.exec(timedId(at)) ?? []
    expect(Number.parseInt(`${high}${low}`, 16)).toBe(at)
  }
  expect(timedId()).toMatch(VERSION_7)
})

test('ids of one moment differ, and those of a later one sort behind them', () => {
  const moments = [AT, AT + 1, AT + 256, AT + 100_000]
  const ids = moments.map((at) => Array.from({ length: 500 }, () => timedId(at)).toSorted())
  expect(new Set(ids.flat()).size).toBe(2_000)
  expect(ids.flat()).toEqual(ids.flat().toSorted())
})
