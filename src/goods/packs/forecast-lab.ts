import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { countText, numberList, numbersIn } from './_values.ts'

export default definePack({
  title: 'Forecast lab',
  tagline: 'A series described, its outliers and regimes found, backtested and forecast.',
  asks: [
    'forecast lab: outliers, regimes, backtest and forecast of a series',
    'describe, clean, backtest and forecast a series at once',
    'predict my numbers',
  ],
  input: z.object({
    values: numberList(10, 5_000).describe(
      '10 to 5000 numbers, the oldest first, with commas or spaces between them.',
    ),
    horizon: countText('Steps to forecast; the last so many are also held back to test.'),
  }),
  steps: [
    { tool: 'stats-summary', input: ({ values }) => ({ values: numbersIn(values) }) },
    { tool: 'outliers', input: ({ values }) => ({ values: numbersIn(values) }) },
    { tool: 'changepoints', input: ({ values }) => ({ values: numbersIn(values) }) },
    {
      tool: 'forecast-evaluate',
      input: ({ values, horizon }) => ({ values: numbersIn(values), testSize: Number(horizon) }),
    },
    {
      tool: 'forecast',
      input: ({ values, horizon }) => ({ values: numbersIn(values), horizon: Number(horizon) }),
    },
  ],
  examples: [{ input: { values: '10,12,13,12,14,16,15,17,18,17,19,21', horizon: '2' } }],
})
