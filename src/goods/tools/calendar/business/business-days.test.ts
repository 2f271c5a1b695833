import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import businessDays from './business-days.ts'

const asked = (input: Record<string, unknown>) => runExample(businessDays, input)

describe('counting', () => {
  test.each([
    [{ from: '2026-01-05', to: '2026-01-05' }, 0, 0],
    [{ from: '2026-01-02', to: '2026-01-05' }, 1, 3],
    [{ from: '2026-01-05', to: '2026-01-02' }, -1, -3],
    [{ from: '2026-01-03', to: '2026-01-04' }, 0, 1],
    [{ from: '2026-01-01', to: '2027-01-01' }, 261, 365],
    [{ from: '2026-01-01', to: '2026-01-31', weekend: [] }, 30, 30],
    [{ from: '2026-03-19', to: '2026-03-24', countryCode: 'tr' }, 2, 5],
    [{ from: '2026-06-03', to: '2026-06-05', countryCode: 'DE', region: 'DE-BY' }, 1, 2],
    [{ from: '2026-06-03', to: '2026-06-05', countryCode: 'DE', region: 'be' }, 2, 2],
  ])('%j is %i of %i days', async (input, days, calendarDays) => {
    expect(await asked(input)).toMatchObject({ businessDays: days, calendarDays })
  })

  test('adding days and counting the same span agree', async () => {
    for (const add of [-250, -3, 1, 7, 400]) {
      const { date } = await asked({ from: '2026-02-28', add, countryCode: 'GB' })
      const back = await asked({ from: '2026-02-28', to: date, countryCode: 'GB' })
      expect(back).toMatchObject({ businessDays: add, isBusinessDay: true })
    }
  })

  test('adding zero days answers the same date', async () => {
    const answer = { date: '2026-01-03', businessDays: 0, isBusinessDay: false }
    expect(await asked({ from: '2026-01-03', add: 0 })).toMatchObject(answer)
  })
})

describe('holidays as they are observed', () => {
  const isWorked = async (day: string, countryCode: string, region?: string) =>
    (await asked({ from: day, add: 0, countryCode, ...(region && { region }) }))['isBusinessDay']

  test.each([
    ['2025-04-21', 'CA', 'ON', true],
    ['2025-04-18', 'CA', 'ON', false],
    ['2022-12-26', 'ES', undefined, true],
    ['2022-12-06', 'ES', undefined, false],
    ['2025-06-01', 'CN', undefined, false],
    ['2026-06-01', 'CN', undefined, true],
    ...['2025-01-31', '2025-02-03', '2025-02-04', '2025-05-02', '2025-05-05'].map(
      (day) => [day, 'CN', undefined, false] as const,
    ),
    ...['2025-06-02', '2025-10-07', '2025-10-08', '2026-02-23'].map(
      (day) => [day, 'CN', undefined, false] as const,
    ),
    ...['2025-01-26', '2025-02-08', '2025-09-28', '2026-10-10'].map(
      (day) => [day, 'CN', undefined, true] as const,
    ),
  ] as const)('%s in %s %s is worked: %j', async (day, country, region, worked) => {
    expect(await isWorked(day, country, region)).toBe(worked)
  })

  test('a span counts weekends that are working days', async () => {
    const october = { from: '2025-09-30', to: '2025-10-11', countryCode: 'CN' }
    expect(await asked(october)).toMatchObject({ businessDays: 3 })
  })
})

test.each([
  [{ from: '2026-01-01' }],
  [{ from: '2026-01-01', to: '2026-01-02', add: 1 }],
  [{ from: '2026-02-30', add: 1 }],
  [{ from: '1899-12-31', add: 1 }],
  [{ from: '2299-12-01', add: 400 }],
  [{ from: '2026-01-01', add: 5001 }],
  [{ from: '2026-01-01', add: 1, countryCode: 'XX' }],
  [{ from: '2026-01-01', add: 1, countryCode: '__' }],
  [{ from: '2026-01-01', add: 1, countryCode: 'DE', region: '__proto__' }],
  [{ from: '2026-01-01', add: 1, region: 'BY' }],
  [{ from: '2026-01-01', add: 1, weekend: ['s'] }],
  [{ from: '2026-01-01', add: 1, weekend: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] }],
])('%j is refused', async (input) => {
  await expect(asked(input)).rejects.toMatchObject({ code: 'bad_input' })
})

describe('unknown holidays give warnings', () => {
  test('the yearly decree of China is missing', async () => {
    const of = (year: number) =>
      asked({ from: `${year}-01-05`, to: `${year}-01-20`, countryCode: 'CN' })
    expect((await of(2027))['warnings']).toEqual([expect.stringContaining('CN 2027')])
    expect((await of(2032))['warnings']).toEqual([expect.stringContaining('CN 2032')])
    expect(await of(2026)).not.toHaveProperty('warnings')
  })

  test('holidays of India that depend on the moon are missing', async () => {
    const answer = await asked({ from: '2026-11-02', to: '2026-11-13', countryCode: 'IN' })
    expect(answer['warnings']).toEqual([expect.stringContaining('Diwali')])
  })
})
