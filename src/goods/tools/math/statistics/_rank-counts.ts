/**
 * Exact distributions of rank statistics without ties: the probability of each value, from sums of
 * positive terms only, so that small tails keep their digits.
 */

/** Discordant pairs of a random order of n (Kendall). */
export function discordantPairs(n: number): Float64Array {
  let shares = Float64Array.of(1)
  for (let size = 2; size <= n; size += 1) shares = spreadOver(shares, size, 1)
  return shares
}

/** Pairs in which the value of the first sample is the larger (Mann and Whitney). */
export function pairsWon(n: number, m: number): Float64Array {
  // Row by row of the recursion over the sample that holds the largest value.
  let row: Float64Array[] = Array.from({ length: m + 1 }, () => Float64Array.of(1))
  for (let first = 1; first <= n; first += 1) {
    const next: Float64Array[] = [Float64Array.of(1)]
    for (let second = 1; second <= m; second += 1) {
      const shares = new Float64Array(first * second + 1)
      const [won, lost] = [row[second], next[second - 1]]
      const share = first / (first + second)
      for (const [at, value] of (won ?? []).entries())
        shares[at + second] = (shares[at + second] ?? 0) + value * share
      for (const [at, value] of (lost ?? []).entries())
        shares[at] = (shares[at] ?? 0) + value * (1 - share)
      next.push(shares)
    }
    row = next
  }
  return row[m] ?? Float64Array.of(1)
}

/** Sum of the ranks of positive differences (Wilcoxon). */
export function positiveRanks(n: number): Float64Array {
  let shares = Float64Array.of(1)
  for (let rank = 1; rank <= n; rank += 1) shares = spreadOver(shares, 2, rank)
  return shares
}

/** The distribution of the sum with 0, step, 2 step and so on, each equally likely. */
function spreadOver(shares: Float64Array, count: number, step: number): Float64Array<ArrayBuffer> {
  const next = new Float64Array(shares.length + (count - 1) * step)
  for (const [at, value] of shares.entries())
    for (let move = 0; move < count; move += 1) {
      const to = at + move * step
      next[to] = (next[to] ?? 0) + value / count
    }
  return next
}

export const shareUpTo = (shares: Float64Array, value: number): number =>
  Math.min(
    1,
    shares.subarray(0, value + 1).reduce((sum, share) => sum + share, 0),
  )

export const shareFrom = (shares: Float64Array, value: number): number =>
  Math.min(
    1,
    shares.subarray(value).reduce((sum, share) => sum + share, 0),
  )
