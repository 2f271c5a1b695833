import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { chiSquare } from '../../../../engines/numbers/distributions/continuous.ts'
import { mean } from '../../../../engines/numbers/moments.ts'
import { numbersField } from '../../../../engines/numbers/number-fields.ts'

const VALUES_MAX = 20_000
const LAG_MAX = 500
const LJUNG_LAGS = 10

export default defineTool({
  route: 'POST /api/autocorrelation',
  name: 'Autocorrelation',
  description:
    'Autocorrelation and partial autocorrelation of a time series, its likely season length and the Ljung-Box test.',
  asks: [
    'partial autocorrelation of a time series',
    'ljung box test and acf of a series',
    'is there a weekly rhythm in my numbers',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    values: numbersField(4, VALUES_MAX).describe('4 to 20000 numbers, evenly spaced in time.'),
    maxLag: z
      .int()
      .min(1)
      .max(LAG_MAX)
      .default(20)
      .describe('Largest lag, 1 to 500; at most one less than the number of values.'),
  }),
  output: z.object({
    acf: z.array(z.number()).describe('From lag 0, which is 1; divided by n.'),
    pacf: z.array(z.number().nullable()).describe('From lag 0, by Durbin and Levinson.'),
    significantLags: z.array(z.int()).describe('Lags beyond 1.96 / sqrt(n).'),
    likelyPeriod: z.int().nullable().describe('Lag of the highest significant peak of acf.'),
    ljungBoxP: z
      .number()
      .describe('p-value; a small one means that the values are not independent.'),
    ljungBoxLags: z.int(),
  }),
  examples: [
    {
      input: { values: [1, 3, 1, 3, 1, 3, 1, 3], maxLag: 3 },
      output: {
        acf: [1, -0.875, 0.75, -0.625],
        pacf: [1, -0.875, -0.06666666666666667, 0.07142857142857117],
        significantLags: [1, 2],
        likelyPeriod: 2,
        ljungBoxP: 0.0030960205499590138,
        ljungBoxLags: 1,
      },
    },
  ],

  run({ values, maxLag }) {
    const n = values.length
    const centre = mean(values)
    const apart = Float64Array.from(values, (value) => value - centre)
    const product = (lag: number): number => {
      let total = 0
      for (let at = lag; at < n; at += 1) total += (apart[at] ?? 0) * (apart[at - lag] ?? 0)
      return total
    }
    const whole = product(0)
    if (whole === 0) throw badInput('values: must vary; all are equal')
    const lags = Math.min(maxLag, n - 1)
    const acf = Array.from({ length: lags + 1 }, (_, lag) => product(lag) / whole)
    const limit = 1.96 / Math.sqrt(n)
    const ljungBoxLags = Math.max(1, Math.min(LJUNG_LAGS, Math.floor(n / 5)))
    let statistic = 0
    for (let lag = 1; lag <= ljungBoxLags; lag += 1)
      statistic += (product(lag) / whole) ** 2 / (n - lag)
    return {
      acf,
      pacf: partial(acf),
      significantLags: [...acf.keys()].filter((lag) => lag > 0 && Math.abs(acf[lag] ?? 0) > limit),
      likelyPeriod: peakOf(acf, limit),
      ljungBoxP: chiSquare(ljungBoxLags).above(n * (n + 2) * statistic),
      ljungBoxLags,
    }
  },
})

/** Null from the lag on that explains the whole series. */
function partial(acf: readonly number[]): (number | null)[] {
  const result: (number | null)[] = [1]
  let weights: number[] = []
  let left = 1
  for (let lag = 1; lag < acf.length; lag += 1) {
    const told = weights.reduce((sum, weight, at) => sum + weight * (acf[lag - 1 - at] ?? 0), 0)
    const next = left <= 1e-14 ? null : ((acf[lag] ?? 0) - told) / left
    result.push(next)
    if (next === null) continue
    weights = [...weights.map((weight, at) => weight - next * (weights.at(-1 - at) ?? 0)), next]
    left *= 1 - next * next
  }
  return result
}

/** The highest local peak from lag 2 on. */
function peakOf(acf: readonly number[], limit: number): number | null {
  const peaks = [...acf.keys()].filter(
    (lag) =>
      lag >= 2 &&
      lag < acf.length - 1 &&
      (acf[lag] ?? 0) > limit &&
      (acf[lag] ?? 0) > (acf[lag - 1] ?? 0) &&
      (acf[lag] ?? 0) >= (acf[lag + 1] ?? 0),
  )
  return peaks.toSorted((a, b) => (acf[b] ?? 0) - (acf[a] ?? 0))[0] ?? null
}
