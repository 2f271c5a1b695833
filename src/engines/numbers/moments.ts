import { quantileSorted, sum } from 'simple-statistics'

/** Sums and moments of numbers, compensated so that long lists lose no digits. */

export { sum }

/** The mean of equal values is that value exactly, although the sum of three times .1 is not .3. */
export const mean = (values: readonly number[]): number => {
  const [first = NaN] = values
  return values.every((value) => value === first) ? first : sum([...values]) / values.length
}

export interface Spread {
  readonly mean: number
  /** Sum of the squared deviations from the mean. */
  readonly squares: number
}

/** In two passes, corrected for the rounding error of the mean. */
export function spreadOf(values: readonly number[]): Spread {
  const centre = mean(values)
  const apart = values.map((value) => value - centre)
  const left = sum(apart)
  const squares = sum(apart.map((value) => value * value)) - (left * left) / values.length
  return { mean: centre, squares: Math.max(0, squares) }
}

/** With n - 1 in the divisor. */
export const sampleVariance = (values: readonly number[]): number =>
  spreadOf(values).squares / (values.length - 1)

export const sampleDeviation = (values: readonly number[]): number =>
  Math.sqrt(sampleVariance(values))

export const sorted = (values: readonly number[]): number[] => [
  ...Float64Array.from(values).toSorted(),
]

/** Interpolates between order statistics (type 7). The values must be sorted. */
export const quantileIn = (ordered: readonly number[], share: number): number =>
  quantileSorted(ordered, share)

export const median = (values: readonly number[]): number => quantileIn(sorted(values), 0.5)

/** Sum of the products of the deviations of two lists from their means. */
export function productsOf(a: readonly number[], b: readonly number[]): number {
  const [centreA, centreB] = [mean(a), mean(b)]
  return sum(a.map((value, at) => (value - centreA) * ((b[at] ?? 0) - centreB)))
}

export interface Ranks {
  /** Ranks from 1; equal values have the mean of their ranks. */
  readonly ranks: readonly number[]
  /** The size of each group of equal values. */
  readonly ties: readonly number[]
}

export function ranksOf(values: readonly number[]): Ranks {
  const order = Uint32Array.from(values.keys()).toSorted(
    (a, b) => (values[a] as number) - (values[b] as number),
  )
  const ranks = values.map(() => 0)
  const ties: number[] = []
  for (let from = 0; from < order.length;) {
    let to = from + 1
    while (to < order.length && values[order[to] as number] === values[order[from] as number])
      to += 1
    for (let at = from; at < to; at += 1) ranks[order[at] as number] = (from + 1 + to) / 2
    if (to - from > 1) ties.push(to - from)
    from = to
  }
  return { ranks, ties }
}
