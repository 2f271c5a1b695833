import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../test/support/run-tool.ts'
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

  test('going there and counting back agree', async () => {
    for (const add of [-250, -3, 1, 7, 400]) {
      const { date } = await asked({ from: '2026-02-28', add, countryCode: 'GB' })
      const back = await asked({ from: '2026-02-28', to: date, countryCode: 'GB' })
      expect(back).toMatchObject({ businessDays: add, isBusinessDay: true })
    }
  })

  test('nothing to add stays', async () => {
    const answer = { date: '2026-01-03', businessDays: 0, isBusinessDay: false }
    expect(await asked({ from: '2026-01-03', add: 0 })).toMatchObject(answer)
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
