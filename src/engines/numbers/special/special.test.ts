import { expect, test } from 'vitest'
import { rootBetween } from '../roots.ts'
import { betaShares } from './beta.ts'
import { gammaShares, logGamma } from './gamma.ts'
import { errorComplement, errorFunction, normalBelow, normalQuantile } from './normal.ts'

const near = (ours: number, theirs: number) =>
  expect(Math.abs(ours / theirs - 1)).toBeLessThan(1e-12)

// Values of mpmath at 40 digits.
test.each([
  [0.1, 2.252712651734206],
  [4.5, 2.4537365708424423],
  [1e9, 19723265827.503716],
])('the logarithm of the gamma function at %d', (x, value) => near(logGamma(x), value))

test.each([
  [-30, 4.906713927148187e-198],
  [-1, 0.15865525393145705],
])('the normal share below %d, and its quantile', (z, value) => {
  near(normalBelow(z), value)
  near(normalQuantile(value), z)
})

test('the error function and its complement', () => {
  near(errorFunction(0.5), 0.5204998778130465)
  near(errorComplement(10), 2.088487583762545e-45)
  expect(errorFunction(-0.5)).toBe(-errorFunction(0.5))
})

test('incomplete integrals keep their digits where the parameters are large', () => {
  near(gammaShares(1e5, 99_000).below, 0.0007574199211747679)
  near(betaShares(0.5, 0.5, 0.25).below, 1 / 3)
})

test('a root inside a bracket', () => {
  near(
    rootBetween((x) => Math.cos(x) - x, 0, 1),
    0.7390851332151607,
  )
})
