import { rootBetween } from '../roots.ts'

/** A distribution of one number. `below` counts the number itself, `above` does not. */
export interface Distribution {
  readonly isDiscrete: boolean
  /** The least and the largest number that can occur. */
  readonly support: readonly [least: number, largest: number]
  density(x: number): number
  below(x: number): number
  above(x: number): number
  /** Null where there is none, infinite where it is. */
  readonly mean: number | null
  readonly variance: number | null
  /** Known in closed form. */
  quantile?(p: number): number
}

/** Cumulated shares are off by so much; a share that was read back must find its number. */
const SLACK = 2 ** -46
const LARGEST = 1e300
const DOUBLINGS_MAX = 1_100

/** The number with the share p below it; of a discrete one the least with at least p. */
export function quantileOf(of: Distribution, p: number): number {
  const [least, largest] = of.support
  if (p === 0) return least
  if (p === 1) return largest
  if (of.quantile) return of.quantile(p)
  return of.isDiscrete ? discreteQuantile(of, p) : continuousQuantile(of, p)
}

function discreteQuantile({ support, below, above }: Distribution, p: number): number {
  const [least, largest] = support
  const isReached = (x: number): boolean =>
    p > 0.5 ? above(x) <= (1 - p) * (1 + SLACK) : below(x) >= p * (1 - SLACK)
  let low = least - 1
  let high = least + 1
  while (high < largest && !isReached(high)) [low, high] = [high, least + (high - least) * 2]
  high = Math.min(high, largest)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isReached(middle)) high = middle
    else low = middle
  }
  return high
}

/** Solved for the logarithm of the smaller tail, so that small shares keep their digits. */
function continuousQuantile({ support, below, above }: Distribution, p: number): number {
  const isUpper = p > 0.5
  const target = Math.log(isUpper ? 1 - p : p)
  const worthOf = (x: number): number => {
    const share = Math.log(isUpper ? above(x) : below(x))
    return Math.max(-1e6, isUpper ? target - share : share - target)
  }
  const [least, largest] = support
  if (Number.isFinite(least) && Number.isFinite(largest)) {
    if (worthOf(largest) < 0) return largest
    const scaled = (log: number) => worthOf(least + (largest - least) * Math.exp(log))
    if (isUpper || scaled(-0.7) <= 0) return rootBetween(worthOf, least, largest)
    return least + (largest - least) * Math.exp(bracketed(scaled, -0.7, -1))
  }
  // A tail that begins at 0 is searched by its logarithm: the quantile may be 1e-80.
  if (Number.isFinite(least)) {
    const byLog = (log: number) => worthOf(least + Math.exp(log))
    return least + Math.exp(bracketed(byLog, 0, byLog(0) > 0 ? -1 : 1))
  }
  return bracketed(worthOf, 0, worthOf(0) > 0 ? -1 : 1)
}

/** The root on that side of a start; the steps double. */
function bracketed(worthOf: (x: number) => number, start: number, side: -1 | 1): number {
  let near = start
  let step: number = side
  const sign = Math.sign(worthOf(start))
  if (sign === 0) return start
  for (let round = 0; round < DOUBLINGS_MAX; round += 1) {
    const far = start + step
    if (Math.abs(far) > LARGEST) break
    if (Math.sign(worthOf(far)) !== sign) return rootBetween(worthOf, near, far)
    near = far
    step *= 2
  }
  return side * Infinity
}
