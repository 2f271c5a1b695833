import { expect, test } from 'vitest'
import { daysOf, figuresOf, isQuarter, isYear, quarterAt, yearAt } from './xbrl.ts'

const report = (end: string, val: number, filed: string, start?: string) => ({
  ...(start && { start }),
  end,
  val,
  filed,
  form: '10-K',
  fy: Number(filed.slice(0, 4)),
  fp: 'FY',
})

test('a period has the last filed value and the fiscal year of its first filing', () => {
  const figures = figuresOf([
    report('2024-12-31', 90, '2026-02-01', '2024-01-01'),
    report('2024-12-31', 100, '2025-02-01', '2024-01-01'),
    report('2024-12-31', 7, '2025-02-01'),
  ])
  expect(figures).toMatchObject([
    { start: null, value: 7, restated: false },
    { value: 90, filedDate: '2026-02-01', fiscalYear: 2025, restated: true },
  ])
})

test.each([
  ['2023-01-01', '2023-12-31', true, false],
  ['2022-09-25', '2023-09-30', true, false],
  ['2024-09-29', '2024-12-28', false, true],
  ['2024-01-01', '2024-06-30', false, false],
])('%s to %s', (start, end, year, quarter) => {
  const days = daysOf({ start, end })
  expect([isYear(days), isQuarter(days)]).toEqual([year, quarter])
})

test('a fourth quarter is the year minus nine months, even if dates differ a little', () => {
  const figures = figuresOf([
    report('2024-12-28', 400, '2025-02-01', '2023-12-31'),
    report('2024-09-28', 290, '2024-11-01', '2024-01-01'),
    report('2024-06-29', 190, '2024-08-01', '2024-01-01'),
  ])
  expect(quarterAt(figures, '2024-12-28', true)).toMatchObject({ value: 110, derived: true })
  expect(quarterAt(figures, '2024-12-28', false)).toBeNull()
  expect(quarterAt(figures, '2024-06-29', true)).toBeNull()
  expect(yearAt(figures, '2024-12-28')).toMatchObject({ value: 400, derived: false })
  expect(yearAt(figures, '2024-09-28')).toBeNull()
})
