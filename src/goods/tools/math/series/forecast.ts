import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { numbersField } from '../../../../engines/numbers/number-fields.ts'
import { normalQuantile } from '../../../../engines/numbers/special/normal.ts'
import {
  criterionOf,
  fit,
  type Fitted,
  leastValues,
  type MethodName,
  METHODS,
  needsPeriod,
  residualsOf,
  type MethodSettings,
} from './_methods.ts'
import { squaresOf } from './_smoothing.ts'

const VALUES_MAX = 10_000
const HORIZON_MAX = 365

const weightField = () => z.number().min(0).max(1).optional()

export default defineTool({
  route: 'POST /api/forecast',
  name: 'Forecast',
  description:
    'Forecasts a time series by naive, drift, exponential smoothing, Holt-Winters or theta, best one on request, with intervals.',
  asks: [
    'forecast a time series with holt winters',
    'exponential smoothing forecast with intervals',
    'how much will we sell next month',
    'predict the next values',
    'where is the trend going',
    'expected demand',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  input: z.object({
    values: numbersField(3, VALUES_MAX).describe('3 to 10000 numbers, oldest first.'),
    horizon: z.int().min(1).max(HORIZON_MAX).describe('Steps to forecast, 1 to 365.'),
    method: z
      .enum(['auto', ...METHODS])
      .default('auto')
      .describe('Method; auto takes the one with the lowest AICc among those that fit.'),
    period: z
      .int()
      .min(2)
      .max(1_000)
      .optional()
      .describe('Length of a season, such as 12; for seasonal-naive and holt-winters.'),
    levelPct: z
      .number()
      .min(50)
      .max(99.9)
      .default(95)
      .describe('Level of the intervals in percent, 50 to 99.9.'),
    alpha: weightField().describe('Weight of the level, 0 to 1. Default: fitted.'),
    beta: weightField().describe('Weight of the slope relative to that of the level, 0 to 1.'),
    gamma: weightField().describe('Weight of the season, 0 to 1.'),
  }),
  output: z.object({
    forecast: z.array(z.number()),
    lower: z.array(z.number()),
    upper: z.array(z.number()),
    method: z.string(),
    fitted: z
      .array(z.number().nullable())
      .describe('One step ahead; null while the method has too few values.'),
    rmse: z.number().describe('Root mean square error of the fitted values.'),
    parameters: z.record(z.string(), z.number()),
  }),
  examples: [
    {
      input: { values: [10, 12, 13, 12, 15, 16], horizon: 3, method: 'drift' },
      output: {
        forecast: [17.2, 18.4, 19.6],
        lower: [14.35163888713071, 14.049056531235939, 13.90327777426142],
        upper: [20.04836111286929, 22.750943468764056, 25.296722225738584],
        method: 'drift',
        fitted: [null, 11.2, 13.2, 14.2, 13.2, 16.2],
        rmse: 1.3266499161421599,
        parameters: { slope: 1.2 },
      },
    },
    { input: { values: [10, 12, 13, 12, 15, 16], horizon: 3 } },
    {
      input: {
        values: [10, 20, 30, 11, 22, 33, 12, 24, 36],
        horizon: 3,
        method: 'holt-winters',
        period: 3,
      },
    },
  ],

  run({ values, horizon, method, levelPct, period, alpha, beta, gamma }) {
    const wanted: MethodSettings = {
      period: period ?? null,
      alpha: alpha ?? null,
      beta: beta ?? null,
      gamma: gamma ?? null,
    }
    const chosen = method === 'auto' ? best(values, wanted) : fitNamed(method, values, wanted)
    const residuals = residualsOf(values, chosen.fit)
    const rmse = Math.sqrt(squaresOf(residuals) / residuals.length)
    const reach = -normalQuantile((1 - levelPct / 100) / 2) * rmse
    const steps = Array.from({ length: horizon }, (_, at) => at + 1)
    const forecast = steps.map((step) => chosen.fit.ahead(step))
    const bands = steps.map((step) => reach * Math.sqrt(chosen.fit.spread(step)))
    return {
      forecast,
      lower: forecast.map((value, at) => value - (bands[at] ?? 0)),
      upper: forecast.map((value, at) => value + (bands[at] ?? 0)),
      method: chosen.name,
      fitted: [...chosen.fit.fitted],
      rmse,
      parameters: { ...chosen.fit.parameters },
    }
  },
})

const fitNamed = (name: MethodName, values: readonly number[], wanted: MethodSettings) => ({
  name,
  fit: fit(name, values, wanted),
})

function best(
  values: readonly number[],
  wanted: MethodSettings,
): { name: MethodName; fit: Fitted } {
  const fits = METHODS.filter(
    (name) =>
      values.length >= leastValues(name, wanted.period) &&
      (wanted.period !== null || !needsPeriod(name)),
  )
    .map((name) => fitNamed(name, values, wanted))
    .map((one) => {
      const residuals = residualsOf(values, one.fit)
      // Per value, so that methods with fewer fitted values are comparable.
      const worth = criterionOf(residuals, one.fit.parameterCount) / residuals.length
      return { ...one, worth }
    })
    .toSorted((a, b) => a.worth - b.worth)
  const [first] = fits
  if (first === undefined) throw badInput('values: must be more for any method')
  return first
}
