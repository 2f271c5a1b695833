import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import rruleExpand from './rrule-expand.ts'
import { startWorkInThreads } from '../../../../../test/support/wait.ts'

const expand = async (rule: string, input: Record<string, unknown> = {}) => {
  const answer = await runExample(rruleExpand, { rule, startIso: '2026-01-01', ...input })
  return { ...answer, occurrences: answer['occurrences'] as string[] }
}

/** The examples of RFC 5545, 3.8.5.3: DTSTART;TZID=America/New_York:19970902T090000. */
describe('RFC 5545', () => {
  test.each([
    ['FREQ=DAILY;INTERVAL=10;COUNT=5', '0902 0912 0922 1002 1012'],
    [
      'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
      '0902 0904 0909 0911 0916 0918 0923 0925 0930 1002',
    ],
    ['FREQ=MONTHLY;COUNT=10;BYDAY=1FR', '0905 1003 1107 1205 0102 0206 0306 0403 0501 0605'],
    [
      'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
      '0907 0928 1102 1130 0104 0125 0301 0329 0503 0531',
    ],
    ['FREQ=MONTHLY;COUNT=6;BYDAY=-2MO', '0922 1020 1117 1222 0119 0216'],
    ['FREQ=MONTHLY;BYMONTHDAY=-3', '0928 1029 1128 1229 0129 0226'],
    ['FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1', '0930 1001 1031 1101 1130 1201 1231 0101 0131 0201'],
    [
      'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
      '0910 0911 0912 0913 0914 0915 0310 0311 0312 0313',
    ],
    ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '0904 1007 1106'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', '0929 1030 1127 1230 0129 0226 0330'],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '0213 0313 1113 0813 1013'],
    ['FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13', '0913 1011 1108 1213 0110 0207 0307'],
    ['FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8', '1104 1106 1108 1103'],
  ])('%s', async (rule, dates) => {
    const limit = dates.split(' ').length
    const start = { startIso: '1997-09-02T09:00', tz: 'America/New_York', limit }
    const { occurrences } = await expand(rule, start)
    expect(occurrences.map((iso) => iso.slice(5, 10).replace('-', '')).join(' ')).toBe(dates)
    expect(occurrences.every((iso) => iso.includes('T09:00:00-0'))).toBe(true)
  })

  test.each([
    [
      '1997-06-10',
      'FREQ=YEARLY;COUNT=4;BYMONTH=6,7',
      '1997-06-10 1997-07-10 1998-06-10 1998-07-10',
    ],
    [
      '1997-01-01',
      'FREQ=YEARLY;INTERVAL=3;COUNT=5;BYYEARDAY=1,100,200',
      '1997-01-01 1997-04-10 1997-07-19 2000-01-01 2000-04-09',
    ],
    ['1997-05-19', 'FREQ=YEARLY;BYDAY=20MO', '1997-05-19 1998-05-18 1999-05-17'],
    ['1997-05-12', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12 1998-05-11 1999-05-17'],
    ['1997-05-12', 'FREQ=YEARLY;BYWEEKNO=20', '1997-05-12 1998-05-11 1999-05-17'],
    [
      '1997-08-05',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO',
      '1997-08-05 1997-08-10 1997-08-19 1997-08-24',
    ],
    [
      '1997-08-05',
      'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU',
      '1997-08-05 1997-08-17 1997-08-19 1997-08-31',
    ],
    [
      '2007-01-15',
      'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
      '2007-01-15 2007-01-30 2007-02-15 2007-03-15 2007-03-30',
    ],
    [
      '2024-12-30',
      'FREQ=YEARLY;INTERVAL=2;BYWEEKNO=1;BYDAY=MO',
      '2024-12-30 2027-01-04 2029-01-01',
    ],
    ['2024-02-29', 'FREQ=YEARLY', '2024-02-29 2028-02-29 2032-02-29'],
    ['2026-01-31', 'FREQ=MONTHLY', '2026-01-31 2026-03-31 2026-05-31'],
    ['2098-02-28', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29', '2104-02-29 2108-02-29'],
    ['1960-01-01', 'FREQ=DAILY;INTERVAL=7;BYDAY=FR', '1960-01-01 1960-01-08'],
  ])('from %s %s', async (startIso, rule, dates) => {
    const { occurrences } = await expand(rule, { startIso, limit: dates.split(' ').length })
    expect(occurrences.map((iso) => iso.slice(0, 10)).join(' ')).toBe(dates)
  })
})

describe('clock changes in Berlin', () => {
  test.each([
    ['FREQ=DAILY', '2026-03-28T02:30', '28T02:30:00+01 29T03:30:00+02 30T02:30:00+02'],
    ['FREQ=DAILY', '2026-10-24T02:30', '24T02:30:00+02 25T02:30:00+02 26T02:30:00+01'],
    ['FREQ=DAILY', '2026-10-25T01:30:00Z', '25T02:30:00+01 26T02:30:00+01'],
    [
      'FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30',
      '2026-03-29T00:00',
      '29T03:30:00+02 30T02:30:00+02 30T03:30:00+02',
    ],
    [
      'FREQ=DAILY;BYHOUR=2,3;BYMINUTE=0,45',
      '2026-03-29T00:00',
      '29T03:00:00+02 29T03:45:00+02 30T02:00:00+02',
    ],
    [
      'FREQ=HOURLY',
      '2026-03-29T00:30',
      '29T00:30:00+01 29T01:30:00+01 29T03:30:00+02 29T04:30:00+02',
    ],
    [
      'FREQ=HOURLY',
      '2026-10-25T01:00',
      '25T01:00:00+02 25T02:00:00+02 25T02:00:00+01 25T03:00:00+01',
    ],
    [
      'FREQ=MINUTELY;INTERVAL=30',
      '2026-10-25T02:00',
      '25T02:00:00+02 25T02:30:00+02 25T02:00:00+01 25T02:30:00+01 25T03:00:00+01',
    ],
    ['FREQ=HOURLY;INTERVAL=12', '2026-03-28T12:00', '28T12:00:00+01 29T00:00:00+01 29T12:00:00+02'],
  ])('%s from %s', async (rule, startIso, times) => {
    const limit = times.split(' ').length
    const { occurrences } = await expand(rule, { startIso, tz: 'Europe/Berlin', limit })
    expect(occurrences.map((iso) => iso.slice(8, 22)).join(' ')).toBe(times)
  })

  test('a day that a zone skipped counts once, together with the next', async () => {
    const input = { startIso: '2011-12-29T09:00', tz: 'Pacific/Apia' }
    const { occurrences } = await expand('FREQ=DAILY;COUNT=3', input)
    expect(occurrences.map((iso) => iso.slice(0, 10))).toEqual([
      '2011-12-29',
      '2011-12-31',
      '2012-01-01',
    ])
  })
})

describe('the end of a rule', () => {
  test.each([
    ['FREQ=DAILY;UNTIL=20260103', {}, 3],
    ['FREQ=DAILY;UNTIL=20260103T000000Z', {}, 3],
    ['FREQ=DAILY;UNTIL=20260102T235959Z', {}, 2],
    ['FREQ=DAILY;UNTIL=20260103', { tz: 'Asia/Tokyo', startIso: '2026-01-01T23:30' }, 3],
    ['FREQ=DAILY;COUNT=5', { exclude: ['2026-01-02', '2026-01-09'] }, 4],
    ['FREQ=DAILY;COUNT=5', { limit: 2 }, 2],
    ['FREQ=DAILY', { untilIso: '2026-01-03T00:00:00Z' }, 3],
    ['FREQ=DAILY', { startIso: '9999-12-30' }, 2],
    ['FREQ=YEARLY;INTERVAL=1000000', {}, 1],
  ])('%s with %j', async (rule, input, count) =>
    expect(await expand(rule, input)).toMatchObject({ count }),
  )

  test.each([
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', {}, false],
    ['FREQ=DAILY', {}, true],
    ['FREQ=DAILY;COUNT=2', {}, false],
    ['FREQ=DAILY', { untilIso: '2025-01-01T00:00:00Z' }, true],
    ['FREQ=DAILY', { exclude: ['2026-01-01'], limit: 1 }, true],
  ])('%s with %j has no end: %j', async (rule, input, infinite) =>
    expect(await expand(rule, input)).toMatchObject({ infinite }),
  )
})

const all = (count: number) => Array.from({ length: count }, (_, index) => index).join(',')

/** Each of these rules occupies other libraries for seconds or for ever. */
describe('bounded work', () => {
  const everySecond = `BYHOUR=${all(24)};BYMINUTE=${all(60)};BYSECOND=${all(60)}`
  test.each([
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 0],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 0],
    ['FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30', 0],
    ['FREQ=HOURLY;INTERVAL=2;BYHOUR=2', 0],
    ['FREQ=MINUTELY;INTERVAL=60;BYMINUTE=30', 0],
    ['FREQ=SECONDLY;INTERVAL=86400;BYHOUR=5', 0],
    ['FREQ=SECONDLY;COUNT=1000000000', 500],
    [`FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;${everySecond}`, 500],
    [`FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-366,366;${everySecond}`, 500],
  ])('%s', async (rule, count) => {
    const worked = startWorkInThreads()
    const input = { startIso: '2025-12-31T23:59:00', tz: 'America/New_York', limit: 500 }
    expect(await expand(rule, input)).toMatchObject({ count })
    expect(await worked()).toBeLessThan(1000)
  })
})

test('refuses starts and exclusions that are not times', async () => {
  await expect(expand('FREQ=DAILY', { startIso: 'soon' })).rejects.toThrow(/^startIso: /)
  await expect(expand('FREQ=DAILY', { startIso: '0999-12-31' })).rejects.toThrow(/^startIso: /)
  await expect(expand('FREQ=DAILY', { exclude: ['soon'] })).rejects.toThrow(/^exclude\.0: /)
})
