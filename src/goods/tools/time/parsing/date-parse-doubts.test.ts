import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import dateParse from './date-parse.ts'

/** This day is a Wednesday. */
const referenceIso = '2026-06-17T12:00:00Z'
const parse = (text: string, input: Record<string, unknown> = {}) =>
  runExample(dateParse, { text, referenceIso, ...input })

describe('ISO times are read exactly', () => {
  test.each([
    ['2026-12-25T10:30:15.5Z', '2026-12-25T10:30:15.5Z'],
    ['2026-12-25T10:30:15.25+01:00', '2026-12-25T09:30:15.25Z'],
    ['0001-01-01', '0001-01-01T00:00:00Z'],
    ['0000-01-01', '0000-01-01T00:00:00Z'],
    ['0026-06-17', '0026-06-17T00:00:00Z'],
    ['2026-06-17 12:00 +0200', '2026-06-17T10:00:00Z'],
    ['2026-06-17T12:00:00-0700', '2026-06-17T19:00:00Z'],
  ])('%s', async (text, iso) => {
    expect(await parse(text)).toMatchObject({ iso, ambiguous: false })
  })

  test.each([
    '10000-01-01',
    '2026-06-17T12:00:00+99:00',
    '2026-06-17T12:00:00-24:00',
    '2026-06-17T12:00:00+05:75',
    '2026-06-17T12:00:00+14:01',
    '17 June 2026 12:00 GMT+2:60',
  ])('%s is refused', async (text) => {
    await expect(parse(text)).rejects.toThrow(/^text: /)
  })
})

describe('words and numbers change the result', () => {
  test.each([
    ['letzten Freitag', '2026-06-12T00:00:00Z'],
    ['am letzten Freitag um 17 Uhr', '2026-06-12T17:00:00Z'],
    ['vendredi dernier', '2026-06-12T00:00:00Z'],
    ['el pasado viernes', '2026-06-12T00:00:00Z'],
    ['venerdì scorso', '2026-06-12T00:00:00Z'],
    ['vorige vrijdag', '2026-06-12T00:00:00Z'],
    ['в прошлую пятницу', '2026-06-12T00:00:00Z'],
    ['mercredi dernier', '2026-06-10T00:00:00Z'],
    ['nächsten Freitag', '2026-06-26T00:00:00Z'],
    ['Freitag', '2026-06-19T00:00:00Z'],
    ['1,000 days ago', '2023-09-21T00:00:00Z'],
    ['10,000 days ago', '1999-01-30T00:00:00Z'],
    ['1,5 days ago', '2026-06-16T00:00:00Z'],
    ['Monday this week', '2026-06-15T00:00:00Z'],
    ['Tuesday of next week', '2026-06-23T00:00:00Z'],
  ])('%s', async (text, iso) => {
    expect(await parse(text)).toMatchObject({ iso, ambiguous: false })
  })

  test.each([
    ['from 3 May to 5 May 2026', '2026-05-03T00:00:00Z', '2026-05-05T00:00:00Z'],
    ['from 10 June until 12 June', '2026-06-10T00:00:00Z', '2026-06-12T00:00:00Z'],
    ['June 10 to May 5', '2026-06-10T00:00:00Z', '2027-05-05T00:00:00Z'],
    ['11-1pm', '2026-06-17T11:00:00Z', '2026-06-17T13:00:00Z'],
    ['10pm to 2am', '2026-06-17T22:00:00Z', '2026-06-18T02:00:00Z'],
  ])('%s is a range', async (text, iso, endIso) => {
    expect(await parse(text)).toMatchObject({ iso, endIso, ambiguous: false })
  })
})

describe('an ambiguous text has alternatives', () => {
  test.each([
    ['17 June 2026 23:30 -07', '2026-06-18T06:30:00Z', '2026-06-17T23:30:00Z'],
    ['2026-06-17 12:00 -2', '2026-06-17T14:00:00Z', '2026-06-17T12:00:00Z'],
    ['20261225103000', '2026-12-25T10:30:00Z', '2612-01-20T22:05:03Z'],
    ['202612251030', '2026-12-25T10:30:00Z', '1976-06-03T01:10:51.03Z'],
    ['Friday 19', '2026-06-19T00:00:00Z', '2026-06-19T19:00:00Z'],
    ['the Friday after next', '2026-07-03T00:00:00Z', '2026-06-26T00:00:00Z'],
    ['25 October 2026 02:30 Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
    ['29 March 2026 02:30 Europe/Berlin', '2026-03-29T01:30:00Z', '2026-03-29T00:30:00Z'],
  ])('%s has two readings', async (text, iso, other) => {
    expect(await parse(text)).toMatchObject({ iso, ambiguous: true, alternatives: [other] })
  })

  test('an ISO time that a clock change skips or repeats has two readings', async () => {
    const tz = 'Europe/Berlin'
    expect(await parse('2026-03-29 02:30', { tz })).toMatchObject({
      iso: '2026-03-29T03:30:00+02:00',
      alternatives: ['2026-03-29T01:30:00+01:00'],
    })
    expect(await parse('2026-10-25T02:30', { tz })).toMatchObject({
      iso: '2026-10-25T02:30:00+02:00',
      alternatives: ['2026-10-25T02:30:00+01:00'],
    })
  })

  test.each([
    ['tonight at 1', ['tonight']],
    ['tomorrow night at 2', ['night']],
    ['tonight at 12', ['tonight']],
    ['15:30 am', ['am']],
    ['5pm am', ['am']],
    ['2026-06-17 13:00 AM', ['AM']],
    ['tonight at 9am', ['tonight']],
    ['this morning at 10pm', ['morning']],
    ['today+1', ['1']],
    ['Friday +1', ['1']],
    ['June 17 +5', ['5']],
    ['June 5 12', ['12']],
    ['Friday 20', ['20']],
    ['14.30 tomorrow', ['14', '30']],
    ['le 5 du mois prochain', ['5']],
  ])('%s', async (text, unparsed) => {
    expect(await parse(text)).toMatchObject({ ambiguous: true, unparsed })
  })

  test('an hour after midnight at night belongs to the next day', async () => {
    expect(await parse('tonight at 1')).toMatchObject({ iso: '2026-06-18T01:00:00Z' })
    expect(await parse('tomorrow night at 2')).toMatchObject({ iso: '2026-06-19T02:00:00Z' })
  })

  test.each([
    'Feb 29',
    'Feb 30',
    'Nov 31',
    'June 32',
    'Jun 0',
    '17 June two years ago',
    '5 May 2 weeks from now',
    '14.30',
    '31.12',
    '6.2026',
    '2026.5',
    '06-17',
    '17-06',
    '6-2026',
    '12-2026',
    '17062026',
  ])('%s is refused', async (text) => {
    await expect(parse(text)).rejects.toThrow(/^text: /)
  })
})
