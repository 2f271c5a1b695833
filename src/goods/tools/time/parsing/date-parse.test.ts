import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
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
    ['1 March 44 BC', '-000043-02-28T23:06:32Z'],
    ['5. März 2026 um 17 Uhr', '2026-03-05T17:00:00+01:00'],
    ['3 de marzo de 2026 a las 5', '2026-03-03T05:00:00+01:00'],
    ['demain à 17h', '2026-03-11T17:00:00+01:00'],
    ['2026年3月4日 17時', '2026-03-04T17:00:00+01:00'],
  ])('%s', async (text, iso) => expect(await parse(text)).toMatchObject({ iso, ambiguous: false }))

  test('an hour after a clock change is an hour later', async () => {
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

  test('both ends of a range are read by the same rule', async () => {
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
