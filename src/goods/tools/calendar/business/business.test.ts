import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import dayCount from './day-count.ts'
import fiscalPeriod from './fiscal-period.ts'
import publicHolidays from './public-holidays.ts'
import settlementDate from './settlement-date.ts'

const refused = { code: 'bad_input' }

describe('public-holidays', () => {
  const datesOf = async (input: Record<string, unknown>) =>
    ((await runExample(publicHolidays, input))['holidays'] as { date: string }[]).map(
      ({ date }) => date,
    )

  test('holidays of a region have local names', async () => {
    const answer = await runExample(publicHolidays, { countryCode: 'de', region: 'BY', year: 2026 })
    expect(answer['holidays']).toContainEqual({
      date: '2026-01-06',
      name: 'Epiphany',
      localName: 'Heilige Drei Könige',
      kind: 'public',
      substitute: false,
    })
    expect(answer['longWeekends']).toContainEqual({
      startDate: '2026-04-03',
      endDate: '2026-04-06',
      days: 4,
    })
    expect(answer['regions']).toContain('BY')
  })

  test.each([
    [2024, '02-09 02-10 02-11 02-12'],
    [2025, '01-28 01-29 01-30'],
    [2026, '02-16 02-17 02-18'],
  ])('the Korean new year of %i begins on its eve', async (year, kept) => {
    const { holidays } = await runExample(publicHolidays, { countryCode: 'KR', year })
    const found = (holidays as { date: string; name: string }[])
      .filter(({ name }) => name.startsWith('Korean New Year'))
      .map(({ date }) => date.slice(5))
    expect(found.join(' ')).toBe(kept)
  })

  test('a holiday is not listed before its law', async () => {
    expect(await datesOf({ countryCode: 'US', year: 1985 })).not.toContain('1985-01-21')
    expect(await datesOf({ countryCode: 'US', year: 1986 })).toContain('1986-01-20')
    const { warnings } = await runExample(publicHolidays, { countryCode: 'US', year: 1985 })
    expect(warnings).toEqual([expect.stringContaining('before 2000') as string])
  })

  test.each([
    ['CH', '2024-08-01', 'Bundesfeiertag', 'Bundesfeiertag'],
    ['CH', '2024-05-09', 'Ascension Day', 'Auffahrt'],
    ['AT', '2024-01-01', "New Year's Day", 'Neujahr'],
    ['US', '2024-09-02', 'Labor Day', 'Labor Day'],
    ['CA', '2024-09-02', 'Labour Day', 'Labour Day'],
  ])('%s has its own names for %s', async (countryCode, date, name, localName) => {
    const { holidays } = await runExample(publicHolidays, { countryCode, year: 2024 })
    const day = { date, name, localName, kind: 'public', substitute: false }
    expect(holidays).toContainEqual(day)
  })

  test('a substitute day is marked', async () => {
    const { holidays } = await runExample(publicHolidays, { countryCode: 'GB', year: 2026 })
    const boxing = (holidays as { date: string; substitute: boolean }[]).find(
      ({ date }) => date === '2026-12-28',
    )
    expect(boxing).toMatchObject({ substitute: true })
  })

  test('days off by decree are holidays of China, and what is not known is a warning', async () => {
    expect(await datesOf({ countryCode: 'CN', year: 2026 })).toContain('2026-02-16')
    const { warnings } = await runExample(publicHolidays, { countryCode: 'CN', year: 2030 })
    expect(warnings).toEqual([expect.stringContaining('CN 2030')])
  })

  test.each([
    [{ countryCode: 'XX', year: 2026 }],
    [{ countryCode: 'DE', year: 2026, region: 'ZZ' }],
    [{ countryCode: 'DE', year: 1969 }],
    [{ countryCode: 'DE', year: 2026, kinds: 'party' }],
  ])('%j is refused', async (input) => {
    await expect(runExample(publicHolidays, input)).rejects.toMatchObject(refused)
  })
})

test.each([
  [
    { date: '2026-04-05', scheme: 'uk' },
    { fiscalYear: 2026, month: 12, daysLeft: 0 },
  ],
  [
    { date: '2026-04-06', scheme: 'uk' },
    { fiscalYear: 2027, month: 1, periodEndDate: '2026-05-05' },
  ],
  [
    { date: '2026-10-01', scheme: 'us-federal' },
    { fiscalYear: 2027, quarter: 1, month: 1 },
  ],
  [{ date: '2026-10-01', scheme: 'us-federal', naming: 'start' }, { fiscalYear: 2026 }],
  // If the year begins on the Monday nearest to 1 January, the weeks are those of ISO 8601.
  [
    { date: '2021-01-03', scheme: '4-4-5' },
    { fiscalYear: 2020, week: 53, month: 12, quarter: 4 },
  ],
  [
    { date: '2021-01-04', scheme: '4-4-5' },
    { fiscalYear: 2021, week: 1, yearEndDate: '2022-01-02' },
  ],
  // The retail calendar of the United States has a 53rd week here.
  [
    {
      date: '2024-02-03',
      scheme: '4-5-4',
      yearStartMonth: 2,
      weekStart: 'sunday',
      naming: 'start',
    },
    { fiscalYear: 2023, week: 53, daysLeft: 0 },
  ],
])('fiscal-period of %j', async (input, answer) => {
  expect(await runExample(fiscalPeriod, input)).toMatchObject(answer)
})

describe('day-count', () => {
  test.each([
    ['2007-12-28', '2008-02-28', 'act/act', 4 / 365 + 58 / 366],
    ['2007-10-31', '2008-11-30', 'act/act', 62 / 365 + 334 / 366],
    ['2007-12-28', '2008-02-28', '30/360', 60 / 360],
    ['2007-10-31', '2008-11-30', '30/360', 390 / 360],
    ['2008-02-01', '2009-05-31', '30/360', 480 / 360],
    ['2008-02-01', '2009-05-31', '30e/360', 479 / 360],
    ['2007-02-28', '2007-08-31', '30/360', 183 / 360],
    ['2007-02-28', '2007-08-31', '30u/360', 180 / 360],
    ['2007-02-28', '2008-02-29', '30/360', 361 / 360],
    ['2007-02-28', '2008-02-29', '30u/360', 360 / 360],
    ['2008-02-28', '2009-02-28', '30u/360', 360 / 360],
    ['2006-08-31', '2007-02-28', '30u/360', 178 / 360],
    ['2008-02-01', '2009-05-31', '30u/360', 480 / 360],
    ['2008-02-01', '2009-05-31', 'act/360', 485 / 360],
    ['2008-02-01', '2009-05-31', 'act/365', 485 / 365],
  ])('%s to %s by %s', async (from, to, convention, fraction) => {
    const { yearFraction } = await runExample(dayCount, { from, to, convention })
    expect(yearFraction).toBeCloseTo(fraction, 12)
  })

  test.each([
    [{ from: '2026-01-02', to: '2026-01-01' }],
    [{ from: '2026-01-01', to: '2026-01-02', principal: 5 }],
  ])('%j is refused', async (input) => {
    await expect(runExample(dayCount, input)).rejects.toMatchObject(refused)
  })
})

test.each([
  [{ tradeDate: '2026-01-02' }, '2026-01-05'],
  [{ tradeDate: '2026-01-31', lag: 0 }, '2026-02-02'],
  [{ tradeDate: '2026-01-31', lag: 0, convention: 'preceding' }, '2026-01-30'],
  [{ tradeDate: '2026-07-02', lag: 1, calendars: ['US'] }, '2026-07-06'],
])('settlement of %j is %s', async (input, settlementDate_) => {
  expect(await runExample(settlementDate, input)).toMatchObject({ settlementDate: settlementDate_ })
})

test('an unknown calendar is refused with the name of its field', async () => {
  const input = { tradeDate: '2026-01-02', calendars: ['XX'] }
  await expect(runExample(settlementDate, input)).rejects.toThrow(/^calendars: /)
})
