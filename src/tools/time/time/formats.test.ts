import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../test/support/run-tool.ts'
import dateFormat from './date-format.ts'
import dateParse from './date-parse.ts'

describe('date-parse', () => {
  const input = { referenceIso: '2026-03-10T08:00:00Z', tz: 'Europe/Berlin' }
  const parse = (text: string, order = 'auto') => runExample(dateParse, { text, order, ...input })

  test.each([
    ['2026-03-04T10:00:00.123456Z', '2026-03-04T11:00:00.123456+01:00'],
    ['1767225600', '2026-01-01T01:00:00+01:00'],
    ['2026-W05-1', '2026-01-26T00:00:00+01:00'],
    ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T09:49:37+01:00'],
    ['next friday', '2026-03-20T00:00:00+01:00'],
    ['tonight', '2026-03-10T22:00:00+01:00'],
    ['day after tomorrow at noon', '2026-03-12T12:00:00+01:00'],
    ['in 2 hours', '2026-03-10T11:00:00+01:00'],
    ['in 30 days', '2026-04-09T00:00:00+02:00'],
    ['March 5th 2026 10am EST', '2026-03-05T16:00:00+01:00'],
    ['2026-03-29 02:30', '2026-03-29T03:30:00+02:00'],
    ['1 March 44 BC', '-000043-02-28T23:06:32Z'],
    ['5. März 2026 um 17 Uhr', '2026-03-05T17:00:00+01:00'],
    ['3 de marzo de 2026 a las 5', '2026-03-03T05:00:00+01:00'],
    ['demain à 17h', '2026-03-11T17:00:00+01:00'],
    ['2026年3月4日 17時', '2026-03-04T17:00:00+01:00'],
  ])('%s', async (text, iso) => expect(await parse(text)).toMatchObject({ iso, ambiguous: false }))

  test('an hour after a clock change is an hour', async () => {
    const at = { referenceIso: '2026-03-28T12:00:00Z', tz: 'Europe/Berlin' }
    expect(await runExample(dateParse, { text: 'in 24 hours', ...at })).toMatchObject({
      iso: '2026-03-29T14:00:00+02:00',
    })
  })

  test.each([
    ['03/04/2026', 'auto', '2026-03-04', ['2026-04-03']],
    ['03.04.2026', 'auto', '2026-04-03', ['2026-03-04']],
    ['03/04/2026', 'dmy', '2026-04-03', []],
    ['13/04/2026', 'auto', '2026-04-13', []],
    ['04/13/2026', 'auto', '2026-04-13', []],
    ['03/03/2026', 'auto', '2026-03-03', []],
    ['2026/03/04', 'mdy', '2026-03-04', []],
    ['01/02/03', 'auto', '2003-01-02', ['2003-02-01', '2001-02-03']],
    ['26/03/04', 'ymd', '2026-03-04', []],
    ['25/12/85', 'dmy', '1985-12-25', []],
    ['due 03/04/2026 at 5pm', 'auto', '2026-03-04', ['2026-04-03']],
    ['3/4', 'auto', '2026-03-04', ['2026-04-03']],
  ])('%s as %s', async (text, order, date, others) => {
    const answer = await parse(text, order)
    expect(answer).toMatchObject({ date, ambiguous: others.length > 0 })
    expect((answer['alternatives'] as string[]).map((iso) => iso.slice(0, 10))).toEqual(others)
  })

  test('both ends of a range are read alike', async () => {
    expect(await parse('03/04/2026 - 05/04/2026')).toMatchObject({
      iso: '2026-03-04T00:00:00+01:00',
      endIso: '2026-05-04T00:00:00+02:00',
      alternatives: ['2026-04-03T00:00:00+02:00'],
    })
  })

  test.each([
    '',
    ' ',
    '\ud800',
    'no date',
    '2026',
    '29 Feb 2025',
    'Feb 30 2026',
    '2026-02-30',
    '31/02/2026',
    '99/99/9999',
    'in 99999999999999 years',
    '1 '.repeat(250),
    'a'.repeat(500),
  ])('refuses %j', (text) => expect(parse(text)).rejects.toThrow(/^text: /))

  test('refuses a date that does not fit the order', async () => {
    await expect(parse('12/25/2026', 'dmy')).rejects.toThrow('12/25/2026 read as dmy')
  })
})

describe('date-format', () => {
  const time = '2026-01-05T00:30:00.123456789Z'
  const write = async (format: string, input: Record<string, unknown> = {}) =>
    (await runExample(dateFormat, { time, format, ...input }))['text']

  test.each([
    ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", '2026-01-05T06:00:00.123+05:30'],
    ['G y yy uuuuu', 'AD 2026 26 02026'],
    ['Q QQ QQQ M MM MMM MMMM MMMMM L LLLL', '1 01 Q1 1 01 Jan January J 1 January'],
    ["YYYY-'W'ww d dd DDD E EEEE EEEEE", '2026-W02 5 05 005 Mon Monday M'],
    ['H HH h hh K kk m s a', '6 06 6 06 6 06 0 0 AM'],
    [
      'O OOOO Z ZZZZZ X XX XXX x xxx VV',
      'GMT+5:30 GMT+05:30 +0530 +05:30 +0530 +0530 +05:30 +0530 +05:30 Asia/Kolkata',
    ],
    ["h 'o''clock' '''quoted'''", "6 o'clock 'quoted'"],
    ['— 年', '— 年'],
  ])('%s', async (format, text) => expect(await write(format, { tz: 'Asia/Kolkata' })).toBe(text))

  test.each([
    ['cs', 'd. MMMM yyyy; LLLL', '5. ledna 2026; leden'],
    ['ru', 'd MMMM', '5 января'],
    ['ja', 'y年MMMMd日 EEEE', '2026年1月5日 月曜日'],
    ['ar-EG', 'd/M/yyyy', '٥/١/٢٠٢٦'],
    ['en-US-u-ca-hebrew', 'd MMMM yyyy', '5 January 2026'],
  ])('in %s', async (locale, format, text) => expect(await write(format, { locale })).toBe(text))

  test('noon, midnight, years before Christ and Z', async () => {
    expect(await write('h K k a X', { time: '2026-01-05' })).toBe('12 0 24 AM Z')
    expect(await write('h K k a', { time: '2026-01-05T12:00' })).toBe('12 0 12 PM')
    expect(await write('y G u', { time: '-000043-03-15' })).toBe('44 BC -43')
  })

  test.each([
    'YYYY-MM-dd',
    'yyyy-MM-DD',
    '%Y-%m-%d',
    "'open",
    'hello',
    'QQQQ',
    'EEEEEE',
    'sss',
    'y'.repeat(10),
    'S'.repeat(200),
    '',
  ])('refuses %j', (format) => expect(write(format)).rejects.toThrow(/^format: /))

  test.each([
    ['rfc2822', 'Sun, 04 Jan 2026 19:30:00 -0500'],
    ['rfc3339', '2026-01-04T19:30:00.123456789-05:00'],
    ['http', 'Mon, 05 Jan 2026 00:30:00 GMT'],
    ['full', 'Sunday, January 4, 2026 at 7:30:00 PM Eastern Standard Time'],
    ['short', '1/4/26, 7:30 PM'],
  ])('style %s', async (style, text) => {
    const written = await runExample(dateFormat, { time, style, tz: 'America/New_York' })
    expect(String(written['text']).replace(/\u202f/g, ' ')).toBe(text)
  })

  test.each(['rfc2822', 'rfc3339', 'http'])('%s has years of four digits', (style) =>
    expect(runExample(dateFormat, { time: '+010000-01-01', style })).rejects.toThrow(/^time: /),
  )
})
