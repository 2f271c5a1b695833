import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { mean, spreadOf, sum } from '../../../../engines/numbers/moments.ts'
import { numbersField } from '../../../../engines/numbers/number-fields.ts'

const VALUES_MAX = 10_000

export default defineTool({
  route: 'POST /api/decompose',
  name: 'Seasonal decomposition',
  description:
    'Splits a time series into trend, seasonal pattern and remainder, additive or multiplicative.',
  asks: [
    'seasonal decomposition of a time series',
    'trend and seasonal pattern of a series',
    'remove the season from sales figures',
    'trend without seasonal effects',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    values: numbersField(4, VALUES_MAX).describe('At least two periods, at most 10000 numbers.'),
    period: z.int().min(2).max(1_000).describe('Number of values in a season, such as 12 or 7.'),
    model: z
      .enum(['additive', 'multiplicative'])
      .default('additive')
      .describe('Model; multiplicative needs values above 0.'),
  }),
  output: z.object({
    trend: z.array(z.number().nullable()).describe('Centred moving average; null at the ends.'),
    seasonal: z
      .array(z.number())
      .describe('Seasonal part of each value: an amount to add, or a factor.'),
    residual: z.array(z.number().nullable()),
    seasonalStrength: z.number().nullable().describe('Strength of the season, 0 to 1.'),
    trendStrength: z.number().nullable().describe('Strength of the trend, 0 to 1.'),
  }),
  examples: [
    {
      input: { values: [1, 3, 2, 4, 3, 5, 4, 6], period: 2 },
      output: {
        trend: [null, 2.25, 2.75, 3.25, 3.75, 4.25, 4.75, null],
        seasonal: [-0.75, 0.75, -0.75, 0.75, -0.75, 0.75, -0.75, 0.75],
        residual: [null, 0, 0, 0, 0, 0, 0, null],
        seasonalStrength: 1,
        trendStrength: 1,
      },
    },
  ],

  run({ values, period, model }) {
    if (values.length < 2 * period)
      throw badInput(`values: must hold at least two periods, ${2 * period} numbers`)
    const isFactor = model === 'multiplicative'
    if (isFactor && values.some((value) => value <= 0))
      throw badInput('values: must be above 0 for multiplicative')
    const without = (value: number, part: number) => (isFactor ? value / part : value - part)
    const trend = movingAverage(values, period)
    const pattern = patternOf(values, trend, period, isFactor)
    const seasonal = values.map((_, at) => pattern[at % period] ?? 0)
    const residual = trend.map((level, at) =>
      level === null ? null : without(without(values[at] ?? 0, level), seasonal[at] ?? 0),
    )
    const inside = [...trend.keys()].filter((at) => trend[at] !== null)
    return {
      trend,
      seasonal,
      residual,
      seasonalStrength: strengthOf(inside, residual, seasonal, isFactor),
      trendStrength: strengthOf(inside, residual, trend, isFactor),
    }
  },
})

type Component = readonly (number | null)[]

/** Over one period; for an even one, the two ends count half. */
function movingAverage(values: readonly number[], period: number): (number | null)[] {
  const half = Math.floor(period / 2)
  const isEven = period % 2 === 0
  return values.map((_, at) => {
    if (at < half || at + half >= values.length) return null
    const window = values.slice(at - half, at + half + 1)
    if (!isEven) return mean(window)
    return (sum(window) - ((window[0] ?? 0) + (window.at(-1) ?? 0)) / 2) / period
  })
}

/** Means by position in the period; they sum to 0, or average 1. */
function patternOf(
  values: readonly number[],
  trend: Component,
  period: number,
  isFactor: boolean,
): number[] {
  const means = Array.from({ length: period }, (_, place) => {
    const apart = values.flatMap((value, at) => {
      const level = trend[at]
      if (at % period !== place || level === null || level === undefined) return []
      return [isFactor ? value / level : value - level]
    })
    return apart.length === 0 ? (isFactor ? 1 : 0) : mean(apart)
  })
  const centre = mean(means)
  return means.map((value) => (isFactor ? value / centre : value - centre))
}

/** 1 - var(residual) / var(residual and part), at least 0. */
function strengthOf(
  inside: readonly number[],
  residual: Component,
  part: Component,
  isFactor: boolean,
): number | null {
  const left = inside.map((at) => residual[at] ?? 0)
  const both = inside.map((at) => {
    const [one, other] = [residual[at] ?? 0, part[at] ?? 0]
    return isFactor ? one * other : one + other
  })
  const whole = spreadOf(both).squares
  return whole === 0 ? null : Math.max(0, 1 - spreadOf(left).squares / whole)
}
