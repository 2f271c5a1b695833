import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { productsOf, sampleVariance, spreadOf } from '../../../../engines/numbers/moments.ts'
import { numbersField } from '../../../../engines/numbers/number-fields.ts'

const VALUES_MAX = 20_000

export default defineTool({
  route: 'POST /api/changepoints',
  name: 'Changepoints',
  description:
    'Finds the points where the level, the spread or the slope of a time series changes (PELT).',
  asks: [
    'detect changepoints in a time series',
    'where does the level of a time series change',
    'when did the trend break',
    'since when is it different',
    'sudden shift in measurements',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    values: numbersField(10, VALUES_MAX).describe('10 to 20000 numbers, oldest first.'),
    penalty: z
      .number()
      .gt(0)
      .max(1e30)
      .optional()
      .describe(
        'Cost of one more change; a higher one gives fewer changes. Default 3 ln(n), times the variance of ' +
          'the steps for mean and trend.',
      ),
    minSegment: z.int().min(2).max(1_000).default(5).describe('Shortest segment, 2 to 1000.'),
    kind: z
      .enum(['mean', 'variance', 'trend'])
      .default('mean')
      .describe('mean: level; variance: spread about one level; trend: straight segments.'),
  }),
  output: z.object({
    changepoints: z.array(z.int()).describe('Index of the first value after each change.'),
    segments: z.array(
      z.object({
        from: z.int(),
        to: z.int().describe('End of the segment, exclusive.'),
        mean: z.number(),
        stdDev: z.number(),
        slope: z.number().describe('Slope per step.'),
      }),
    ),
    count: z.int().describe('Number of changes.'),
  }),
  examples: [
    {
      input: { values: [1, 1, 1, 1, 1, 5, 5, 5, 5, 5, 5, 5] },
      output: {
        changepoints: [5],
        segments: [
          { from: 0, to: 5, mean: 1, stdDev: 0, slope: 0 },
          { from: 5, to: 12, mean: 5, stdDev: 0, slope: 0 },
        ],
        count: 1,
      },
    },
  ],

  run({ values, penalty, minSegment, kind }) {
    if (values.length < 2 * minSegment)
      throw badInput(`minSegment: must be at most half of the ${values.length} values`)
    const sums = sumsOf(values)
    const cost = costs(sums, values.length)[kind]
    const changepoints = pelt(
      values.length,
      cost,
      penalty ?? usualPenalty(values, kind),
      minSegment,
    )
    const ends = [...changepoints, values.length]
    const segments = ends.map((to, at) => segmentOf(values, ends[at - 1] ?? 0, to))
    return { changepoints, segments, count: changepoints.length }
  },
})

function usualPenalty(values: readonly number[], kind: string): number {
  const base = 3 * Math.log(values.length)
  if (kind === 'variance') return base
  const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0))
  const noise = sampleVariance(steps)
  // Without noise every change counts.
  return noise === 0 ? Number.MIN_VALUE : base * noise
}

interface Sums {
  readonly plain: Float64Array
  readonly squares: Float64Array
  /** Sums of the index times the value. */
  readonly slanted: Float64Array
}

/** Running sums relative to the middle, so that a large level costs no digits. */
function sumsOf(values: readonly number[]): Sums {
  const n = values.length
  const centre = values.reduce((sum, value) => sum + value / n, 0)
  const [plain, squares, slanted] = [1, 2, 3].map(() => new Float64Array(n + 1)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  for (const [at, value] of values.entries()) {
    const apart = value - centre
    plain[at + 1] = (plain[at] ?? 0) + apart
    squares[at + 1] = (squares[at] ?? 0) + apart * apart
    slanted[at + 1] = (slanted[at] ?? 0) + at * apart
  }
  return { plain, squares, slanted }
}

type Cost = (from: number, to: number) => number

const between = (sums: Float64Array, from: number, to: number): number =>
  (sums[to] as number) - (sums[from] as number)

/** Squared deviations from the mean of a segment. */
const spreadIn = ({ plain, squares }: Sums, from: number, to: number): number =>
  Math.max(0, between(squares, from, to) - between(plain, from, to) ** 2 / (to - from))

/** Sum of products with the index relative to its middle, and of squares of that index. */
function slantIn({ plain, slanted }: Sums, from: number, to: number) {
  const n = to - from
  const middle = (from + to - 1) / 2
  return {
    product: between(slanted, from, to) - middle * between(plain, from, to),
    squares: (n * (n * n - 1)) / 12,
  }
}

function costs(sums: Sums, length: number): Readonly<Record<'mean' | 'variance' | 'trend', Cost>> {
  const whole = between(sums.squares, 0, length) / length
  const least = whole * 1e-12 + Number.MIN_VALUE
  return {
    mean: (from, to) => spreadIn(sums, from, to),
    variance(from, to) {
      const n = to - from
      return n * (Math.log(Math.max(between(sums.squares, from, to) / n, least)) + 1)
    },
    trend(from, to) {
      const { product, squares } = slantIn(sums, from, to)
      return Math.max(0, spreadIn(sums, from, to) - (product * product) / squares)
    },
  }
}

/** Exact least cost with pruning (Killick, Fearnhead and Eckley 2012). */
function pelt(n: number, cost: Cost, penalty: number, minSegment: number): number[] {
  const best = new Float64Array(n + 1).fill(Infinity)
  const before = new Int32Array(n + 1)
  /** From this index on, a start is never the best again. */
  const beatenFrom = new Int32Array(n + 1).fill(n + 1)
  // Lists of fixed size, because up to 200 million pairs are compared.
  const starts = new Int32Array(n + 1)
  const worths = new Float64Array(n + 1)
  let count = 1
  best[0] = -penalty
  for (let to = minSegment; to <= n; to += 1) {
    let kept = 0
    let least = 0
    for (let at = 0; at < count; at += 1) {
      const from = starts[at] as number
      if (to >= (beatenFrom[from] as number)) continue
      const worth = (best[from] as number) + cost(from, to)
      starts[kept] = from
      worths[kept] = worth
      if (worth < (worths[least] as number)) least = kept
      kept += 1
    }
    const reached = (worths[least] as number) + penalty
    best[to] = reached
    before[to] = starts[least] as number
    // A change here is better than such a start, once a segment that begins here is long enough.
    for (let at = 0; at < kept; at += 1) {
      const from = starts[at] as number
      if ((worths[at] as number) > reached && (beatenFrom[from] as number) > n)
        beatenFrom[from] = to + minSegment
    }
    count = kept
    const next = to - minSegment + 1
    if (next >= minSegment) {
      starts[count] = next
      count += 1
    }
  }
  const found: number[] = []
  for (let at = before[n] ?? 0; at > 0; at = before[at] ?? 0) found.unshift(at)
  return found
}

function segmentOf(values: readonly number[], from: number, to: number) {
  const piece = values.slice(from, to)
  const places = piece.map((_, at) => at)
  const { mean, squares } = spreadOf(piece)
  return {
    from,
    to,
    mean,
    stdDev: Math.sqrt(squares / (piece.length - 1)),
    slope: productsOf(places, piece) / spreadOf(places).squares,
  }
}
