import { expect, test } from 'vitest'
import { confidenceOf, COVERED_MIN, type Signs } from './confidence.ts'

const met: Signs = { coverage: 1, likeness: 0.5, lead: 0.5, isThin: 0, strange: 0, isUndone: 0 }

test('the confidence is a share, and what speaks against a hit lowers it', () => {
  expect(confidenceOf(met)).toBeGreaterThan(COVERED_MIN)
  expect(confidenceOf(met)).toBeLessThanOrEqual(1)
  for (const worse of [{ coverage: 0.2 }, { likeness: 0 }, { lead: 0 }, { strange: 1 }])
    expect(confidenceOf({ ...met, ...worse })).toBeLessThan(confidenceOf(met))
  expect(confidenceOf({ ...met, isUndone: 1 })).toBeLessThan(COVERED_MIN)
  expect(confidenceOf({ ...met, coverage: 0, isThin: 1, strange: 1 })).toBeLessThan(COVERED_MIN)
})
