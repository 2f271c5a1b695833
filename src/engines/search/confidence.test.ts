import { expect, test } from 'vitest'
import { confidenceOf, COVERED_MIN, type Signs } from './confidence.ts'

const met: Signs = { evidence: 1.3, likeness: 0.4, kin: 0.5, strange: 0, isSingle: 0, isUndone: 0 }

test('the confidence is a share, and what speaks against a hit lowers it', () => {
  expect(confidenceOf(met)).toBeGreaterThan(COVERED_MIN)
  expect(confidenceOf(met)).toBeLessThanOrEqual(1)
  for (const worse of [{ evidence: 0.2 }, { likeness: 0 }, { kin: 0 }, { strange: 1 }])
    expect(confidenceOf({ ...met, ...worse })).toBeLessThan(confidenceOf(met))
  expect(confidenceOf({ ...met, isUndone: 1 })).toBeLessThan(COVERED_MIN)
  expect(confidenceOf({ ...met, evidence: 0.3, strange: 1 })).toBeLessThan(COVERED_MIN)
})
