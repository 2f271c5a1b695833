import { gammaShares } from './gamma.ts'

/** The standard normal distribution and the error function, right in the far tails too. */

const ROOT_TWO_PI = Math.sqrt(2 * Math.PI)

export const normalDensity = (z: number): number => Math.exp((-z * z) / 2) / ROOT_TWO_PI

/** The share below z. */
export function normalBelow(z: number): number {
  const { below, above } = gammaShares(0.5, (z * z) / 2)
  return z < 0 ? above / 2 : 0.5 + below / 2
}

export const normalAbove = (z: number): number => normalBelow(-z)

export const errorFunction = (x: number): number => Math.sign(x) * gammaShares(0.5, x * x).below

export const errorComplement = (x: number): number =>
  x < 0 ? 1 + gammaShares(0.5, x * x).below : gammaShares(0.5, x * x).above

const ROUNDS_MAX = 60

/**
 * The z that has the share p below it. The logarithm of the share is concave, so that steps of
 * Newton for it come from the left and never overshoot.
 */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p)
  if (p === 0.5) return 0
  if (p <= 0) return -Infinity
  const target = Math.log(p)
  let z = -Math.sqrt(-2 * target)
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const share = normalBelow(z)
    const step = ((Math.log(share) - target) * share) / normalDensity(z)
    z -= step
    if (Math.abs(step) <= 1e-15 * Math.abs(z)) break
  }
  return z
}
