import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { median, quantileIn, sorted, spreadOf, sum } from '../../../../engines/numbers/moments.ts'
import { numbersField } from '../../../../engines/numbers/number-fields.ts'

const VALUES_MAX = 100_000
const HERE_MAX = 10_000
const PERCENTILES_MAX = 20

export default defineTool({
  route: 'POST /api/stats-summary',
  name: 'Descriptive statistics',
  description:
    'Full descriptive statistics of numbers: mean, median, standard deviation, quartiles, skewness, kurtosis, percentiles.',
  asks: [
    'average and standard deviation of a list',
    'describe a column of numbers like pandas',
    'average and median of my list',
    'describe my numbers',
    'spread and quartiles',
    'mean',
  ],
  price: '$0.001',
  uses: {},
  place: ({ values }) => (values.length > HERE_MAX ? 'thread' : 'here'),
  input: z.object({
    values: numbersField(1, VALUES_MAX).describe('1 to 100000 numbers.'),
    percentiles: z
      .array(z.number().min(0).max(100))
      .max(PERCENTILES_MAX)
      .default([])
      .describe('Up to 20 percentiles to add, each 0 to 100.'),
  }),
  output: z.object({
    count: z.int(),
    sum: z.number(),
    mean: z.number(),
    median: z.number(),
    mode: z.array(z.number()).describe('All values with the highest count; empty if none repeats.'),
    min: z.number(),
    max: z.number(),
    range: z.number(),
    variance: z.number().describe('Variance of a population: divided by n.'),
    stdDev: z.number().describe('Standard deviation of a population.'),
    sampleVariance: z.number().nullable().describe('Variance of a sample: divided by n - 1.'),
    sampleStdDev: z.number().nullable().describe('Standard deviation of a sample.'),
    standardError: z.number().nullable().describe('Standard error of the mean.'),
    skewness: z.number().nullable().describe('Skewness corrected for bias, from 3 values on.'),
    kurtosis: z
      .number()
      .nullable()
      .describe('Excess kurtosis corrected for bias, from 4 values on.'),
    quartiles: z.array(z.number()).describe('The three quartiles, linear between values (type 7).'),
    iqr: z.number().describe('Third quartile minus the first.'),
    mad: z.number().describe('Median absolute deviation from the median, not scaled.'),
    percentiles: z
      .record(z.string(), z.number())
      .describe('Value by percentile, for those requested.'),
    problems: z.array(z.string()).describe('Figures that are null, and the reason.'),
  }),
  examples: [
    {
      input: { values: [1, 2, 3, 4, 100], percentiles: [90] },
      output: {
        count: 5,
        sum: 110,
        mean: 22,
        median: 3,
        mode: [],
        min: 1,
        max: 100,
        range: 99,
        variance: 1522,
        stdDev: 39.01281840626232,
        sampleVariance: 1902.5,
        sampleStdDev: 43.617656975128774,
        standardError: 19.506409203131156,
        skewness: 2.232395911636458,
        kurtosis: 4.986865957200654,
        quartiles: [2, 3, 4],
        iqr: 2,
        mad: 1,
        percentiles: { '90': 61.60000000000001 },
        problems: [],
      },
    },
  ],

  run({ values, percentiles }) {
    const count = values.length
    const ordered = sorted(values)
    const [first = 0, middle = 0, third = 0] = [0.25, 0.5, 0.75].map((p) => quantileIn(ordered, p))
    const { mean, squares } = spreadOf(values)
    const sampleVariance = count > 1 ? squares / (count - 1) : null
    const sampleStdDev = sampleVariance === null ? null : Math.sqrt(sampleVariance)
    const [min = 0, max = 0] = [ordered[0], ordered.at(-1)]
    return {
      count,
      sum: sum(values),
      mean,
      median: middle,
      mode: modeOf(ordered),
      min,
      max,
      range: max - min,
      variance: squares / count,
      stdDev: Math.sqrt(squares / count),
      sampleVariance,
      sampleStdDev,
      standardError: sampleStdDev === null ? null : sampleStdDev / Math.sqrt(count),
      skewness: squares === 0 ? null : skewnessOf(values, mean, squares),
      kurtosis: squares === 0 ? null : kurtosisOf(values, mean, squares),
      quartiles: [first, middle, third],
      iqr: third - first,
      mad: median(values.map((value) => Math.abs(value - middle))),
      percentiles: Object.fromEntries(
        percentiles.map((percent) => [String(percent), quantileIn(ordered, percent / 100)]),
      ),
      problems: problemsOf(count, squares),
    }
  },
})

function problemsOf(count: number, squares: number): string[] {
  const problems: string[] = []
  if (count < 2)
    problems.push('sampleVariance, sampleStdDev, standardError: need at least 2 values')
  if (count < 3) problems.push('skewness: needs at least 3 values')
  if (count < 4) problems.push('kurtosis: needs at least 4 values')
  if (squares === 0 && count >= 3) problems.push('skewness, kurtosis: all values are equal')
  return problems
}

function modeOf(ordered: readonly number[]): number[] {
  let most = 1
  let modes: number[] = []
  for (let from = 0; from < ordered.length;) {
    let to = from + 1
    while (to < ordered.length && ordered[to] === ordered[from]) to += 1
    if (to - from > most) [most, modes] = [to - from, []]
    if (to - from === most && most > 1) modes.push(ordered[from] as number)
    from = to
  }
  return modes
}

const moment = (values: readonly number[], mean: number, power: number): number =>
  sum(values.map((value) => (value - mean) ** power)) / values.length

function skewnessOf(values: readonly number[], mean: number, squares: number): number | null {
  const n = values.length
  if (n < 3) return null
  const biased = moment(values, mean, 3) / (squares / n) ** 1.5
  return (biased * Math.sqrt(n * (n - 1))) / (n - 2)
}

function kurtosisOf(values: readonly number[], mean: number, squares: number): number | null {
  const n = values.length
  if (n < 4) return null
  const biased = moment(values, mean, 4) / (squares / n) ** 2
  return ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * biased - 3 * (n - 1))
}
