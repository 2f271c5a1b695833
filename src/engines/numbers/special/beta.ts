import { deviance, stirlingError } from './gamma.ts'

/**
 * The incomplete beta function: terms by Loader (2000), the continued fraction by DiDonato and
 * Morris (1992).
 */

const TINY = 1e-300
const EPSILON = 2 ** -52
const STEPS_MAX = 3_000_000

/** n! / (x! (n - x)!) p^x q^(n - x), also between whole numbers; q is 1 - p. */
export function binomialTerm(x: number, n: number, p: number, q: number): number {
  if (x < 0 || x > n) return 0
  if (p === 0) return x === 0 ? 1 : 0
  if (q === 0) return x === n ? 1 : 0
  const rest = n - x
  if (x === 0) return Math.exp(logPower(n, q, p))
  if (rest === 0) return Math.exp(logPower(n, p, q))
  const error = stirlingError(n) - stirlingError(x) - stirlingError(rest)
  const apart = deviance(x, n * p) + deviance(rest, n * q)
  return Math.exp(error - apart) * Math.sqrt(n / (2 * Math.PI * x * rest))
}

/** n ln(base), from whichever of base and 1 - base has kept more digits. */
const logPower = (n: number, base: number, other: number): number =>
  n * (other < 0.1 ? Math.log1p(-other) : Math.log(base))

/**
 * The regularised incomplete beta function: `below` is I_x(a, b), `above` its complement. Both x
 * and 1 - x are asked for, because one of them may be known with more digits.
 */
export function betaShares(
  a: number,
  b: number,
  x: number,
  rest = 1 - x,
): { below: number; above: number } {
  if (x <= 0) return { below: 0, above: 1 }
  if (rest <= 0) return { below: 1, above: 0 }
  const isLow = x < (a + 1) / (a + b + 2)
  const [first, second, at, other] = isLow ? [a, b, x, rest] : [b, a, rest, x]
  const front = binomialTerm(first, first + second, at, other) * (first / (first + second)) * second
  const share = Math.min(1, front / fraction(first, second, at, other))
  return isLow ? { below: share, above: 1 - share } : { below: 1 - share, above: share }
}

/** Terms that do not cancel where x is near 1, by the algorithm of Lentz. */
function fraction(a: number, b: number, x: number, rest: number): number {
  const lead = a * rest - b * x + 1
  let value = away((a * lead) / (a + 1))
  let upper = value
  let lower = 0
  for (let step = 1; step < STEPS_MAX; step += 1) {
    const wide = a + 2 * step
    const bend = (step * (b - step) * x) / (wide - 1)
    const top = ((a + step - 1) * (a + b + step - 1) * x * bend) / (wide - 1)
    const base = step + bend + ((a + step) * (lead + step * (1 + rest))) / (wide + 1)
    lower = 1 / away(base + top * lower)
    upper = away(base + top / upper)
    const change = lower * upper
    value *= change
    if (Math.abs(change - 1) <= EPSILON) break
  }
  return value
}

const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value)
