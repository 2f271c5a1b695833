import { betaShares, binomialTerm } from '../special/beta.ts'
import { gammaShares, poissonTerm } from '../special/gamma.ts'
import type { Distribution } from './distribution.ts'

/** Distributions of whole numbers. */

export const binomial = (n: number, p: number): Distribution => {
  const shares = (x: number) => {
    const k = Math.floor(x)
    if (k < 0) return { below: 0, above: 1 }
    if (k >= n) return { below: 1, above: 0 }
    const { below, above } = betaShares(k + 1, n - k, p)
    return { below: above, above: below }
  }
  return {
    isDiscrete: true,
    support: [0, n],
    density: (x) => (Number.isInteger(x) ? binomialTerm(x, n, p, 1 - p) : 0),
    below: (x) => shares(x).below,
    above: (x) => shares(x).above,
    mean: n * p,
    variance: n * p * (1 - p),
  }
}

export const poisson = (mean: number): Distribution => {
  const shares = (x: number) => {
    const { below, above } = gammaShares(Math.floor(x) + 1, mean)
    return x < 0 ? { below: 0, above: 1 } : { below: above, above: below }
  }
  return {
    isDiscrete: true,
    support: [0, Infinity],
    density: (x) => (Number.isInteger(x) && x >= 0 ? poissonTerm(x, mean) : 0),
    below: (x) => shares(x).below,
    above: (x) => shares(x).above,
    mean,
    variance: mean,
  }
}

/** Trials to the first success. */
export const geometric = (p: number): Distribution => {
  const logFailure = Math.log1p(-p)
  const above = (x: number): number => (x < 1 ? 1 : Math.exp(Math.floor(x) * logFailure))
  return {
    isDiscrete: true,
    support: [1, Infinity],
    density: (x) =>
      Number.isInteger(x) && x >= 1 ? p * (x === 1 ? 1 : Math.exp((x - 1) * logFailure)) : 0,
    below: (x) => (x < 1 ? 0 : -Math.expm1(Math.floor(x) * logFailure)),
    above,
    mean: 1 / p,
    variance: (1 - p) / p ** 2,
  }
}

/** Failures before so many successes; their number need not be whole. */
export const negativeBinomial = (successes: number, p: number): Distribution => {
  const shares = (x: number) =>
    x < 0 ? { below: 0, above: 1 } : betaShares(successes, Math.floor(x) + 1, p)
  return {
    isDiscrete: true,
    support: [0, Infinity],
    density(x) {
      if (!Number.isInteger(x) || x < 0) return 0
      return (successes / (successes + x)) * binomialTerm(successes, successes + x, p, 1 - p)
    },
    below: (x) => shares(x).below,
    above: (x) => shares(x).above,
    mean: (successes * (1 - p)) / p,
    variance: (successes * (1 - p)) / p ** 2,
  }
}

const NEGLIGIBLE = 2 ** -60

/** Successes among draws from a population without putting back. */
export const hypergeometric = (
  population: number,
  successes: number,
  draws: number,
): Distribution => {
  const failures = population - successes
  const [least, largest] = [Math.max(0, draws - failures), Math.min(draws, successes)]
  const share = draws / population
  const density = (x: number): number => {
    if (!Number.isInteger(x) || x < least || x > largest) return 0
    const all = binomialTerm(draws, population, share, 1 - share)
    const hits = binomialTerm(x, successes, share, 1 - share)
    return (hits * binomialTerm(draws - x, failures, share, 1 - share)) / all
  }
  /** The sum of the terms from x downwards, or upwards. */
  const tail = (x: number, step: 1 | -1): number => {
    let term = density(x)
    let sum = 0
    for (let k = x; term > sum * NEGLIGIBLE; k += step) {
      sum += term
      term *= step === 1 ? ratioUp(k) : 1 / ratioUp(k - 1)
      if (k + step < least || k + step > largest) break
    }
    return Math.min(1, sum)
  }
  const ratioUp = (k: number): number =>
    ((successes - k) * (draws - k)) / ((k + 1) * (failures - draws + k + 1))
  const mean = (draws * successes) / population
  const shares = (x: number) => {
    const k = Math.floor(x)
    if (k < least) return { below: 0, above: 1 }
    if (k >= largest) return { below: 1, above: 0 }
    if (k < mean) {
      const below = tail(k, -1)
      return { below, above: 1 - below }
    }
    const above = tail(k + 1, 1)
    return { below: 1 - above, above }
  }
  const spread = population === 1 ? 0 : (population - draws) / (population - 1)
  return {
    isDiscrete: true,
    support: [least, largest],
    density,
    below: (x) => shares(x).below,
    above: (x) => shares(x).above,
    mean,
    variance: (mean * failures * spread) / population,
  }
}
