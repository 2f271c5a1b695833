import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import age from './age.ts'
import calendarConvert from './calendar-convert.ts'
import calendarMonth from './calendar-month.ts'
import dateInfo from './date-info.ts'
import dateRange from './date-range.ts'
import epochConvert from './epoch-convert.ts'
import moonPhase from './moon-phase.ts'
import movableFeasts from './movable-feasts.ts'
import nthWeekday from './nth-weekday.ts'
import skyEvents from './sky-events.ts'
import sunTimes from './sun-times.ts'

const refused = { code: 'bad_input' }

test.each([
  ['0001-01-01', { weekday: 'Monday', isoWeek: 1, julianDay: 1_721_426 }],
  ['1970-01-01', { weekday: 'Thursday', epochDay: 0, julianDay: 2_440_588 }],
  ['2000-02-29', { isLeapYear: true, dayOfYear: 60 }],
  ['2021-01-03', { isoWeek: 53, isoWeekYear: 2020, isWeekend: true }],
  ['2024-12-30', { isoWeek: 1, isoWeekYear: 2025 }],
  ['9999-12-31', { weekday: 'Friday', quarter: 4 }],
])('date-info of %s', async (date, answer) => {
  expect(await runExample(dateInfo, { date })).toMatchObject(answer)
})

describe('age', () => {
  test.each([
    ['2000-02-29', '2001-02-28', { years: 0, nextBirthday: '2001-03-01', daysToBirthday: 1 }],
    ['2000-02-29', '2001-03-01', { years: 1, months: 0, days: 0, daysToBirthday: 0 }],
    ['2000-02-29', '2004-02-29', { years: 4, daysToBirthday: 0 }],
    ['2008-05-06', '2026-05-05', { years: 17, isAdult: false }],
    ['2008-05-06', '2026-05-06', { years: 18, isAdult: true }],
    ['2026-05-06', '2026-05-06', { totalDays: 0, years: 0 }],
  ])('of %s on %s', async (birthDate, onDate, answer) => {
    expect(await runExample(age, { birthDate, onDate })).toMatchObject(answer)
  })

  test('before birth is refused', async () => {
    const input = { birthDate: '2026-05-07', onDate: '2026-05-06' }
    await expect(runExample(age, input)).rejects.toMatchObject(refused)
  })
})

describe('nth-weekday', () => {
  test.each([
    [{ year: 2026, month: 2, weekday: 'saturday', n: -1 }, ['2026-02-28']],
    [{ year: 2026, month: 1, weekday: 'thursday', n: 5 }, ['2026-01-29']],
    [{ year: 2024, month: 2, weekday: 'thursday', n: -5 }, ['2024-02-01']],
  ])('%j', async (input, dates) => {
    expect(await runExample(nthWeekday, input)).toMatchObject({ dates })
  })

  test('months without a fifth are left out of a year, and alone have no date', async () => {
    const { dates } = await runExample(nthWeekday, { year: 2026, weekday: 'monday', n: 5 })
    expect(dates).toEqual(['2026-03-30', '2026-06-29', '2026-08-31', '2026-11-30'])
    const alone = { year: 2026, month: 2, weekday: 'monday', n: 5 }
    expect(await runExample(nthWeekday, alone)).toEqual({ dates: [], date: null })
  })
})

describe('date-range', () => {
  test.each([
    [
      { startDate: '2024-01-31', endDate: '2024-05-31', step: 'P1M' },
      ['2024-01-31', '2024-02-29', '2024-03-31', '2024-04-30', '2024-05-31'],
    ],
    [
      { startDate: '2026-01-02', count: 3, businessOnly: true },
      ['2026-01-02', '2026-01-05', '2026-01-06'],
    ],
    [
      { startDate: '2026-04-02', count: 2, businessOnly: true, countryCode: 'DE' },
      ['2026-04-02', '2026-04-07'],
    ],
    [
      { startDate: '2026-01-01', endDate: '2026-01-15', weekdays: ['monday'] },
      ['2026-01-05', '2026-01-12'],
    ],
    [{ startDate: '2026-01-02', endDate: '2026-01-01' }, []],
    [{ startDate: '2026-01-01', count: 2, step: '48h' }, ['2026-01-01', '2026-01-03']],
  ])('%j', async (input, dates) => {
    expect(await runExample(dateRange, input)).toEqual({ dates, count: dates.length })
  })

  test.each([
    [{ startDate: '2026-01-01' }],
    [{ startDate: '2026-01-01', endDate: '2026-01-02', count: 1 }],
    [{ startDate: '2026-01-01', count: 1, step: 'PT1H' }],
    [{ startDate: '2026-01-01', count: 1, step: '-P1D' }],
    [{ startDate: '2026-01-01', count: 1, step: 'P0D' }],
    [{ startDate: '9999-12-31', count: 2 }],
    [{ startDate: '0001-01-01', endDate: '9999-12-31' }],
    [{ startDate: '2026-01-01', count: 1, weekdays: [] }],
    [{ startDate: '2026-01-01', count: 1, countryCode: 'DE' }],
    [{ startDate: '2500-01-01', count: 1, countryCode: 'DE', businessOnly: true }],
    [{ startDate: '2026-01-01', count: 9_999, weekdays: ['sunday'], step: 'P7D' }],
  ])('%j is refused', async (input) => {
    await expect(runExample(dateRange, input)).rejects.toMatchObject(refused)
  })
})

test('a month as text', async () => {
  const asked = { year: 2026, month: 5, weekStart: 'sunday', countryCode: 'DE' }
  const answer = await runExample(calendarMonth, asked)
  expect(answer).toMatchObject({ days: 31, businessDays: 18 })
  expect(answer['text']).toMatchInlineSnapshot(`
    "2026-05
    Wk  Su  Mo  Tu  We  Th  Fr  Sa
    18                       1*  2
    19   3   4   5   6   7   8   9
    20  10  11  12  13  14* 15  16
    21  17  18  19  20  21  22  23
    22  24  25* 26  27  28  29  30
    23  31"
  `)
})

describe('epoch-convert', () => {
  test.each([
    [{ value: '1767225600123' }, { unit: 'ms', iso: '2026-01-01T00:00:00.123Z' }],
    [{ value: '1767225600123456789' }, { unit: 'ns', iso: '2026-01-01T00:00:00.123456789Z' }],
    [{ value: '-1' }, { unit: 's', iso: '1969-12-31T23:59:59Z' }],
    [{ value: '0.5' }, { iso: '1970-01-01T00:00:00.5Z' }],
    [{ value: '134115264000000000', unit: 'windows' }, { iso: '2025-12-30T00:00:00Z' }],
    // GPS was 18 s ahead of UTC in 2026, and equal to it at its start.
    [{ value: '1451260818', unit: 'gps' }, { iso: '2026-01-01T00:00:00Z' }],
    [{ value: '0', unit: 'gps' }, { iso: '1980-01-06T00:00:00Z' }],
    [{ value: '46828801', unit: 'gps' }, { iso: '1981-07-01T00:00:00Z' }],
    [
      { value: '1', unit: 'excel' },
      { iso: '1900-01-01T00:00:00Z', excel: null },
    ],
    [
      { value: '61', unit: 'excel' },
      { iso: '1900-03-01T00:00:00Z', excel: 61 },
    ],
    [{ value: '3976214400', unit: 'ntp' }, { iso: '2026-01-01T00:00:00Z' }],
    [{ value: '3850070400', unit: 'mac' }, { iso: '2026-01-01T00:00:00Z' }],
    [{ value: '788918400', unit: 'cocoa' }, { iso: '2026-01-01T00:00:00Z' }],
  ])('%j', async (input, answer) => {
    expect(await runExample(epochConvert, input)).toMatchObject(answer)
  })

  test('a date is given in every count, and each count leads back to it', async () => {
    const iso = '2026-07-01T12:34:56.789Z'
    const { alternatives } = await runExample(epochConvert, { value: iso })
    for (const [unit, value] of Object.entries(alternatives as Record<string, string>))
      expect([unit, await runExample(epochConvert, { value, unit })]).toMatchObject([unit, { iso }])
  })

  test.each([
    [{ value: 'x' }],
    [{ value: '1', unit: 'x' }],
    [{ value: '9'.repeat(25) }],
    [{ value: 'a', unit: 's' }],
  ])('%j is refused', async (input) => {
    await expect(runExample(epochConvert, input)).rejects.toMatchObject(refused)
  })
})

describe('calendar-convert', () => {
  test.each([
    ['hebrew', '5784-M05L-01', '2024-02-10'],
    ['hebrew', '5787-01-01', '2026-09-12'],
    ['islamic', '1447-09-01', '2026-02-18'],
    ['persian', '1405-01-01', '2026-03-21'],
    ['chinese', '2026-01-01', '2026-02-17'],
    ['japanese', 'heisei 31-04-30', '2019-04-30'],
    ['japanese', 'R8-02-14', '2026-02-14'],
    ['buddhist', '2569-01-01', '2026-01-01'],
    ['roc', '115-01-01', '2026-01-01'],
    ['julian', '1900-02-29', '1900-03-13'],
    ['julian', '1582-10-04', '1582-10-14'],
    ['coptic', '1743-01-01', '2026-09-11'],
    ['ethiopic', '2019-01-01', '2026-09-11'],
    ['indian', '1948-01-01', '2026-03-22'],
  ])('%s %s is %s', async (from, date, gregorian) => {
    expect(await runExample(calendarConvert, { date, from, to: 'gregorian' })).toMatchObject({
      gregorian,
    })
  })

  test('the Julian calendar converts in both directions', async () => {
    for (const date of [
      '0004-02-29',
      '0325-03-01',
      '1752-09-14',
      '2000-02-29',
      '2100-03-14',
      '9998-12-31',
    ]) {
      const { calendars } = await runExample(calendarConvert, { date, to: 'julian' })
      const { year, month, day } =
        (calendars as Record<string, Record<string, number>>)['julian'] ?? {}
      const back = await runExample(calendarConvert, {
        date: `${year}-${month}-${day}`,
        from: 'julian',
      })
      expect(back).toMatchObject({ gregorian: date })
    }
  })

  test.each([
    [{ date: '2026-02-30' }],
    [{ date: 'today' }],
    [{ date: '2026-01-01', to: 'mayan' }],
    [{ date: '1447-13-01', from: 'islamic' }],
    [{ date: '1901-02-29', from: 'julian' }],
    [{ date: 'meiji 1-1-1', from: 'hebrew' }],
    [{ date: '99999-01-01', from: 'buddhist' }],
  ])('%j is refused', async (input) => {
    await expect(runExample(calendarConvert, input)).rejects.toMatchObject(refused)
  })

  test('dates beyond the tables have a warning', async () => {
    const { warnings } = await runExample(calendarConvert, {
      date: '2300-01-01',
      to: 'islamic,hebrew',
    })
    expect(warnings).toEqual([expect.stringMatching(/^islamic:/)])
  })
})

test.each([
  [2024, { easterWestern: '2024-03-31', easterOrthodox: '2024-05-05', diwali: '2024-10-31' }],
  [2025, { easterWestern: '2025-04-20', easterOrthodox: '2025-04-20', diwali: '2025-10-20' }],
  [2023, { lunarNewYear: '2023-01-22', diwali: '2023-11-12', passover: '2023-04-06' }],
  [2018, { diwali: '2018-11-07' }],
  [2030, { ramadanStarts: ['2030-01-05', '2030-12-26'] }],
  [1954, { easterWestern: '1954-04-18' }],
  [1981, { easterWestern: '1981-04-19' }],
  [2200, { lunarNewYear: null, ramadanStart: null, diwali: null }],
])('feasts of %i', async (year, answer) => {
  expect(await runExample(movableFeasts, { year })).toMatchObject(answer)
})

describe('the sky', () => {
  test('a place without a sunset answers polar day or night', async () => {
    const tromso = { lat: 69.65, lon: 18.96, date: '2026-06-21' }
    const answer = await runExample(sunTimes, tromso)
    expect(answer).toMatchObject({ polar: 'day', sunriseIso: null, dayLengthMin: 1_440 })
  })

  test('daylight is computed around the noon of the day, whatever the time zone', async () => {
    const sydney = { lat: -33.87, lon: 151.21, date: '2026-01-15' }
    expect(await runExample(sunTimes, sydney)).toMatchObject({
      sunriseIso: expect.stringMatching(/^2026-01-14T18:5/) as string,
      sunsetIso: expect.stringMatching(/^2026-01-15T09:0/) as string,
    })
  })

  test.each([
    ['2026-01-03', 'full moon'],
    ['2026-01-18', 'new moon'],
    ['2026-01-06', 'waning gibbous'],
  ])('the moon of %s', async (date, phase) => {
    expect(await runExample(moonPhase, { date })).toMatchObject({ phase })
  })

  test('eclipses of 2027', async () => {
    const { eclipses } = await runExample(skyEvents, { year: 2027 })
    expect(
      (eclipses as { of: string; kind: string; peakIso: string }[]).map((one) => [
        one.of,
        one.kind,
        one.peakIso.slice(0, 10),
      ]),
    ).toEqual([
      ['sun', 'annular', '2027-02-06'],
      ['moon', 'penumbral', '2027-02-20'],
      ['moon', 'penumbral', '2027-07-18'],
      ['sun', 'total', '2027-08-02'],
      ['moon', 'penumbral', '2027-08-17'],
    ])
  })

  test.each([
    [moonPhase, { lat: 1 }],
    [moonPhase, { date: '1699-12-31' }],
    [sunTimes, { lat: 91, lon: 0 }],
    [skyEvents, { year: 2201 }],
  ])('%# is refused', async (tool, input) => {
    await expect(runExample(tool, input)).rejects.toMatchObject(refused)
  })
})
