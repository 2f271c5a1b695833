import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import dateFormat from './date-format.ts'

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

  test.each([
    ['en', 'QQQ QQQQ EEEEEE aaaa', 'Q1 1st quarter Mo AM'],
    ['fr', 'QQQ QQQQ EEEEEE', 'T1 1er trimestre lu'],
    ['de', 'QQQ QQQQ EEEEEE', 'Q1 1. Quartal Mo.'],
    ['ja', 'QQQ QQQQ EEEEEE', 'Q1 第1四半期 月'],
    ['pt-BR', 'QQQ', 'T1'],
    ['en', 'O OOOO ZZZZ', 'GMT GMT GMT'],
    ['fr', 'O ZZZZ', 'UTC UTC'],
  ])('%s %s is as in the CLDR', async (locale, format, text) =>
    expect(await write(format, { locale })).toBe(text),
  )

  test('a language without names of quarters is refused', async () => {
    await expect(write('QQQQ', { locale: 'sw' })).rejects.toThrow(
      /^format: QQQQ has no names in sw here/,
    )
  })

  test('noon, midnight, years before Christ and Z are written by their tokens', async () => {
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
    'QQQQQ',
    'EEEEEEE',
    'aaaaaa',
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

  test.each(['rfc2822', 'rfc3339', 'http'])(
    '%s refuses years that do not have four digits',
    (style) =>
      expect(runExample(dateFormat, { time: '+010000-01-01', style })).rejects.toThrow(/^time: /),
  )
})

test('a blank pattern is refused', async () => {
  const refused = runExample(dateFormat, { time: '0', format: ' ' })
  await expect(refused).rejects.toThrow(/^format: /)
})
