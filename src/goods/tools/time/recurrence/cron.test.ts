import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import cronExplain from './cron-explain.ts'
import cronNext from './cron-next.ts'

const on = (date: string) => ({ tz: 'Europe/Berlin', startIso: date, count: 4 })

describe('cron-next', () => {
  const AT = '2026-01-05T10:00:00Z'
  const next = (expression: string, input: Record<string, unknown> = {}) =>
    runExample(cronNext, { expression, count: 3, ...input }, AT)
  const isos = async (expression: string, input: Record<string, unknown> = {}) =>
    ((await next(expression, input))['runs'] as { iso: string }[]).map(({ iso }) => iso)

  test.each([
    ['@daily', ['2026-01-06T00:00:00Z', '2026-01-07T00:00:00Z', '2026-01-08T00:00:00Z']],
    ['0 10 * * *', ['2026-01-06T10:00:00Z', '2026-01-07T10:00:00Z', '2026-01-08T10:00:00Z']],
    ['0 0 13 * 5', ['2026-01-09T00:00:00Z', '2026-01-13T00:00:00Z', '2026-01-16T00:00:00Z']],
    ['0 0 L * *', ['2026-01-31T00:00:00Z', '2026-02-28T00:00:00Z', '2026-03-31T00:00:00Z']],
    ['0 0 29 2 *', ['2028-02-29T00:00:00Z', '2032-02-29T00:00:00Z', '2036-02-29T00:00:00Z']],
    ['5/20 * * * *', ['2026-01-05T10:05:00Z', '2026-01-05T10:25:00Z', '2026-01-05T10:45:00Z']],
    ['*/20 * * * * *', ['2026-01-05T10:00:20Z', '2026-01-05T10:00:40Z', '2026-01-05T10:01:00Z']],
    ['0 0 0 1 1 * 2030', ['2030-01-01T00:00:00Z']],
  ])('%s', async (expression, runs) => expect(await isos(expression)).toEqual(runs))

  test('clock changes', async () => {
    const spring = ['2026-03-28T01:30:00Z', '2026-03-29T01:00:00Z', '2026-03-30T00:30:00Z']
    expect((await isos('30 2 * * *', on('2026-03-28'))).slice(0, 3)).toEqual(spring)
    const both = await isos('30 2,14 * * *', on('2026-03-29'))
    expect(both[0]).toBe('2026-03-29T01:00:00Z')
    const autumn = ['2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z']
    expect((await isos('30 2 * * *', on('2026-10-25'))).slice(0, 2)).toEqual(autumn)
    const halves = ['00:00', '00:30', '01:00', '01:30'].map((clock) => `2026-10-25T${clock}:00Z`)
    expect(await isos('*/30 2 * * *', on('2026-10-25'))).toEqual(halves)
  })

  test.each([
    ['*/15 * * * *', 900],
    ['*/7 * * * *', undefined],
    ['* * * * 1-5', undefined],
    ['0 9 * * *', 86_400],
    ['0 0,12 * * *', 43_200],
    ['0 0,13 * * *', undefined],
    ['0 9 * * MON', 604_800],
    ['0 9 * * MON#1', undefined],
    ['0 9,10 * * MON', undefined],
    ['0 0 1 * *', undefined],
    ['* * * * * *', 1],
    ['0 0 */1 * *', 86_400],
  ])('%s has an even gap of %s', async (expression, gap) =>
    expect((await next(expression))['everySeconds']).toBe(gap),
  )

  test('a schedule that never runs has no runs', async () => {
    expect(await next('0 0 30 2 *')).toEqual({
      runs: [],
      valid: false,
      count: 0,
    })
    expect(await next('0 0 0 1 1 * 2020')).toMatchObject({ runs: [], valid: true })
    const before = { direction: 'previous', count: 100 }
    expect(await next('0 0 0 1 1 * 2020', before)).toMatchObject({ valid: true, count: 1 })
  })

  test.each([
    '',
    ' ',
    '* * * *',
    '* * * * * * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '*/0 * * * *',
    '*/90 * * * *',
    '/5 * * * *',
    '1,,2 * * * *',
    '5-1 * * * *',
    '0 0 * * FRI-MON',
    'a b c d e',
    '12:30',
    '2026-01-01T00:00:00',
    '@reboot',
    '@never',
    '__proto__ * * * *',
    '\ud800 * * * *',
  ])('refuses %j', (expression) => expect(next(expression)).rejects.toThrow(/^expression: /))

  test('names the field that is wrong', async () => {
    await expect(next('0 0 * 13 *')).rejects.toThrow(
      'month "13" is not valid, allowed are * and 1-12',
    )
    await expect(next('* * * *')).rejects.toThrow('has 4')
    await expect(next('0 9 * * *', { startIso: '5000-01-01' })).rejects.toThrow(
      /^startIso: must be/,
    )
  })
})

const explain = (expression: string, locale = 'en') =>
  runExample(cronExplain, { expression, locale })

describe('cron-explain', () => {
  test.each([
    ['0 9 * * 1-5', 'At 09:00, Monday through Friday', 0.7139],
    ['@hourly', 'Every hour', 24],
    ['0 0 1 1 *', 'At 00:00, on day 1 of the month, only in January', 0.0027],
    ['0 0 * * +5', 'At 00:00, only on Friday', 0.1431],
    ['? 0 * * *', 'Every minute, between 00:00 and 00:59', 60],
  ])('%s', async (expression, text, runsPerDay) =>
    expect(await explain(expression)).toMatchObject({ text, valid: true, runsPerDay }),
  )

  test.each([
    ['0 0 13 * 5', /match either one/],
    ['*/7 * * * *', /starts over every hour/],
    ['0 12 */2 * *', /starts over on the 1st/],
    ['0 12 31 * *', /without a day 31/],
    ['0 12 30 2 *', /never runs/],
    ['* 9 * * *', /every minute of the chosen hours/],
    ['30 2 * * *', /clock change/],
    ['0 0 12 * * *', /seconds/],
    ['0 12 L * *', /L, W, #/],
    ['5/15 * * * *', /single number/],
  ])('%s comes with a warning', async (expression, warning) =>
    expect((await explain(expression))['warnings']).toEqual([expect.stringMatching(warning)]),
  )

  test('Vixie cron treats a day field that begins with a star in another way', async () => {
    const vixie = expect.stringMatching(/match either one.*Vixie cron.*match both/)
    expect((await explain('0 0 */2 * 1'))['warnings']).toContainEqual(vixie)
    expect((await explain('0 0 1 * */2'))['warnings']).toContainEqual(vixie)
  })

  test.each(['0 9 * * 1-5', '*/15 * * * *', '0 0 1 * *', '@weekly', '0 9 * * MON'])(
    '%s has no warning',
    async (expression) => expect((await explain(expression))['warnings']).toEqual([]),
  )

  test.each([
    ['0 0 30 2 *', false],
    ['0 0 0 1 1 * 2020', true],
    ['0 0 0 30 2 * 2020', false],
    ['0 0 29 2 +1', true],
    ['0 0 29 2 *', true],
    ['0 9 * * *', true],
  ])('%s is valid for both tools: %j', async (expression, valid) => {
    expect(await explain(expression)).toMatchObject({ valid })
    expect(await runExample(cronNext, { expression })).toMatchObject({ valid })
  })

  test.each([
    ['de', 'Um 09:00'],
    ['fr', 'À 09:00'],
    ['es', 'A las 09:00'],
    ['it', 'Alle 09:00'],
    ['pt_BR', 'Às 09:00'],
    ['ja', '次において実施09:00'],
  ])('in %s', async (locale, text) =>
    expect(await explain('0 9 * * *', locale)).toMatchObject({ text }),
  )

  test.each(['', '60 * * * *', '12:30', '@reboot', '* * * *'])('%j is not valid', async (sent) => {
    const { valid, warnings } = await explain(sent)
    expect({ valid, count: (warnings as string[]).length }).toEqual({ valid: false, count: 1 })
  })
})
