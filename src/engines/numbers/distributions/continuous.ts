import { betaShares, binomialTerm } from '../special/beta.ts'
import { deviance, gammaShares, logGamma, poissonTerm, stirlingError } from '../special/gamma.ts'
import { normalBelow, normalDensity, normalQuantile } from '../special/normal.ts'
import type { Distribution } from './distribution.ts'

/** Continuous distributions, in the parameters of the textbooks. */

const ANY = [-Infinity, Infinity] as const
const POSITIVE = [0, Infinity] as const

export const normal = (mean: number, sd: number): Distribution => ({
  isDiscrete: false,
  support: ANY,
  density: (x) => normalDensity((x - mean) / sd) / sd,
  below: (x) => normalBelow((x - mean) / sd),
  above: (x) => normalBelow((mean - x) / sd),
  quantile: (p) => mean + sd * normalQuantile(p),
  mean,
  variance: sd * sd,
})

export function student(df: number): Distribution {
  const half = df / 2
  const front = stirlingError(half + 0.5) - stirlingError(half) - deviance(half, half + 0.5)
  const below = (x: number): number => {
    const whole = df + x * x
    const tail = betaShares(half, 0.5, df / whole, (x * x) / whole).below / 2
    return x < 0 ? tail : 1 - tail
  }
  return {
    isDiscrete: false,
    support: ANY,
    density: (x) => normalDensity(0) * Math.exp(front - (half + 0.5) * Math.log1p((x * x) / df)),
    below,
    above: (x) => below(-x),
    mean: df > 1 ? 0 : null,
    variance: df > 2 ? df / (df - 2) : df > 1 ? Infinity : null,
  }
}

export const chiSquare = (df: number): Distribution => gamma(df / 2, 2)

export function gamma(shape: number, scale: number): Distribution {
  return {
    isDiscrete: false,
    support: POSITIVE,
    density(x) {
      if (x < 0) return 0
      if (x === 0) return shape < 1 ? Infinity : shape === 1 ? 1 / scale : 0
      const at = x / scale
      return (poissonTerm(shape, at) * shape) / at / scale
    },
    below: (x) => gammaShares(shape, x / scale).below,
    above: (x) => gammaShares(shape, x / scale).above,
    mean: shape * scale,
    variance: shape * scale * scale,
  }
}

/** x (1 - x) times the density of a beta distribution, which keeps its digits for large a and b. */
const betaTerm = (a: number, b: number, x: number, rest: number): number =>
  binomialTerm(a, a + b, x, rest) * (a / (a + b)) * b

export const beta = (a: number, b: number): Distribution => ({
  isDiscrete: false,
  support: [0, 1],
  density(x) {
    if (x < 0 || x > 1) return 0
    if (x === 0) return edgeDensity(a, b)
    if (x === 1) return edgeDensity(b, a)
    return betaTerm(a, b, x, 1 - x) / x / (1 - x)
  },
  below: (x) => betaShares(a, b, x).below,
  above: (x) => betaShares(a, b, x).above,
  mean: a / (a + b),
  variance: (a * b) / ((a + b) ** 2 * (a + b + 1)),
})

const edgeDensity = (near: number, far: number): number =>
  near < 1 ? Infinity : near === 1 ? far : 0

export function fisher(df1: number, df2: number): Distribution {
  const shares = (x: number) => {
    const whole = df1 * x + df2
    return betaShares(df1 / 2, df2 / 2, (df1 * x) / whole, df2 / whole)
  }
  return {
    isDiscrete: false,
    support: POSITIVE,
    density(x) {
      if (x < 0) return 0
      if (x === 0) return df1 < 2 ? Infinity : df1 === 2 ? 1 : 0
      const whole = df1 * x + df2
      return betaTerm(df1 / 2, df2 / 2, (df1 * x) / whole, df2 / whole) / x
    },
    below: (x) => (x <= 0 ? 0 : x === Infinity ? 1 : shares(x).below),
    above: (x) => (x <= 0 ? 1 : x === Infinity ? 0 : shares(x).above),
    mean: df2 > 2 ? df2 / (df2 - 2) : Infinity,
    variance: fisherVariance(df1, df2),
  }
}

function fisherVariance(df1: number, df2: number): number | null {
  if (df2 <= 2) return null
  if (df2 <= 4) return Infinity
  return (2 * df2 ** 2 * (df1 + df2 - 2)) / (df1 * (df2 - 2) ** 2 * (df2 - 4))
}

export const exponential = (rate: number): Distribution => weibull(1, 1 / rate)

export const weibull = (shape: number, scale: number): Distribution => {
  const power = (x: number): number => (Math.max(x, 0) / scale) ** shape
  const moment = (order: number): number => Math.exp(logGamma(1 + order / shape))
  return {
    isDiscrete: false,
    support: POSITIVE,
    density(x) {
      if (x < 0) return 0
      const slope = x === 0 ? zeroPower(shape - 1) : (x / scale) ** (shape - 1)
      return (shape / scale) * slope * Math.exp(-power(x))
    },
    below: (x) => -Math.expm1(-power(x)),
    above: (x) => Math.exp(-power(x)),
    quantile: (p) => scale * (-Math.log1p(-p)) ** (1 / shape),
    mean: scale * moment(1),
    variance: scale ** 2 * (moment(2) - moment(1) ** 2),
  }
}

const zeroPower = (exponent: number): number => (exponent < 0 ? Infinity : exponent === 0 ? 1 : 0)

export const uniform = (min: number, max: number): Distribution => {
  const share = (part: number): number => Math.min(1, Math.max(0, part / (max - min)))
  return {
    isDiscrete: false,
    support: [min, max],
    density: (x) => (x < min || x > max ? 0 : 1 / (max - min)),
    below: (x) => share(x - min),
    above: (x) => share(max - x),
    quantile: (p) => min + p * (max - min),
    mean: (min + max) / 2,
    variance: (max - min) ** 2 / 12,
  }
}

export const lognormal = (meanLog: number, sdLog: number): Distribution => {
  const logs = normal(meanLog, sdLog)
  return {
    isDiscrete: false,
    support: POSITIVE,
    density: (x) => (x <= 0 ? 0 : logs.density(Math.log(x)) / x),
    below: (x) => (x <= 0 ? 0 : logs.below(Math.log(x))),
    above: (x) => (x <= 0 ? 1 : logs.above(Math.log(x))),
    quantile: (p) => Math.exp(meanLog + sdLog * normalQuantile(p)),
    mean: Math.exp(meanLog + sdLog ** 2 / 2),
    variance: Math.expm1(sdLog ** 2) * Math.exp(2 * meanLog + sdLog ** 2),
  }
}
