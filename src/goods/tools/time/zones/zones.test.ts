import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import timeConvert from '../instants/time-convert.ts'
import time from '../instants/time.ts'
import timezoneAt from './timezone-at.ts'
import timezoneInfo from './timezone-info.ts'

const AT = '2026-01-05T10:00:00.250Z'

describe('time', () => {
  test('keeps milliseconds and rounds seconds down', async () => {
    expect(await runExample(time, {}, '1969-12-31T23:59:59.250Z')).toMatchObject({
      iso: '1969-12-31T23:59:59.25Z',
      epochSeconds: -1,
      tz: 'UTC',
      offset: '+00:00',
    })
  })

  test('writes the zone as IANA does', async () => {
    expect(await runExample(time, { tz: 'eUROPE/bERLIN' }, AT)).toMatchObject({
      tz: 'Europe/Berlin',
    })
  })

  test.each(['', 'PST', 'Mars/Olympus', '2026-01-01T00:00Z', '__proto__', 'x'.repeat(9999)])(
    'refuses %j',
    (tz) => expect(runExample(time, { tz }, AT)).rejects.toThrow(/^tz: must be an IANA time zone/),
  )
})

const inZones = (to: unknown) => runExample(timeConvert, { time: '0', to })

describe('time-convert', () => {
  test.each([
    ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59', '+01:00'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00', '+02:00'],
    ['2026-10-25T00:59:59Z', '2026-10-25T02:59:59', '+02:00'],
    ['2026-10-25T01:00:00Z', '2026-10-25T02:00:00', '+01:00'],
    ['2026-03-29T02:30:00', '2026-03-29T03:30:00', '+02:00'],
    ['+200000-07-01T00:00:00Z', '+200000-07-01T02:00:00', '+02:00'],
  ])('%s in Berlin', async (sent, local, offset) => {
    const answer = await runExample(timeConvert, { time: sent, tz: 'Europe/Berlin' })
    expect(answer).toMatchObject({ local, offset })
  })

  test('takes zones as a text or an array', async () => {
    const tokyo = { tz: 'Asia/Tokyo', local: '1970-01-01T09:00:00', offset: '+09:00' }
    const utc = { tz: 'UTC', local: '1970-01-01T00:00:00', offset: '+00:00' }
    expect(await inZones(' Asia/Tokyo, ,utc')).toMatchObject({ zones: [tokyo, utc] })
    expect(await inZones(['Asia/Tokyo'])).toMatchObject({ zones: [tokyo] })
    expect(await inZones('')).toMatchObject({ zones: [] })
    await expect(inZones('Asia/Tokyo,Nowhere')).rejects.toThrow(/^to: "Nowhere" must be an IANA/)
    await expect(inZones('UTC,'.repeat(51))).rejects.toThrow(/^to: must name at most 50/)
  })
})

const info = (input: Record<string, unknown>) => runExample(timezoneInfo, input, AT)

describe('timezone-info', () => {
  test('the day of a change is described as it begins', async () => {
    expect(await info({ tz: 'Europe/Berlin', date: '2026-03-29' })).toMatchObject({
      offset: '+01:00',
      abbreviation: 'CET',
      nextTransition: { atIso: '2026-03-29T01:00:00Z', offsetAfter: '+02:00' },
    })
  })

  test('a change at the very start of a day is the previous one', async () => {
    const { previousTransition } = await info({ tz: 'America/Sao_Paulo', date: '2018-11-04' })
    expect(previousTransition).toMatchObject({ atIso: '2018-11-04T03:00:00Z' })
  })

  test.each([
    ['Europe/Kyiv', ['UA']],
    ['US/Eastern', ['US']],
    ['Arctic/Longyearbyen', ['SJ']],
    ['GB', ['GB']],
    ['UTC', []],
    ['+02:00', []],
  ])('%s belongs to %j', async (tz, countryCodes) =>
    expect(await info({ tz })).toMatchObject({ countryCodes }),
  )

  test.each([
    ['Europe/London', '2026-07-01', 'BST'],
    ['America/New_York', '2026-07-01', 'EDT'],
    ['Australia/Sydney', '2026-01-01', 'AEDT'],
    ['Asia/Seoul', '2026-01-01', 'KST'],
    ['Europe/Moscow', '2026-01-01', 'MSK'],
    ['Asia/Tashkent', '2026-01-01', 'GMT+5'],
    ['UTC', '2026-01-01', 'UTC'],
  ])('%s has a known abbreviation', async (tz, date, abbreviation) =>
    expect(await info({ tz, date })).toMatchObject({ abbreviation }),
  )

  test.each(['2026-02-29', '2026-13-01', 'today', ''])('refuses the date %j', (date) =>
    expect(info({ tz: 'UTC', date })).rejects.toThrow(/^date: /),
  )
})

const at = async (lat: unknown, lon: unknown) =>
  (await runExample(timezoneAt, { lat, lon }, AT))['tz']

describe('timezone-at', () => {
  test.each([
    [52.52, 13.405, 'Europe/Berlin'],
    [-33.87, 151.21, 'Australia/Sydney'],
    [27.72, 85.32, 'Asia/Kathmandu'],
    [0, -30, 'Etc/GMT+2'],
    [90, 180, 'Etc/GMT'],
    [-90, -180, 'Antarctica/McMurdo'],
  ])('%d, %d', async (lat, lon, tz) => expect(await at(lat, lon)).toBe(tz))

  test.each([
    [90.1, 0],
    [0, -181],
    [Number.NaN, 0],
    ['north', 0],
  ])('refuses %j, %j', (lat, lon) => expect(at(lat, lon)).rejects.toThrow(/^(lat|lon): /))
})
