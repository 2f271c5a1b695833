import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { seriesAt } from './_values.ts'

const currency = (what: string) =>
  z
    .string()
    .regex(/^[A-Za-z]{3}$/, { error: 'must be a currency such as EUR' })
    .describe(what)

export default definePack({
  title: 'FX desk',
  tagline: 'A currency pair now, its path, its risk and a plain forecast.',
  asks: [
    'currency pair with its history, volatility and a forecast',
    'FX desk: rate, path, risk and forecast of a pair',
  ],
  input: z.object({
    from: currency('Base currency, ISO 4217.'),
    to: currency('Quoted currency, ISO 4217.'),
    startDate: z.iso.date().describe('First day of the path, YYYY-MM-DD.'),
  }),
  steps: [
    { tool: 'fx-rate', input: ({ from, to }) => ({ from, to }) },
    {
      tool: 'fx-timeseries',
      input: ({ from, to, startDate }) => ({ from, to, startDate }),
    },
    {
      tool: 'return-metrics',
      after: ['fx-timeseries'],
      input(_given, results) {
        const prices = seriesAt(results['fx-timeseries'], 'points', 'rate', 3)
        return prices && { prices }
      },
    },
    {
      tool: 'forecast',
      after: ['fx-timeseries'],
      input(_given, results) {
        const values = seriesAt(results['fx-timeseries'], 'points', 'rate', 3)
        return values && { values, horizon: 5 }
      },
    },
  ],
  examples: [
    {
      input: { from: 'EUR', to: 'USD', startDate: '2025-01-01' },
      at: '2026-01-03T12:00:00Z',
    },
  ],
})
