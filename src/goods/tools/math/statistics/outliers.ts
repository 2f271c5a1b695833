import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { student } from '../../../../engines/numbers/distributions/continuous.ts'
import { quantileOf } from '../../../../engines/numbers/distributions/distribution.ts'
import { median, quantileIn, sorted, spreadOf } from '../../../../engines/numbers/moments.ts'
import { numbersField } from '../../../../engines/numbers/number-fields.ts'

const VALUES_MAX = 100_000
const HERE_MAX = 5_000
const GRUBBS_MAX = 5_000

const THRESHOLDS = { iqr: 1.5, zscore: 3, mad: 3.5, grubbs: 0.05 } as const

export default defineTool({
  route: 'POST /api/outliers',
  name: 'Outliers',
  description:
    'Finds unusual values in a list by quartile fence, z-score, median deviation (MAD) or Grubbs test.',
  asks: [
    'find outliers with a z-score',
    'grubbs test for outliers in a list',
    'which values are odd',
    'find strange measurements',
    'suspicious amounts',
  ],
  price: '$0.001',
  uses: {},
  place: ({ values }) => (values.length > HERE_MAX ? 'thread' : 'here'),
  input: z.object({
    values: numbersField(3, VALUES_MAX).describe('3 to 100000 numbers; 5000 for grubbs.'),
    method: z
      .enum(['iqr', 'zscore', 'mad', 'grubbs'])
      .default('iqr')
      .describe('Criterion: quartiles, z-score, median deviation or Grubbs test.'),
    threshold: z
      .number()
      .gt(0)
      .max(1e6)
      .optional()
      .describe(
        'iqr: quartile ranges beyond the quartiles, 1.5; zscore: sample deviations, 3; ' +
          'mad: modified z-score, 3.5; grubbs: level of the test, 0.05.',
      ),
  }),
  output: z.object({
    outliers: z
      .array(z.object({ index: z.int(), value: z.number(), score: z.number() }))
      .describe(
        'Outliers in the order of values; score is in the unit of threshold, for grubbs G.',
      ),
    lower: z.number().nullable().describe('Values below are outliers; null with grubbs.'),
    upper: z.number().nullable().describe('Values above are outliers; null with grubbs.'),
    count: z.int(),
    cleaned: z.array(z.number()).describe('The values without the outliers.'),
    problems: z.array(z.string()),
  }),
  examples: [
    {
      input: { values: [1, 2, 3, 2, 50] },
      output: {
        outliers: [{ index: 4, value: 50, score: 47 }],
        lower: 0.5,
        upper: 4.5,
        count: 1,
        cleaned: [1, 2, 3, 2],
        problems: [],
      },
    },
  ],

  run({ values, method, threshold }) {
    const limit = threshold ?? THRESHOLDS[method]
    const told = method === 'grubbs' ? byGrubbs(values, limit) : byFence(values, method, limit)
    const { lower, upper, scores, problems } = told
    return {
      outliers: [...scores].map(([index, score]) => ({ index, value: values[index] ?? 0, score })),
      lower,
      upper,
      count: scores.size,
      cleaned: values.filter((_, at) => !scores.has(at)),
      problems,
    }
  },
})

interface OutlierScores {
  readonly lower: number | null
  readonly upper: number | null
  /** Scores by index. */
  readonly scores: ReadonlyMap<number, number>
  readonly problems: readonly string[]
}

function byFence(
  values: readonly number[],
  method: 'iqr' | 'zscore' | 'mad',
  limit: number,
): OutlierScores {
  const { low, high, unit } = fenceOf(values, method)
  if (unit === 0 && method !== 'iqr') {
    const zero = method === 'mad' ? 'the median deviation is 0' : 'all values are equal'
    return { lower: null, upper: null, scores: new Map(), problems: [`outliers: ${zero}`] }
  }
  const [lower, upper] = [low - limit * unit, high + limit * unit]
  const scores = new Map<number, number>()
  for (const [at, value] of values.entries())
    if (value < lower || value > upper) {
      const apart = value < lower ? low - value : value - high
      scores.set(at, unit === 0 ? apart : apart / unit)
    }
  const problems =
    unit === 0 ? ['score: the quartile range is 0, so scores are plain distances'] : []
  return { lower, upper, scores, problems }
}

/** 1 / 0.6745 median deviations equal a deviation of the normal distribution (NIST handbook). */
const MAD_FACTOR = 0.6745

function fenceOf(values: readonly number[], method: 'iqr' | 'zscore' | 'mad') {
  if (method === 'iqr') {
    const ordered = sorted(values)
    const [low, high] = [quantileIn(ordered, 0.25), quantileIn(ordered, 0.75)]
    return { low, high, unit: high - low }
  }
  if (method === 'mad') {
    const middle = median(values)
    const apart = median(values.map((value) => Math.abs(value - middle)))
    return { low: middle, high: middle, unit: apart / MAD_FACTOR }
  }
  const { mean, squares } = spreadOf(values)
  return { low: mean, high: mean, unit: Math.sqrt(squares / (values.length - 1)) }
}

/** Two-sided, for the most extreme remaining value, until none is significant. */
function byGrubbs(values: readonly number[], level: number): OutlierScores {
  if (level >= 1) throw badInput('threshold: must be below 1 with grubbs, as the level of a test')
  if (values.length > GRUBBS_MAX)
    throw badInput(`values: must have at most ${GRUBBS_MAX} numbers with grubbs`)
  const found = new Map<number, number>()
  const left = [...values.entries()]
  while (left.length > 2) {
    const { mean, squares } = spreadOf(left.map(([, value]) => value))
    const deviation = Math.sqrt(squares / (left.length - 1))
    if (deviation === 0) break
    let most = 0
    for (const [at, [, value]] of left.entries())
      if (Math.abs(value - mean) > Math.abs((left[most]?.[1] ?? 0) - mean)) most = at
    const [index, value] = left[most] ?? [0, 0]
    const score = Math.abs(value - mean) / deviation
    if (score <= grubbsLimit(left.length, level)) break
    found.set(index, score)
    left.splice(most, 1)
  }
  const scores = new Map([...found].toSorted(([a], [b]) => a - b))
  return { lower: null, upper: null, scores, problems: [] }
}

function grubbsLimit(n: number, level: number): number {
  const t = quantileOf(student(n - 2), level / (2 * n))
  return ((n - 1) / Math.sqrt(n)) * Math.sqrt((t * t) / (n - 2 + t * t))
}
