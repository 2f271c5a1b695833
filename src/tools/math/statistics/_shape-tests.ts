import { badInput } from '../../../core/fault.ts'
import type { Distribution } from '../../../lib/distributions/distribution.ts'
import { sorted, spreadOf, sum } from '../../../lib/moments.ts'
import { binomialTerm } from '../../../lib/special/beta.ts'
import { normalAbove, normalQuantile } from '../../../lib/special/normal.ts'
import { type Numbers, type Question, sample, type Verdict } from './_verdict.ts'

/** Tests of the shape of a distribution: Kolmogorov and Smirnov, Shapiro and Wilk. */

const INDEPENDENT = 'values are independent of each other'

export function againstShape({ a, tails }: Question, shape: Distribution): Verdict {
  if (tails !== 'two') throw badInput('tails: must be two for ks')
  if (shape.isDiscrete) throw badInput('distribution: must be continuous for ks')
  const values = sorted(sample('a', a))
  const n = values.length
  const gaps = values.map((value, at) => {
    const share = shape.below(value)
    return Math.max((at + 1) / n - share, share - at / n)
  })
  const statistic = gaps.reduce((most, gap) => Math.max(most, gap), 0)
  const isExact = n <= EXACT_MAX
  return {
    statistic,
    df: null,
    pValue: isExact ? gapShare(n, statistic) : kolmogorovTail(Math.sqrt(n) * statistic),
    effectSize: null,
    confidenceInterval: [],
    method: `one-sample Kolmogorov-Smirnov test, ${isExact ? 'exact' : 'asymptotic'}`,
    assumptions: [INDEPENDENT, 'the parameters were not estimated from these values'],
  }
}

const EXACT_MAX = 2_000

/** P(D >= d) of n values. */
function gapShare(n: number, d: number): number {
  if (d >= 1) return 0
  if (n * d <= 0.5) return 1
  // Both sides at once are as rare as e^(-8 n d^2), and impossible from a half on.
  if (d >= 0.5 || n * d * d >= 4) return Math.min(1, 2 * oneSidedShare(n, d))
  return 1 - bothSidesShare(n, d)
}

/** P(D+ >= d), a sum of positive terms (Smirnov 1944). */
function oneSidedShare(n: number, d: number): number {
  const terms: number[] = []
  for (let at = 0; at <= Math.floor(n * (1 - d)); at += 1) {
    const share = d + at / n
    terms.push((binomialTerm(at, n, share, Math.max(0, 1 - share)) * d) / share)
  }
  return sum(terms)
}

/** P(D < d) by the power of a matrix (Durbin 1973; Marsaglia, Tsang and Wang 2003). */
function bothSidesShare(n: number, d: number): number {
  const k = Math.ceil(n * d)
  const size = 2 * k - 1
  const h = k - n * d
  const matrix = firstMatrix(size, h)
  let [result, resultPower] = [identity(size), 0]
  let [square, squarePower] = [matrix, 0]
  for (let left = n; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) {
      ;[result, resultPower] = scaled(product(result, square, size), resultPower + squarePower)
    }
    if (left > 1) [square, squarePower] = scaled(product(square, square, size), 2 * squarePower)
  }
  let share = result[(k - 1) * size + k - 1] ?? 0
  let power = resultPower
  for (let at = 1; at <= n; at += 1) {
    share = (share * at) / n
    if (share < 1e-140) [share, power] = [share * 1e140, power - 140]
  }
  return share * 10 ** power
}

function firstMatrix(size: number, h: number): Float64Array {
  const matrix = new Float64Array(size * size)
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= Math.min(row + 1, size - 1); column += 1)
      matrix[row * size + column] = 1
  const less = (at: number, value: number) => {
    matrix[at] = (matrix[at] ?? 0) - value
  }
  for (let row = 0; row < size; row += 1) {
    less(row * size, h ** (row + 1))
    less((size - 1) * size + row, h ** (size - row))
  }
  if (2 * h > 1) less((size - 1) * size, -((2 * h - 1) ** size))
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= row; column += 1) {
      const at = row * size + column
      for (let factor = 1; factor <= row - column + 1; factor += 1)
        matrix[at] = (matrix[at] ?? 0) / factor
    }
  return matrix
}

const identity = (size: number): Float64Array => {
  const matrix = new Float64Array(size * size)
  for (let at = 0; at < size; at += 1) matrix[at * size + at] = 1
  return matrix
}

function product(a: Float64Array, b: Float64Array, size: number): Float64Array {
  const result = new Float64Array(size * size)
  for (let row = 0; row < size; row += 1)
    for (let inner = 0; inner < size; inner += 1) {
      const factor = a[row * size + inner] ?? 0
      if (factor === 0) continue
      for (let column = 0; column < size; column += 1) {
        const at = row * size + column
        result[at] = (result[at] ?? 0) + factor * (b[inner * size + column] ?? 0)
      }
    }
  return result
}

/** Kept below the range of floats; the power of ten is carried beside it. */
function scaled(matrix: Float64Array, power: number): [Float64Array, number] {
  const largest = matrix.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return largest > 1e140 ? [matrix.map((value) => value * 1e-140), power + 140] : [matrix, power]
}

/** The limit for many values: 2 (e^(-2x^2) - e^(-8x^2) + ...). */
function kolmogorovTail(x: number): number {
  if (x < 0.2) return 1
  let total = 0
  for (let at = 1; at <= 100; at += 1) {
    const term = Math.exp(-2 * at * at * x * x)
    total += at % 2 === 1 ? term : -term
    if (term < 1e-18 * Math.abs(total)) break
  }
  return Math.min(1, Math.max(0, 2 * total))
}

const PATHS_MAX = 10_000_000

export function twoShapes({ a, b, tails }: Question): Verdict {
  if (tails !== 'two') throw badInput('tails: must be two for ks')
  const [first, second] = [sorted(sample('a', a)), sorted(sample('b', b))]
  const [n, m] = [first.length, second.length]
  const statistic = gapBetween(first, second)
  const isExact = n * m <= PATHS_MAX && statistic > 0
  return {
    statistic: statistic / (n * m),
    df: null,
    pValue: isExact
      ? crossingShare(n, m, statistic)
      : kolmogorovTail(Math.sqrt((n * m) / (n + m)) * (statistic / (n * m))),
    effectSize: null,
    confidenceInterval: [],
    method: `two-sample Kolmogorov-Smirnov test, ${isExact ? 'exact without ties' : 'asymptotic'}`,
    assumptions: [INDEPENDENT, 'values are continuous: ties make the p-value too large'],
  }
}

/** The largest gap times n m, a whole number. */
function gapBetween(first: Numbers, second: Numbers): number {
  const [n, m] = [first.length, second.length]
  let [i, j, most] = [0, 0, 0]
  while (i < n && j < m) {
    const value = Math.min(first[i] as number, second[j] as number)
    while (i < n && first[i] === value) i += 1
    while (j < m && second[j] === value) j += 1
    most = Math.max(most, Math.abs(i * m - j * n))
  }
  return most
}

/** The share of orders of both samples that reach the gap anywhere: a walk over all of them. */
function crossingShare(n: number, m: number, gap: number): number {
  const row = new Float64Array(m + 1)
  for (let j = 1; j <= m; j += 1) row[j] = j * n >= gap ? 1 : (row[j - 1] ?? 0)
  for (let i = 1; i <= n; i += 1) {
    row[0] = i * m >= gap ? 1 : (row[0] ?? 0)
    for (let j = 1; j <= m; j += 1) {
      const share = i / (i + j)
      row[j] =
        Math.abs(i * m - j * n) >= gap ? 1 : share * (row[j] ?? 0) + (1 - share) * (row[j - 1] ?? 0)
    }
  }
  return row[m] ?? 1
}

const polynomial = (factors: Numbers, x: number): number =>
  factors.reduceRight((value, factor) => value * x + factor, 0)

/** By Royston (1995), algorithm AS R94. */
export function shapiro({ a }: Question): Verdict {
  const values = sorted(sample('a', a, 3))
  const n = values.length
  if (n > 5_000) throw badInput('a: must have at most 5000 numbers for shapiro')
  const { mean, squares } = spreadOf(values)
  if (squares === 0) throw badInput('a: must vary; all values are equal')
  const weights = shapiroWeights(n)
  const slope = sum(values.map((value, at) => (weights[at] ?? 0) * (value - mean)))
  const statistic = Math.min(1, (slope * slope) / squares)
  return {
    statistic,
    df: null,
    pValue: shapiroTail(n, statistic),
    effectSize: null,
    confidenceInterval: [],
    method: 'Shapiro-Wilk test of normality (Royston 1995)',
    assumptions: [INDEPENDENT, 'a small p-value speaks against a normal distribution'],
  }
}

function shapiroWeights(n: number): Numbers {
  if (n === 3) return [-Math.SQRT1_2, 0, Math.SQRT1_2]
  const scores = Array.from({ length: n }, (_, at) => normalQuantile((at + 1 - 0.375) / (n + 0.25)))
  const squares = sum(scores.map((score) => score * score))
  const root = 1 / Math.sqrt(n)
  const [top = 0, next = 0] = [scores.at(-1), scores.at(-2)]
  const last =
    polynomial([0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056], root) +
    top / Math.sqrt(squares)
  const before =
    polynomial([0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633], root) +
    next / Math.sqrt(squares)
  const isLong = n > 5
  const rest = isLong
    ? (squares - 2 * top ** 2 - 2 * next ** 2) / (1 - 2 * last ** 2 - 2 * before ** 2)
    : (squares - 2 * top ** 2) / (1 - 2 * last ** 2)
  return scores.map((score, at) => {
    const edge = Math.min(at, n - 1 - at)
    if (edge === 0) return at === 0 ? -last : last
    if (edge === 1 && isLong) return at === 1 ? -before : before
    return score / Math.sqrt(rest)
  })
}

function shapiroTail(n: number, w: number): number {
  if (n === 3) {
    const least = Math.asin(Math.sqrt(0.75))
    return Math.max(0, (6 / Math.PI) * (Math.asin(Math.sqrt(w)) - least))
  }
  const left = Math.log1p(-w)
  const size = Math.log(n)
  if (n <= 11) {
    const gamma = polynomial([-2.273, 0.459], n)
    if (left >= gamma) return 1e-99
    const centre = polynomial([0.544, -0.39978, 0.025054, -6.714e-4], n)
    const deviation = Math.exp(polynomial([1.3822, -0.77857, 0.062767, -0.0020322], n))
    return normalAbove((-Math.log(gamma - left) - centre) / deviation)
  }
  const centre = polynomial([-1.5861, -0.31082, -0.083751, 0.0038915], size)
  const deviation = Math.exp(polynomial([-0.4803, -0.082676, 0.0030302], size))
  return normalAbove((left - centre) / deviation)
}
