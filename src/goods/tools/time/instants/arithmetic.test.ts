import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import addTime from './add-time.ts'
import dateDiff from './date-diff.ts'
import duration from '../parsing/duration.ts'
import relativeTime from './relative-time.ts'
import rruleExpand from '../recurrence/rrule-expand.ts'
import timeConvert from './time-convert.ts'

const add = (from: string, span: string, input: Record<string, unknown> = {}) =>
  runExample(addTime, { from, duration: span, ...input })

describe('add-time', () => {
  test.each([
    ['2024-02-29', 'P1Y', 'clamp', '2025-02-28'],
    ['2024-02-29', 'P1Y', 'overflow', '2025-03-01'],
    ['2024-02-29', '-P1Y', 'overflow', '2023-03-01'],
    ['2026-03-31', '-P1M', 'clamp', '2026-02-28'],
    ['2026-03-31', '-P1M', 'overflow', '2026-03-03'],
    ['2026-01-31', 'P1M1D', 'clamp', '2026-03-01'],
    ['2026-01-31', 'P1M1D', 'overflow', '2026-03-04'],
    ['2026-01-31', 'P13M', 'clamp', '2027-02-28'],
    ['2026-12-31', 'two days', 'clamp', '2027-01-02'],
    ['1900-02-28', 'P1D', 'clamp', '1900-03-01'],
    ['2000-02-28', 'P1D', 'clamp', '2000-02-29'],
    ['0001-01-01', '-P1D', 'clamp', '0000-12-31'],
  ])('%s + %s, %s', async (from, span, endOfMonth, date) =>
    expect(await add(from, span, { endOfMonth })).toMatchObject({ date }),
  )

  test.each([
    ['2026-03-28T12:00', 'P1D', '2026-03-29T10:00:00Z'],
    ['2026-03-28T12:00', 'PT24H', '2026-03-29T11:00:00Z'],
    ['2026-03-28T02:30', 'P1D', '2026-03-29T01:30:00Z'],
    ['2026-10-24T02:30', 'P1D', '2026-10-25T00:30:00Z'],
    ['2026-10-24T02:30', 'P1DT1H', '2026-10-25T01:30:00Z'],
    ['2026-10-25T03:00', '-PT1H', '2026-10-25T01:00:00Z'],
    ['2026-10-26T02:30', '-P1D', '2026-10-25T00:30:00Z'],
  ])('%s + %s in Berlin', async (from, span, iso) => {
    for (const endOfMonth of ['clamp', 'overflow']) {
      expect(await add(from, span, { tz: 'Europe/Berlin', endOfMonth })).toMatchObject({ iso })
    }
  })

  test.each([
    ['2026-01-01', 'P300000Y'],
    ['2026-01-01', '-9007199254740991s'],
    ['+275760-09-13', 'PT1H'],
  ])('%s + %s is refused, because it leaves the range of dates', (from, span) =>
    expect(add(from, span)).rejects.toThrow(/^duration: must stay within the years/),
  )
})

const diff = (from: string, to: string, input: Record<string, unknown> = {}) =>
  runExample(dateDiff, { from, to, ...input })

describe('date-diff', () => {
  test.each([
    ['2024-01-31', '2024-03-01', 'year', 'P1M1D', 30, 22],
    ['2024-03-01', '2024-01-31', 'year', '-P1M1D', -30, -22],
    ['2024-02-29', '2025-02-28', 'year', 'P11M30D', 365, 261],
    ['2026-01-01', '2026-01-01', 'year', 'PT0S', 0, 0],
    ['2026-01-03', '2026-01-05', 'day', 'P2D', 2, 0],
    ['2026-01-05', '2026-01-12', 'week', 'P1W', 7, 5],
    ['1969-12-29', '1970-01-06', 'day', 'P8D', 8, 6],
    ['2026-01-01', '2026-02-15', 'month', 'P1M14D', 45, 32],
    ['1600-01-01', '2000-01-01', 'year', 'P400Y', 146_097, 104_355],
  ])('%s to %s by %s', async (from, to, largestUnit, iso, totalDays, businessDays) =>
    expect(await diff(from, to, { largestUnit })).toMatchObject({ iso, totalDays, businessDays }),
  )

  test('a day of 25 hours counts as one day', async () => {
    const input = { tz: 'Europe/Berlin', largestUnit: 'day' }
    expect(await diff('2026-10-25', '2026-10-26', input)).toMatchObject({
      iso: 'P1D',
      totalDays: 1,
      totalSeconds: 90_000,
    })
  })

  test('keeps fractions of seconds', async () => {
    expect(await diff('0', '1.5')).toMatchObject({ seconds: 1, totalSeconds: 1.5, iso: 'PT1.5S' })
  })

  test('refuses spans beyond the range of all calendars', async () => {
    await expect(diff('2024-02-28', '+275760-09-13')).rejects.toThrow(/^to: must stay within/)
  })
})

describe('relative-time', () => {
  test.each([
    ['2026-01-01T00:00:00Z', 'now', 0],
    ['2026-01-01T00:00:59.4Z', 'in 59 seconds', 59.4],
    ['2026-01-01T00:00:59.6Z', 'in 1 minute', 59.6],
    ['2025-12-31T23:00:00Z', '1 hour ago', -3600],
    ['2025-12-31T00:00:00Z', '1 day ago', -86_400],
    ['2026-01-30T00:00:00Z', 'in 29 days', 2_505_600],
    ['2026-02-01T00:00:00Z', 'in 1 month', 2_678_400],
    ['2026-12-01T00:00:00Z', 'in 11 months', 28_857_600],
    ['2024-01-01T00:00:00Z', '2 years ago', -63_158_400],
    ['-001000-01-01', '3,026 years ago', -95_491_353_600],
  ])('%s', async (time, text, seconds) =>
    expect(await runExample(relativeTime, { time, from: '2026-01-01' })).toEqual({
      text,
      seconds,
      past: seconds < 0,
    }),
  )

  test('answers in many languages, and refuses an invalid one', async () => {
    const input = { time: '2026-01-01', from: '2026-01-03' }
    const say = (locale: string) => runExample(relativeTime, { ...input, locale })
    expect(await say('ja')).toMatchObject({ text: '2 日前' })
    expect(await say('ar')).toMatchObject({ text: 'قبل يومين' })
    for (const locale of ['', 'xx', 'en_US', '__proto__', 'a'.repeat(9999)]) {
      await expect(say(locale)).rejects.toThrow(/^locale: must be a language tag/)
    }
  })
})

describe('duration', () => {
  test.each([
    ['P1Y2M10DT2H30M', '1 year 2 months 10 days 2 hours 30 minutes', '10469:17:24'],
    ['-90m', 'minus 1 hour 30 minutes', '-01:30:00'],
    ['PT1.5S', '1.5 seconds', '00:00:01.5'],
    ['0', '0 seconds', '00:00:00'],
    ['2 weeks', '2 weeks', '336:00:00'],
  ])('%s', async (value, human, clock) =>
    expect(await runExample(duration, { value })).toMatchObject({ human, clock }),
  )

  test('answers a single form', async () => {
    expect(await runExample(duration, { value: '1:30', to: 'seconds' })).toEqual({ seconds: 5400 })
    expect(await runExample(duration, { value: '1:30', to: 'human' })).toEqual({
      human: '1 hour 30 minutes',
    })
  })
})

test('epoch seconds and seconds of a duration as JSON numbers', async () => {
  const from = 1_767_607_200
  expect(await runExample(addTime, { from, duration: 90 })).toMatchObject({
    iso: '2026-01-05T10:01:30Z',
    applied: 'PT1M30S',
  })
  expect(await runExample(dateDiff, { from, to: from + 60 })).toMatchObject({ minutes: 1 })
  expect(await runExample(duration, { value: 1.5 })).toMatchObject({ iso: 'PT1.5S' })
  expect(await runExample(timeConvert, { time: from * 1000 })).toMatchObject({
    iso: '2026-01-05T10:00:00Z',
  })
  const rule = { rule: 'FREQ=DAILY;COUNT=2', startIso: from, exclude: [from] }
  expect(await runExample(rruleExpand, rule)).toMatchObject({ count: 1 })
})

test.each([[true], [{}], [null], [[1]], [1e300]])('the time %j is refused', async (time) => {
  const answer = runExample(timeConvert, { time })
  await expect(answer).rejects.toThrow(/^time: /)
})

test.each(['2026-01-01T00:00:00+15:00', '2026-01-01T00:00:00+23:59', '2026-01-01T00:00+14:01'])(
  'an offset of %s is refused, because no place has it',
  async (time) => {
    const refused = { from: time, to: '2026-01-02' }
    await expect(runExample(dateDiff, refused)).rejects.toThrow(/^from: .* offset/)
    await expect(runExample(timeConvert, { time })).rejects.toThrow(/^time: .* offset/)
  },
)

test('a fixed offset beyond 14 hours is not a zone', async () => {
  for (const tz of ['+15:00', '+23:59', '-14:30']) {
    const refused = runExample(dateDiff, { from: '2026-01-01', to: '2026-01-02', tz })
    await expect(refused).rejects.toThrow('tz')
  }
  expect(await runExample(timeConvert, { time: '0', tz: '+14:00' })).toMatchObject({ tz: '+14:00' })
})

test('blank zones are refused', async () => {
  await expect(runExample(timeConvert, { time: '0', to: ' ' })).rejects.toThrow(/^to: /)
})
