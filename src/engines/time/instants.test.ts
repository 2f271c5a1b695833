import { describe, expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import { instantOf } from './instants-notations.ts'
import { isDst, isoIn, isZone } from './instants.ts'

const read = (text: string, tz = 'Europe/Berlin') => instantOf('time', text, tz).toString()

describe('notations that name a moment', () => {
  test.each([
    ['2026-01-05T10:00:00Z', '2026-01-05T10:00:00Z'],
    ['2026-01-05T10:00:00,5+01:00', '2026-01-05T09:00:00.5Z'],
    ['2026-01-05 10:00:00 +0200', '2026-01-05T08:00:00Z'],
    ['2026-01-05 10:00:00+00', '2026-01-05T10:00:00Z'],
    ['2026-01-05 10:00 UTC', '2026-01-05T10:00:00Z'],
    ['2026-01-05 10:00', '2026-01-05T09:00:00Z'],
    ['2026-01-05', '2026-01-04T23:00:00Z'],
    ['20260105', '2026-01-04T23:00:00Z'],
    ['20260105T101500Z', '2026-01-05T10:15:00Z'],
    ['2026/01/05', '2026-01-04T23:00:00Z'],
    ['2026-10-25T02:30[America/New_York]', '2026-10-25T06:30:00Z'],
    ['2026-10-25T02:30+01:00[Europe/Berlin]', '2026-10-25T01:30:00Z'],
    ['2026-W01-1', '2025-12-28T23:00:00Z'],
    ['2026W53', '2026-12-27T23:00:00Z'],
    ['2024-366', '2024-12-30T23:00:00Z'],
    ['-000043-03-15T00:00Z', '-000043-03-15T00:00:00Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59Z'],
  ])('ISO 8601 %s', (text, iso) => expect(read(text)).toBe(iso))

  test.each([
    ['0', '1970-01-01T00:00:00Z'],
    ['-1', '1969-12-31T23:59:59Z'],
    ['-62135596800', '0001-01-01T00:00:00Z'],
    ['1767607200.25', '2026-01-05T10:00:00.25Z'],
    ['1767607200123', '2026-01-05T10:00:00.123Z'],
    ['1767607200123456789', '2026-01-05T10:00:00.123456789Z'],
    ['12345678', '1970-05-23T21:21:18Z'],
  ])('epoch %s', (text, iso) => expect(read(text)).toBe(iso))

  // The three forms of RFC 9110, 5.6.7, then RFC 2822.
  test.each([
    ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37Z'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37Z'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37Z'],
    ['Fri, 21 Nov 1997 09:55:06 -0600', '1997-11-21T15:55:06Z'],
    ['Mon, 05 Jan 2026 10:00:00 -0800 (PST)', '2026-01-05T18:00:00Z'],
    ['5 Jan 2026 10:00 EST', '2026-01-05T15:00:00Z'],
    ['5 Jan 2026 10:00', '2026-01-05T09:00:00Z'],
  ])('mail and HTTP: %s', (text, iso) => expect(read(text)).toBe(iso))
})

describe('local times, and times that a clock change skips or repeats', () => {
  test.each([
    ['a gap moves forward', '2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    ['an overlap is its first', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
    ['a day without midnight', '2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00Z'],
    ['a day that begins at 00:30', '1919-03-31', 'America/Toronto', '1919-03-31T04:30:00Z'],
    ['a day left out', '2011-12-30T09:00', 'Pacific/Apia', '2011-12-30T19:00:00Z'],
  ])('%s', (_, text, tz, iso) => expect(read(text, tz)).toBe(iso))

  test.each([
    '',
    ' ',
    'abc',
    '2026',
    '2026-01',
    '10:00',
    '2026-1-5',
    '2026-02-29',
    '2025-W53',
    '2025-366',
    '2026-01-05T10:00:00+25:00',
    'Mon, 31 Feb 2026 10:00:00 GMT',
    '5 Jan 2026 10:00 XYZ',
    '99999999999999999999',
    '+275760-09-13T00:00:01Z',
    'NaN',
    '1e9',
    '\ud800',
    '1'.repeat(5000),
  ])('refuses %j', (text) => expect(() => read(text)).toThrow(/^time: /))
})

test('a zone is valid if both Intl and Temporal know it', () => {
  const zones = ['UTC', 'europe/berlin', 'Asia/Kolkata', 'US/Eastern', '+05:30']
  expect(zones.filter((name) => !isZone(name))).toEqual([])
  const others = [
    '',
    'PST',
    'IST',
    'Z',
    '2026-01-01T00:00Z',
    '2026-01-01[UTC]',
    '+24:00',
    '__proto__',
  ]
  expect(others.filter(isZone)).toEqual([])
})

test.each([
  ['Europe/Berlin', '2026-07-01', true],
  ['Europe/Berlin', '2026-01-01', false],
  ['Australia/Sydney', '2026-01-01', true],
  ['Europe/Dublin', '2026-07-01', true],
  ['Europe/Dublin', '2026-01-01', false],
  ['Antarctica/Troll', '2026-07-01', true],
  ['Asia/Tehran', '2022-07-01', true],
  ['Asia/Tehran', '2026-07-01', false],
  ['Europe/Istanbul', '2026-07-01', false],
  ['Europe/London', '1970-01-01', false],
  ['+02:00', '2026-07-01', false],
  ['UTC', '2026-07-01', false],
])('DST in %s on %s is %s', (tz, date, expected) =>
  expect(isDst(Temporal.PlainDate.from(date).toZonedDateTime(tz))).toBe(expected),
)

test('an offset with seconds keeps its seconds', () => {
  const moment = Temporal.Instant.from('1700-01-01T00:00:00Z').toZonedDateTimeISO('Europe/Berlin')
  expect(moment.offset).toBe('+00:53:28')
  expect(isoIn(moment)).toBe('1700-01-01T00:00:00Z')
})
