/**
 * The gamma function and its incomplete integrals. Terms of distributions follow Loader (2000,
 * "Fast and Accurate Computation of Binomial Probabilities"), which loses no digits where the
 * parameters are large; the rest is DLMF 5.11 and 8.7 to 8.9.
 */

const HALF_LOG_TWO_PI = Math.log(2 * Math.PI) / 2
const TINY = 1e-300
const EPSILON = 2 ** -54
const STEPS_MAX = 3_000_000

/** Coefficients of Stirling's series, from the Bernoulli numbers. */
const STIRLING = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360_360, 1 / 156]
const STIRLING_FROM = 16

/** ln Γ(x) less (x - 1/2) ln x - x + ln √(2π), for a large x. */
function stirlingTail(x: number): number {
  const square = 1 / (x * x)
  return STIRLING.reduceRight((sum, factor) => sum * square + factor, 0) / x
}

/** ln Γ(x) of a positive x. */
export function logGamma(x: number): number {
  if (x === 1 || x === 2) return 0
  let shifted = x
  let product = 1
  while (shifted < STIRLING_FROM) {
    product *= shifted
    shifted += 1
  }
  const large = (shifted - 0.5) * Math.log(shifted) - shifted + HALF_LOG_TWO_PI
  return large + stirlingTail(shifted) - Math.log(product)
}

/** ln Γ(x + 1) less its approximation by Stirling. */
export function stirlingError(x: number): number {
  if (x >= STIRLING_FROM) return stirlingTail(x)
  if (x === 0) return Infinity
  return logGamma(x + 1) - (x + 0.5) * Math.log(x) + x - HALF_LOG_TWO_PI
}

/** x ln(x / mean) + mean - x, without cancellation where both are near each other. */
export function deviance(x: number, mean: number): number {
  const apart = x - mean
  if (Math.abs(apart) >= 0.1 * (x + mean)) return x * Math.log(x / mean) - apart
  const ratio = apart / (x + mean)
  let sum = apart * ratio
  let term = 2 * x * ratio
  const square = ratio * ratio
  for (let odd = 3; ; odd += 2) {
    term *= square
    const next = sum + term / odd
    if (next === sum) return sum
    sum = next
  }
}

/** mean^x e^-mean / Γ(x + 1), also between whole numbers. */
export function poissonTerm(x: number, mean: number): number {
  if (mean === 0) return x === 0 ? 1 : 0
  if (x === 0) return Math.exp(-mean)
  if (x < 1e-3) return Math.exp(x * Math.log(mean) - mean - logGamma(x + 1))
  return Math.exp(-stirlingError(x) - deviance(x, mean)) / Math.sqrt(2 * Math.PI * x)
}

/** The regularised incomplete gamma functions: `below` is P(a, x), `above` is Q(a, x). */
export function gammaShares(a: number, x: number): { below: number; above: number } {
  if (x <= 0) return { below: 0, above: 1 }
  if (x === Infinity) return { below: 1, above: 0 }
  const front = poissonTerm(a, x)
  if (x < a + 1) {
    const below = Math.min(1, front * lowerSeries(a, x))
    return { below, above: 1 - below }
  }
  const above = Math.min(1, front * a * upperFraction(a, x))
  return { below: 1 - above, above }
}

function lowerSeries(a: number, x: number): number {
  let sum = 1
  let term = 1
  for (let step = 1; step < STEPS_MAX && term > sum * EPSILON; step += 1) {
    term *= x / (a + step)
    sum += term
  }
  return sum
}

/** The continued fraction of Legendre, by the algorithm of Lentz. */
function upperFraction(a: number, x: number): number {
  let low = x + 1 - a
  let upper = 1 / TINY
  let lower = 1 / low
  let value = lower
  for (let step = 1; step < STEPS_MAX; step += 1) {
    const factor = -step * (step - a)
    low += 2
    lower = 1 / away(factor * lower + low)
    upper = away(low + factor / upper)
    const change = lower * upper
    value *= change
    if (Math.abs(change - 1) <= EPSILON * 4) break
  }
  return value
}

const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value)
