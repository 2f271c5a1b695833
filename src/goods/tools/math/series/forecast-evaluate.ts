import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { mean } from '../../../../engines/numbers/moments.ts'
import { numbersField } from '../../../../engines/numbers/number-fields.ts'
import { fit, leastValues, type MethodName, METHODS, needsPeriod, NONE } from './_methods.ts'
import { squaresOf } from './_smoothing.ts'

const VALUES_MAX = 10_000
const TEST_MAX = 1_000
/** Most values read by all fits together; a fit of smoothing reads them some hundred times. */
const WORK_MAX = 1_000_000

export default defineTool({
  route: 'POST /api/forecast-evaluate',
  name: 'Forecast backtest',
  description:
    'Backtests forecasting methods on held-out values, one step at a time, by MAE, RMSE, MAPE and MASE.',
  asks: [
    'backtest forecasting methods on held out values',
    'compare forecast methods by mape and rmse',
    'which forecast method is best for my data',
  ],
  price: '$0.002',
  uses: {},
  place: 'thread',
  heavyField: 'testSize',
  input: z.object({
    values: numbersField(6, VALUES_MAX).describe('6 to 10000 numbers, oldest first.'),
    testSize: z
      .int()
      .min(1)
      .max(TEST_MAX)
      .describe('Number of last values to forecast one by one; times values at most 1000000.'),
    methods: z
      .array(z.enum(METHODS))
      .max(METHODS.length)
      .optional()
      .describe('Methods to test. Default: all that fit the data.'),
    period: z.int().min(2).max(1_000).optional().describe('Length of a season.'),
  }),
  output: z.object({
    results: z
      .array(
        z.object({
          method: z.string(),
          mae: z.number(),
          rmse: z.number(),
          mape: z
            .number()
            .nullable()
            .describe('Mean absolute percentage error, without values of 0.'),
          mapeLeftOut: z.int().describe('Number of values of 0 that mape leaves out.'),
          smape: z.number().nullable().describe('Symmetric percentage error, 0 to 200.'),
          mase: z
            .number()
            .nullable()
            .describe('Error relative to that of the (seasonal) naive method.'),
        }),
      )
      .describe('Smallest rmse first.'),
    best: z.string(),
  }),
  examples: [
    {
      input: {
        values: [10, 12, 13, 12, 15, 16, 18, 17],
        testSize: 2,
        methods: ['naive', 'drift'],
      },
      output: {
        results: [
          {
            method: 'naive',
            mae: 1.5,
            rmse: 1.5811388300841898,
            mape: 8.49673202614379,
            mapeLeftOut: 0,
            smape: 8.739495798319329,
            mase: 0.9375,
          },
          {
            method: 'drift',
            mae: 1.5666666666666664,
            rmse: 1.7441967269268166,
            mape: 9.084967320261436,
            mapeLeftOut: 0,
            smape: 8.694745621351124,
            mase: 0.9791666666666665,
          },
        ],
        best: 'naive',
      },
    },
  ],

  run({ values, testSize, methods, period }) {
    const training = values.length - testSize
    const names = chosen(methods, training, period ?? null)
    if (values.length * testSize * names.length > WORK_MAX)
      throw badInput('testSize: must be smaller for so many values and methods')
    const scale = naiveError(values.slice(0, training), period ?? 1)
    const results = names
      .map((name) => {
        const forecasts = values
          .slice(training)
          .map((_, at) =>
            fit(name, values.slice(0, training + at), { ...NONE, period: period ?? null }).ahead(1),
          )
        return { method: name, ...errorsOf(values.slice(training), forecasts, scale) }
      })
      .toSorted((a, b) => a.rmse - b.rmse)
    return { results, best: results[0]?.method ?? '' }
  },
})

function chosen(
  methods: readonly MethodName[] | undefined,
  training: number,
  period: number | null,
): readonly MethodName[] {
  const fits = (name: MethodName) =>
    training >= leastValues(name, period) && (period !== null || !needsPeriod(name))
  const wrong = methods?.find((name) => !fits(name))
  if (wrong !== undefined && needsPeriod(wrong) && period === null)
    throw badInput(`period: must be given for ${wrong}`)
  if (wrong !== undefined)
    throw badInput(`testSize: must leave ${leastValues(wrong, period)} values for ${wrong}`)
  const names = methods ?? METHODS.filter(fits)
  if (names.length === 0) throw badInput('testSize: must leave at least 2 values for training')
  return [...new Set(names)]
}

function naiveError(values: readonly number[], period: number): number | null {
  const errors = values.slice(period).map((value, at) => Math.abs(value - (values[at] ?? 0)))
  return errors.length === 0 ? null : mean(errors)
}

function errorsOf(actual: readonly number[], forecasts: readonly number[], scale: number | null) {
  const errors = actual.map((value, at) => value - (forecasts[at] ?? 0))
  const mae = mean(errors.map(Math.abs))
  const shares = actual.flatMap((value, at) =>
    value === 0 ? [] : [Math.abs((errors[at] ?? 0) / value) * 100],
  )
  const even = actual.map((value, at) => {
    const size = Math.abs(value) + Math.abs(forecasts[at] ?? 0)
    return size === 0 ? 0 : (200 * Math.abs(errors[at] ?? 0)) / size
  })
  return {
    mae,
    rmse: Math.sqrt(squaresOf(errors) / errors.length),
    mape: shares.length === 0 ? null : mean(shares),
    mapeLeftOut: actual.length - shares.length,
    smape: mean(even),
    mase: scale === null || scale === 0 ? null : mae / scale,
  }
}
