import { badInput } from '../../../../base/core/fault.ts'
import type { Distribution } from '../../../../engines/numbers/distributions/distribution.ts'
import {
  crossingShare,
  gapShare,
  kolmogorovTail,
} from '../../../../engines/numbers/distributions/kolmogorov.ts'
import { sorted, spreadOf, sum } from '../../../../engines/numbers/moments.ts'
import { normalAbove, normalQuantile } from '../../../../engines/numbers/special/normal.ts'
import { type Numbers, type Question, sample, type TestVerdict } from './_verdict.ts'

/** Tests of the shape of a distribution: Kolmogorov and Smirnov, Shapiro and Wilk. */

const INDEPENDENT = 'values are independent of each other'

export function againstShape({ a, tails }: Question, shape: Distribution): TestVerdict {
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

const PATHS_MAX = 10_000_000

export function twoShapes({ a, b, tails }: Question): TestVerdict {
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

/** The largest gap times n m, which is a whole number. */
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

const polynomial = (factors: Numbers, x: number): number =>
  factors.reduceRight((value, factor) => value * x + factor, 0)

/** By Royston (1995), algorithm AS R94. */
export function shapiro({ a }: Question): TestVerdict {
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
