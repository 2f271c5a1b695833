import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { fxRates } from '../../../../capabilities/upstreams/fx-rates.ts'
import {
  currencyField,
  currencyList,
  figuresOfRates,
  fxCrossCheck,
  originField,
} from './_currencies.ts'

export default defineTool({
  route: 'GET /api/fx-historical',
  name: 'Exchange rates of a day',
  description: 'Reference exchange rates of a currency against others on a past day.',
  asks: [
    'exchange rate of the dollar on 16 March 2020',
    'historical currency rate for a date',
    'what was the dollar worth on a past day',
    'exchange rate for my tax return',
  ],
  price: '$0.001',
  uses: { fxRates },
  input: z.object({
    from: currencyField().describe('Base currency, ISO 4217.'),
    to: currencyList().describe('Up to 30 currencies separated by commas, such as EUR,JPY.'),
    date: z.iso.date().describe('Day, YYYY-MM-DD; rates of the ECB begin in 1999.'),
    crossCheck: fxCrossCheck(),
  }),
  output: z.object({
    from: z.string().describe('Base currency.'),
    date: z.string().describe('Day in the request.'),
    rates: z
      .record(z.string(), z.number())
      .describe(
        'Units of each currency for one of the base; a currency that nobody quotes is left out.',
      ),
    rateDates: z
      .record(z.string(), z.string())
      .describe('Day of each rate: an earlier one if none was fixed on the given day.'),
    origin: originField(),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      input: { from: 'USD', to: 'EUR,JPY', date: '2025-01-05' },
      at: '2026-01-01T00:00:00Z',
      output: {
        from: 'USD',
        date: '2025-01-05',
        rates: { EUR: 0.97097, JPY: 157.04 },
        rateDates: { EUR: '2025-01-03', JPY: '2025-01-03' },
        origin: 'ECB',
        source: 'Frankfurter',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ from, to, date, crossCheck }, { fxRates, now }) {
    if (date > isoDay(now())) throw badInput('date: must not be after today')
    const { answer, checked } = await askSources(
      fxRates,
      (one) => one.rates({ base: from, quotes: to, date }),
      crossCheck && { figures: figuresOfRates },
    )
    const { rates, origin } = answer
    if (rates.length === 0) throw notFound(`There is no rate of ${from} on ${date}.`)
    return {
      from,
      date,
      rates: Object.fromEntries(rates.map(({ quote, rate }) => [quote, rate])),
      rateDates: Object.fromEntries(rates.map((rate) => [rate.quote, rate.date])),
      origin,
      ...checked,
    }
  },
})
