import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import dateParse from './date-parse.ts'

/** This day is a Wednesday. */
const referenceIso = '2026-06-17T12:00:00Z'
const parse = (text: string, input: Record<string, unknown> = {}) =>
  runExample(dateParse, { text, referenceIso, ...input })

describe('every word counts', () => {
  test.each([
    ['a week from tomorrow', '2026-06-25T00:00:00Z'],
    ['first Monday of July 2026', '2026-07-06T00:00:00Z'],
    ['third Thursday of November 2026', '2026-11-19T00:00:00Z'],
    ['last Friday of June 2026', '2026-06-26T00:00:00Z'],
    ['second Tuesday of next month', '2026-07-14T00:00:00Z'],
    ['three weeks from Friday', '2026-07-10T00:00:00Z'],
    ['the 3rd of next month', '2026-07-03T00:00:00Z'],
    ['in a fortnight', '2026-07-01T00:00:00Z'],
    ['in a decade', '2036-06-17T00:00:00Z'],
    ['on the 5th', '2026-07-05T00:00:00Z'],
    ['quarter to nine', '2026-06-17T08:45:00Z'],
    ['half past seven tomorrow', '2026-06-18T07:30:00Z'],
    ['17 June 2026 at 5pm Europe/Berlin', '2026-06-17T15:00:00Z'],
    ['2026-06-17 5:30pm New York time', '2026-06-17T21:30:00Z'],
    ['first Monday of July 2026 at 5pm', '2026-07-06T17:00:00Z'],
    ['the last day of February 2028', '2028-02-29T00:00:00Z'],
    ['end of next month', '2026-07-31T00:00:00Z'],
    ['the first day of next year', '2027-01-01T00:00:00Z'],
    ['fifth Friday of July 2026', '2026-07-31T00:00:00Z'],
    ['the day before 1 March 2028', '2028-02-29T00:00:00Z'],
    ['two days after 28 February 2027', '2027-03-02T00:00:00Z'],
    ['a week after tomorrow at 5pm', '2026-06-25T17:00:00Z'],
    ['the Monday before 1 July 2026', '2026-06-29T00:00:00Z'],
    ['Friday week', '2026-06-26T00:00:00Z'],
    ['in 3 days at 9am', '2026-06-20T09:00:00Z'],
    ['in a year and two months', '2027-08-17T00:00:00Z'],
    ['two and a half hours ago', '2026-06-17T09:30:00Z'],
    ['an hour and a half from now', '2026-06-17T13:30:00Z'],
    ['a couple of weeks ago', '2026-06-03T00:00:00Z'],
    ['the fifth', '2026-07-05T00:00:00Z'],
    ['the 20th at noon', '2026-06-20T12:00:00Z'],
    ['twenty past six in the evening', '2026-06-17T18:20:00Z'],
    ['ten to nine pm', '2026-06-17T20:50:00Z'],
    ['quarter to twelve', '2026-06-17T11:45:00Z'],
    ["seven o'clock tomorrow", '2026-06-18T07:00:00Z'],
    ['tomorrow at five pm', '2026-06-18T17:00:00Z'],
    ['last night', '2026-06-16T22:00:00Z'],
    ['Monday', '2026-06-22T00:00:00Z'],
    ['from Monday to Wednesday', '2026-06-22T00:00:00Z'],
    ['25 December', '2026-12-25T00:00:00Z'],
    ['5 May', '2026-05-05T00:00:00Z'],
    ['Friday 03/04/2026', '2026-04-03T00:00:00Z'],
    ['tomorrow 9am Pacific time', '2026-06-18T16:00:00Z'],
    ['10am ET', '2026-06-17T14:00:00Z'],
    ['17:00 in Asia/Tokyo', '2026-06-17T08:00:00Z'],
  ])('%s', async (text, iso) => {
    expect(await parse(text)).toMatchObject({ iso, ambiguous: false, alternatives: [] })
  })

  test.each([
    ['17:30 CET', '2026-06-17T16:30:00Z', '2026-06-17T15:30:00Z'],
    ['17:30 EST', '2026-06-17T22:30:00Z', '2026-06-17T21:30:00Z'],
    ['8am IST', '2026-06-17T02:30:00Z', '2026-06-17T06:00:00Z'],
  ])('%s is an offset, and perhaps the local time of its region', async (text, iso, other) => {
    const answer = await parse(text)
    expect(answer).toMatchObject({ iso, ambiguous: true })
    expect(answer['alternatives']).toContain(other)
  })

  test.each(['17:30 CEST', '10am EDT', '10am JST'])(
    '%s has the offset of its season',
    async (text) => {
      expect(await parse(text)).toMatchObject({ ambiguous: false })
    },
  )
})

describe('words that are not understood are listed', () => {
  test.each([
    ['before Friday', ['before']],
    ['not Friday', ['not']],
    ['every Friday', ['every']],
    ['Friday or Saturday', ['or', 'Saturday']],
    ['tomorrow, 17 June', ['17', 'June']],
    ['sometime next week', ['sometime']],
    ['Lunch with Ada on Friday at 1pm', ['Lunch', 'with', 'Ada']],
    ['17 June 2026 5pm Narnia time', ['Narnia']],
    ['several days after Friday', ['several']],
    ['in a few days', ['few']],
  ])('%s', async (text, words) => {
    const answer = await parse(text)
    expect(answer).toMatchObject({ ambiguous: true })
    expect(answer['unparsed']).toEqual(expect.arrayContaining(words))
  })

  test.each([
    'go to Rome',
    'fifth Monday of July 2026',
    'the 31st of June 2026',
    'Monday 17 June 2026',
    'thirtieth of February 2027',
    'in a jiffy',
    'quarter',
    'Europe/Berlin',
  ])('%s is refused', async (text) => {
    await expect(parse(text)).rejects.toThrow(/^text: /)
  })
})
