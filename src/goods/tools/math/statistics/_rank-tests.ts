import { badInput } from '../../../../base/core/fault.ts'
import { chiSquare } from '../../../../engines/numbers/distributions/continuous.ts'
import { ranksOf, sum } from '../../../../engines/numbers/moments.ts'
import { pairsWon, positiveRanks, shareFrom, shareUpTo } from './_rank-counts.ts'
import {
  groupsIn,
  normalTail,
  type Numbers,
  type Question,
  sample,
  sizeOf,
  tailShare,
  type Tails,
  type TestVerdict,
} from './_verdict.ts'

/** Tests by ranks: Kruskal and Wallis, Mann and Whitney, Wilcoxon. */

const EXACT_MAX = 50
const INDEPENDENT = 'values are independent of each other'

const cubes = (ties: Numbers): number => sum(ties.map((t) => t ** 3 - t))

export function kruskal({ groups }: Question): TestVerdict {
  const samples = groupsIn(groups)
  const all = samples.flat()
  const n = all.length
  const { ranks, ties } = ranksOf(all)
  const correction = 1 - cubes(ties) / (n ** 3 - n)
  if (correction === 0) throw badInput('groups: must not be all the same number')
  let start = 0
  const parts = samples.map(({ length }) => {
    const rankSum = sum(ranks.slice(start, start + length))
    start += length
    // Relative to its mean, so that long lists lose no digits.
    return (rankSum - (length * (n + 1)) / 2) ** 2 / length
  })
  const statistic = ((12 / (n * (n + 1))) * sum(parts)) / correction
  const df = samples.length - 1
  return {
    statistic,
    df,
    pValue: chiSquare(df).above(statistic),
    effectSize: sizeOf('eta-squared', (statistic - df) / (n - samples.length)),
    confidenceInterval: [],
    method: 'Kruskal-Wallis test, corrected for ties',
    assumptions: [INDEPENDENT, 'groups differ at most in their position'],
  }
}

export function mannWhitney({ a, b, tails, correction }: Question): TestVerdict {
  const [first, second] = [sample('a', a, 1), sample('b', b, 1)]
  const [n, m] = [first.length, second.length]
  const { ranks, ties } = ranksOf([...first, ...second])
  const won = sum(ranks.slice(0, n)) - (n * (n + 1)) / 2
  const isExact = n + m <= EXACT_MAX && ties.length === 0
  const size = n + m
  const deviation = Math.sqrt(((n * m) / 12) * (size + 1 - cubes(ties) / (size * (size - 1))))
  const told = isExact
    ? exactTail(pairsWon(n, m), won, tails)
    : approximate(won - (n * m) / 2, deviation, tails, correction)
  return {
    statistic: won,
    df: null,
    pValue: told,
    effectSize: sizeOf('rank-biserial', (2 * won) / (n * m) - 1),
    confidenceInterval: [],
    method: `Mann-Whitney test (U of a), ${howSaid(isExact, correction)}`,
    assumptions: [INDEPENDENT, 'both samples differ at most in their position'],
  }
}

export function wilcoxon({ a, b, mu, tails, correction }: Question): TestVerdict {
  const first = sample('a', a, 1)
  const second = b === undefined ? undefined : sample('b', b, 1)
  if (second && second.length !== first.length)
    throw badInput('b: must have as many numbers as a, one for each')
  const apart = first
    .map((value, at) => value - (second?.[at] ?? 0) - mu)
    .filter((value) => value !== 0)
  const n = apart.length
  if (n === 0) throw badInput('a: must differ from b or mu at least once')
  const { ranks, ties } = ranksOf(apart.map(Math.abs))
  const positive = sum(ranks.filter((_, at) => (apart[at] ?? 0) > 0))
  const isExact = n <= EXACT_MAX && ties.length === 0
  const centre = (n * (n + 1)) / 4
  const deviation = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24 - cubes(ties) / 48)
  return {
    statistic: positive,
    df: null,
    pValue: isExact
      ? exactTail(positiveRanks(n), positive, tails)
      : approximate(positive - centre, deviation, tails, correction),
    effectSize: sizeOf('rank-biserial', positive / centre - 1),
    confidenceInterval: [],
    method: `Wilcoxon signed-rank test (sum of positive ranks), ${howSaid(isExact, correction)}`,
    assumptions: ['pairs are independent', 'differences are symmetric about their middle'],
  }
}

const howSaid = (isExact: boolean, correction: boolean): string =>
  isExact
    ? 'exact'
    : `normal approximation with ties${correction ? ' and continuity' : ''} corrected`

const exactTail = (shares: Float64Array, value: number, tails: Tails): number =>
  tailShare(tails, shareUpTo(shares, value), shareFrom(shares, value))

/** The continuity correction moves the statistic half a step towards the tested side. */
function approximate(apart: number, deviation: number, tails: Tails, correction: boolean): number {
  if (deviation === 0) return 1
  const half = correction ? 0.5 : 0
  if (tails === 'left') return normalTail((apart + half) / deviation, tails)
  if (tails === 'right') return normalTail((apart - half) / deviation, tails)
  return normalTail(Math.max(0, Math.abs(apart) - half) / deviation, tails)
}
