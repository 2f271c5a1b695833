import { expect, test } from 'vitest'
import { growthPercent } from './garbage.ts'

test.each([
  [20, 100],
  [40, 100],
  [80, 50],
  [160, 25],
  [1_000, 20],
])('where %i MB live, the heap grows by %i percent before it is collected', (liveMb, percent) => {
  expect(growthPercent(liveMb)).toBe(percent)
})
