import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { student } from '../../../../engines/numbers/distributions/continuous.ts'
import { binomial } from '../../../../engines/numbers/distributions/discrete.ts'
import { quantileOf } from '../../../../engines/numbers/distributions/distribution.ts'
import { quantileIn, sorted, spreadOf } from '../../../../engines/numbers/moments.ts'
import { numbersField } from '../../../../engines/numbers/number-fields.ts'
import { drawBy } from '../../../../engines/numbers/seeded.ts'
import { twoSidedQuantile } from './_sample-sizes.ts'

const VALUES_MAX = 100_000
const BOOTSTRAP_MAX = 10_000
const DRAWS = 10_000
const COUNT_MAX = 1_000_000_000

export default defineTool({
  route: 'POST /api/confidence-interval',
  name: 'Confidence interval',
  description:
    'Confidence interval of a mean, proportion, difference of means or median, bootstrap included.',
  asks: ['confidence interval of a mean', 'bootstrap confidence interval for the median'],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    kind: z
      .enum(['mean', 'proportion', 'difference', 'median', 'bootstrap'])
      .describe(
        'mean: Student; proportion: Wilson; difference: Welch; median: order statistics; ' +
          'bootstrap: percentiles of 10000 resamples.',
      ),
    values: numbersField(2, VALUES_MAX)
      .optional()
      .describe('2 to 100000 numbers, 10000 for bootstrap; not for proportion.'),
    successes: z
      .int()
      .min(0)
      .max(COUNT_MAX)
      .optional()
      .describe('Number of successes, for proportion.'),
    n: z.int().min(1).max(COUNT_MAX).optional().describe('Number of trials, for proportion.'),
    b: numbersField(2, VALUES_MAX).optional().describe('Second sample, for difference.'),
    statistic: z.enum(['mean', 'median']).default('mean').describe('Statistic, for bootstrap.'),
    confidence: z.number().min(0.5).max(0.999).default(0.95).describe('Confidence, 0.5 to 0.999.'),
    seed: z.string().max(100).optional().describe('Seed that makes a bootstrap repeatable.'),
  }),
  output: z.object({
    estimate: z.number(),
    lower: z.number(),
    upper: z.number(),
    standardError: z.number().nullable().describe('null for a median by order statistics.'),
    method: z.string(),
  }),
  examples: [
    {
      input: { kind: 'proportion', successes: 45, n: 100 },
      output: {
        estimate: 0.45,
        lower: 0.35614537979511995,
        upper: 0.5475539700255787,
        standardError: 0.049749371855331,
        method: 'Wilson score interval',
      },
    },
    {
      input: { kind: 'mean', values: [4.2, 5.1, 4.8, 5.6, 4.9] },
      output: {
        estimate: 4.92,
        lower: 4.290536357285121,
        upper: 5.549463642714879,
        standardError: 0.2267156809750926,
        method: 't with 4 degrees of freedom',
      },
    },
  ],

  run(input) {
    return KINDS[input.kind](input)
  },
})

interface Input {
  readonly values?: number[] | undefined
  readonly b?: number[] | undefined
  readonly successes?: number | undefined
  readonly n?: number | undefined
  readonly statistic: 'mean' | 'median'
  readonly confidence: number
  readonly seed?: string | undefined
}

interface Interval {
  readonly estimate: number
  readonly lower: number
  readonly upper: number
  readonly standardError: number | null
  readonly method: string
}

const KINDS: Readonly<
  Record<'mean' | 'proportion' | 'difference' | 'median' | 'bootstrap', (input: Input) => Interval>
> = {
  mean(input) {
    const values = listIn('values', input.values)
    const { mean, squares } = spreadOf(values)
    const df = values.length - 1
    const error = Math.sqrt(squares / df / values.length)
    return around(mean, error, df, input.confidence, `t with ${df} degrees of freedom`)
  },
  difference(input) {
    const parts = [listIn('values', input.values), listIn('b', input.b)].map((values) => {
      const { mean, squares } = spreadOf(values)
      return { mean, df: values.length - 1, share: squares / (values.length - 1) / values.length }
    })
    const [one, other] = parts as [(typeof parts)[0], (typeof parts)[0]]
    const both = one.share + other.share
    const df = both === 0 ? 1 : both ** 2 / (one.share ** 2 / one.df + other.share ** 2 / other.df)
    const method = 'Welch: mean of values less mean of b, unequal variances'
    return around(one.mean - other.mean, Math.sqrt(both), df, input.confidence, method)
  },
  proportion: wilson,
  median: byOrder,
  bootstrap,
}

function listIn(field: string, values: number[] | undefined): number[] {
  if (values === undefined) throw badInput(`${field}: must be given for this kind`)
  return values
}

function around(
  estimate: number,
  standardError: number,
  df: number,
  confidence: number,
  method: string,
): Interval {
  const reach = -quantileOf(student(df), (1 - confidence) / 2) * standardError
  return { estimate, lower: estimate - reach, upper: estimate + reach, standardError, method }
}

function wilson({ successes, n, confidence }: Input): Interval {
  if (successes === undefined || n === undefined)
    throw badInput('successes: must be given with n for a proportion')
  if (successes > n) throw badInput('successes: must be at most n')
  const share = successes / n
  const z = twoSidedQuantile(confidence)
  const wide = 1 + (z * z) / n
  const centre = (share + (z * z) / (2 * n)) / wide
  const reach = (z / wide) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  return {
    estimate: share,
    lower: successes === 0 ? 0 : centre - reach,
    upper: successes === n ? 1 : centre + reach,
    standardError: Math.sqrt((share * (1 - share)) / n),
    method: 'Wilson score interval',
  }
}

/** The innermost pair of values that contains the median with at least the requested confidence. */
function byOrder({ values, confidence }: Input): Interval {
  const ordered = sorted(listIn('values', values))
  const n = ordered.length
  const sides = binomial(n, 0.5)
  let rank = quantileOf(sides, (1 - confidence) / 2)
  while (rank > 0 && 2 * sides.below(rank - 1) > 1 - confidence) rank -= 1
  if (rank === 0)
    throw badInput(
      `values: must be more for this confidence; ${n} values contain the median less often`,
    )
  return {
    estimate: quantileIn(ordered, 0.5),
    lower: ordered[rank - 1] ?? 0,
    upper: ordered[n - rank] ?? 0,
    standardError: null,
    method: `order statistics ${rank} and ${n + 1 - rank} of ${n}`,
  }
}

function bootstrap({ values, statistic, confidence, seed }: Input): Interval {
  const ordered = Float64Array.from(sorted(listIn('values', values)))
  if (ordered.length > BOOTSTRAP_MAX)
    throw badInput(`values: must have at most ${BOOTSTRAP_MAX} numbers for a bootstrap`)
  const next = quickDraw(drawBy(seed).bytes(16))
  const figure = statistic === 'mean' ? meanOf : medianOf
  const counts = new Int32Array(ordered.length)
  const figures = Array.from({ length: DRAWS }, () => {
    counts.fill(0)
    for (let drawn = 0; drawn < ordered.length; drawn += 1) {
      const at = Math.floor((next() / 2 ** 32) * ordered.length)
      counts[at] = (counts[at] ?? 0) + 1
    }
    return figure(ordered, counts)
  })
  const tails = sorted(figures)
  return {
    estimate: figure(ordered, new Int32Array(ordered.length).fill(1)),
    lower: quantileIn(tails, (1 - confidence) / 2),
    upper: quantileIn(tails, (1 + confidence) / 2),
    standardError: Math.sqrt(spreadOf(figures).squares / (DRAWS - 1)),
    method: `percentile bootstrap of the ${statistic}, ${DRAWS} resamples`,
  }
}

type Figure = (ordered: Float64Array, counts: Int32Array) => number

const meanOf: Figure = (ordered, counts) => {
  let total = 0
  for (const [at, value] of ordered.entries()) total += value * (counts[at] ?? 0)
  return total / ordered.length
}

const medianOf: Figure = (ordered, counts) => {
  const half = ordered.length / 2
  let seen = 0
  for (const [at, value] of ordered.entries()) {
    seen += counts[at] ?? 0
    if (seen > half) return value
    if (seen === half) {
      const above = counts.findIndex((count, place) => place > at && count > 0)
      return (value + (ordered[above] ?? value)) / 2
    }
  }
  return ordered.at(-1) ?? 0
}

/**
 * Whole numbers below 2^32 by xoshiro128** (Blackman and Vigna), fast enough for a hundred million
 * draws.
 */
function quickDraw(seed: Buffer): () => number {
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => seed.readUInt32LE(at)) as [
    number,
    number,
    number,
    number,
  ]
  return () => {
    const mixed = Math.imul(b, 5)
    const result = Math.imul((mixed << 7) | (mixed >>> 25), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 11) | (d >>> 21)
    return result
  }
}
