import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { intervals, isoOf, millisecondsOf } from './_intervals.ts'

/** The fast path for common forms agrees with Temporal. */
test.each([
  '2026-01-05T09:00Z',
  '2026-01-05T09:00:00Z',
  '2026-02-28T23:59:59.999+14:00',
  '2024-02-29T00:00:00.120-11:30',
  '0099-12-31T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2026-01-05T09:00:00.123456Z',
  '2026-12-31T23:59:60Z',
  '+012026-01-05T09:00:00Z',
  '20260105T090000Z',
])('%s', (iso) => {
  const instant = Temporal.Instant.from(iso)
  expect(millisecondsOf(iso)).toBe(instant.epochMilliseconds)
  const whole = Temporal.Instant.fromEpochMilliseconds(instant.epochMilliseconds)
  expect(isoOf(instant.epochMilliseconds)).toBe(whole.toString())
})

test.each([
  '2026-02-29T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:00:00',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01',
])('%s is refused as a moment', (startIso) => {
  const sent = [{ startIso, endIso: '2030-01-01T00:00:00Z' }]
  expect(intervals(1).safeParse(sent).success).toBe(false)
})
