import { badInput } from '../../../../base/core/fault.ts'
import { chiSquare } from '../../../../engines/numbers/distributions/continuous.ts'
import { hypergeometric } from '../../../../engines/numbers/distributions/discrete.ts'
import { sum } from '../../../../engines/numbers/moments.ts'
import {
  normalInterval,
  normalTail,
  type Numbers,
  type Question,
  sample,
  sizeOf,
  tableIn,
  type TestVerdict,
} from './_verdict.ts'

/** Tests of counts and shares: proportions, chi-square, Fisher. */

const TOTAL_MAX = 10_000_000
const RARE = 5

export function proportions({ a, b, mu, tails }: Question): TestVerdict {
  const [hits, n] = sharesIn('a', sample('a', a))
  const one = hits / n
  if (b !== undefined) return twoProportions([hits, n], sharesIn('b', b), tails)
  if (mu <= 0 || mu >= 1) throw badInput('mu: must be a share between 0 and 1, or b must be given')
  return {
    statistic: (one - mu) / Math.sqrt((mu * (1 - mu)) / n),
    df: null,
    pValue: normalTail((one - mu) / Math.sqrt((mu * (1 - mu)) / n), tails),
    effectSize: sizeOf('cohen-h', angle(one) - angle(mu)),
    confidenceInterval: normalInterval(one, Math.sqrt((one * (1 - one)) / n)),
    method: 'one-proportion z-test',
    assumptions: ['trials are independent', 'at least 5 successes and 5 failures are expected'],
  }
}

type Shares = readonly [successes: number, n: number]

function twoProportions([x, n]: Shares, [y, m]: Shares, tails: Question['tails']): TestVerdict {
  const [one, other, both] = [x / n, y / m, (x + y) / (n + m)]
  if (both === 0 || both === 1) throw badInput('a: must have a success and a failure in a or b')
  const z = (one - other) / Math.sqrt(both * (1 - both) * (1 / n + 1 / m))
  const error = Math.sqrt((one * (1 - one)) / n + (other * (1 - other)) / m)
  return {
    statistic: z,
    df: null,
    pValue: normalTail(z, tails),
    effectSize: sizeOf('cohen-h', angle(one) - angle(other)),
    confidenceInterval: normalInterval(one - other, error),
    method: 'two-proportion z-test, pooled',
    assumptions: ['trials are independent', 'at least 5 successes and 5 failures in each sample'],
  }
}

const angle = (share: number): number => 2 * Math.asin(Math.sqrt(share))

function sharesIn(field: 'a' | 'b', value: Numbers): Shares {
  const [successes = -1, n = 0] = value
  const fits = value.length === 2 && Number.isInteger(successes) && Number.isInteger(n) && n >= 1
  if (!fits || successes < 0 || successes > n)
    throw badInput(`${field}: must be [successes, n], whole, with 0 <= successes <= n`)
  return [successes, n]
}

export function independence({ a, correction }: Question): TestVerdict {
  const rows = tableIn(a)
  const rowSums = rows.map((row) => sum([...row]))
  const columnSums = (rows[0] ?? []).map((_, at) => sum(rows.map((row) => row[at] ?? 0)))
  const total = sum(rowSums)
  if (rowSums.includes(0) || columnSums.includes(0))
    throw badInput('a: must not have a row or column of only zeros')
  const isSmall = rows.length === 2 && columnSums.length === 2
  const cells = rows.flatMap((row, at) =>
    row.map((seen, column) => ({
      seen,
      due: ((rowSums[at] ?? 0) * (columnSums[column] ?? 0)) / total,
    })),
  )
  const corrected = chiOf(cells, isSmall && correction)
  const df = (rows.length - 1) * (columnSums.length - 1)
  const least = Math.min(rows.length, columnSums.length) - 1
  return {
    statistic: corrected,
    df,
    pValue: chiSquare(df).above(corrected),
    effectSize: sizeOf('cramer-v', Math.sqrt(chiOf(cells, false) / total / least)),
    confidenceInterval: [],
    method:
      isSmall && correction
        ? 'chi-square test of independence, Yates corrected'
        : 'chi-square test of independence',
    assumptions: ['each case is counted once', ...rareNote(cells.map(({ due }) => due))],
  }
}

interface Cell {
  readonly seen: number
  readonly due: number
}

/** The correction takes away half a case at most, and never more than the difference. */
const chiOf = (cells: readonly Cell[], isCorrected: boolean): number =>
  sum(
    cells.map(({ seen, due }) => {
      const apart = Math.abs(seen - due)
      return (apart - (isCorrected ? Math.min(0.5, apart) : 0)) ** 2 / due
    }),
  )

function rareNote(due: Numbers): string[] {
  const rare = due.filter((count) => count < RARE).length
  return rare === 0
    ? [`all expected counts are at least ${RARE}`]
    : [`${rare} of ${due.length} expected counts are below ${RARE}: read the p-value with care`]
}

export function goodness({ a, b }: Question): TestVerdict {
  const seen = sample('a', a)
  const total = sum([...seen])
  const due = b ?? seen.map(() => total / seen.length)
  if (due.length !== seen.length) throw badInput('b: must have as many expected counts as a')
  if (due.some((count) => count <= 0)) throw badInput('b: must be expected counts above 0')
  if (seen.some((count) => count < 0) || total === 0)
    throw badInput('a: must be counts from 0, not all 0')
  if (Math.abs(sum([...due]) - total) > 1e-8 * total)
    throw badInput(`b: must add up to the same as a, which is ${total}`)
  const statistic = chiOf(
    seen.map((count, at) => ({ seen: count, due: due[at] ?? 0 })),
    false,
  )
  const df = seen.length - 1
  return {
    statistic,
    df,
    pValue: chiSquare(df).above(statistic),
    effectSize: sizeOf('cohen-w', Math.sqrt(statistic / total)),
    confidenceInterval: [],
    method: 'chi-square test of goodness of fit',
    assumptions: ['each case is counted once', ...rareNote(due)],
  }
}

/** Tables count as equally likely within this tolerance, because of rounding in floats. */
const SLACK = 1e-7

export function exactTable({ a, tails }: Question): TestVerdict {
  const rows = tableIn(a)
  const [[x = 0, y = 0] = [], [v = 0, w = 0] = []] = rows
  if (rows.length !== 2 || rows[0]?.length !== 2) throw badInput('a: must be a table of 2 x 2')
  const total = x + y + v + w
  if (total === 0 || total > TOTAL_MAX)
    throw badInput(`a: must count 1 to ${TOTAL_MAX} cases in all`)
  const of = hypergeometric(total, x + y, x + v)
  return {
    statistic: y * v === 0 ? null : (x * w) / (y * v),
    df: null,
    pValue: tails === 'two' ? twoSided(of, x) : tails === 'left' ? of.below(x) : of.above(x - 1),
    effectSize: sizeOf('odds-ratio', (x * w) / (y * v)),
    confidenceInterval: [],
    method: 'Fisher exact test; the statistic is the odds ratio of the sample',
    assumptions: ['each case is counted once', 'both margins are fixed'],
  }
}

/** All tables that are at most as likely as the observed one, on both sides of the mode. */
function twoSided(of: ReturnType<typeof hypergeometric>, x: number): number {
  const limit = of.density(x) * (1 + SLACK)
  const [least, largest] = of.support
  const mode = Math.min(largest, Math.max(least, Math.round(of.mean ?? 0)))
  const isLow = x < mode || (x === mode && of.density(x + 1) > of.density(x))
  let [low, high] = isLow ? [mode, largest + 1] : [least - 1, mode]
  // One end is x itself; the other is found by halving, because the terms fall on both sides.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (of.density(middle) <= limit === isLow) high = middle
    else low = middle
  }
  const near = isLow ? of.below(x) : of.above(x - 1)
  const far = isLow ? of.above(high - 1) : of.below(low)
  if (of.density(mode) <= limit) return 1
  return Math.min(1, near + far)
}
