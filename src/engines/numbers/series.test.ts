import { expect, test } from 'vitest'
import { addsUp, cellsOf, frequencyOf, latestOf, statisticIn, type JsonStat } from './series.ts'

/** The example of https://json-stat.org/full/ in small: two places, three years, a gap. */
const CUBE: JsonStat = {
  id: ['unit', 'geo', 'time'],
  size: [1, 2, 3],
  dimension: {
    unit: { label: 'Unit', category: { label: { PC: 'Percent' } } },
    geo: { category: { index: ['DE', 'EL'] } },
    time: { category: { index: { '2024': 1, '2023': 0, '2025': 2 } } },
  },
  value: { '0': 3.1, '2': 3.7, '3': 11.1, '5': 0 },
  status: { '1': ':', '5': 'p' },
}

test('the last dimension changes fastest, and a cell that only has a status is a gap', () => {
  expect([...cellsOf(CUBE)].map((cell) => [...Object.values(cell.codes), cell.value])).toEqual([
    ['2023', 'DE', 'PC', 3.1],
    ['2024', 'DE', 'PC', null],
    ['2025', 'DE', 'PC', 3.7],
    ['2023', 'EL', 'PC', 11.1],
    ['2025', 'EL', 'PC', 0],
  ])
  expect([...cellsOf(CUBE)].at(-1)).toMatchObject({ status: 'p' })
})

test('values may be a list', () => {
  const cells = [...cellsOf({ ...CUBE, value: [1, null, 3, 4, 5, 6], status: 'e' })]
  expect(cells[1]).toEqual({
    codes: { time: '2024', geo: 'DE', unit: 'PC' },
    value: null,
    status: 'e',
  })
})

test.each([
  { ...CUBE, size: [1, 2, 4] },
  { ...CUBE, size: [1, 2] },
  { ...CUBE, value: { '6': 1 } },
])('a cube whose sizes do not agree is detected: %#', (cube) => {
  expect([addsUp(CUBE), addsUp(cube)]).toEqual([true, false])
})

test.each([
  ['3.1', 3.1],
  ['-0.5', -0.5],
  ['1,234.5', 1_234.5],
  ['.', null],
  ['-', null],
  ['', null],
  ['NaN', null],
  [':', null],
])('%j is %j', (text, value) => {
  expect(statisticIn(text)).toBe(value)
})

test('the latest observation is the last one with a value', () => {
  const points = [
    { period: '2025-09', value: 0 },
    { period: '2025-10', value: null },
  ]
  expect(latestOf(points)).toEqual({ period: '2025-09', value: 0 })
  expect(latestOf([])).toBeNull()
  expect(points.map(({ period }) => frequencyOf(period))).toEqual(['monthly', 'monthly'])
  expect(['2025', '2025-Q1', '2025-W01', '2025-S1', 'x'].map(frequencyOf)).toEqual([
    'yearly',
    'quarterly',
    'weekly',
    'half-yearly',
    null,
  ])
})
