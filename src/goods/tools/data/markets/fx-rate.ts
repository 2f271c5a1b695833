import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { tidy } from '../../../../engines/numbers/number-fields.ts'
import { fxRates } from '../../../../capabilities/upstreams/fx-rates.ts'
import { currencyField, figuresOfRates, fxCrossCheck, originField } from './_currencies.ts'

export default defineTool({
  route: 'GET /api/fx-rate',
  name: 'Exchange rate',
  description: 'Latest reference exchange rate between two currencies, and a converted amount.',
  asks: [
    'convert 100 dollars to euros',
    'latest exchange rate between two currencies',
    'how many pesos is 100 dollars',
    'convert money for my trip',
    'pounds to rupees',
    'what is a yen worth',
  ],
  price: '$0.001',
  uses: { fxRates },
  input: z.object({
    from: currencyField().describe('Currency to convert from, ISO 4217.'),
    to: currencyField().describe('Currency to convert to, ISO 4217.'),
    amount: z.number().min(-1e15).max(1e15).default(1).describe('Amount of `from`.'),
    crossCheck: fxCrossCheck(),
  }),
  output: z.object({
    from: z.string().describe('Currency.'),
    to: z.string().describe('Currency.'),
    rate: z.number().describe('Units of `to` for one of `from`. Banks trade at other prices.'),
    amount: z.number().describe('Amount of `from`.'),
    converted: z.number().describe('Amount of `to`, not rounded to its smallest coin.'),
    date: z.string().describe('Day of the rate, which is fixed once per working day.'),
    origin: originField(),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      input: { from: 'USD', to: 'EUR', amount: 100 },
      at: '2026-01-01T00:00:00Z',
      output: {
        from: 'USD',
        to: 'EUR',
        rate: 0.85106,
        amount: 100,
        converted: 85.106,
        date: '2025-12-31',
        origin: 'ECB',
        source: 'Frankfurter',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ from, to, amount, crossCheck }, { fxRates }) {
    const { answer, checked } = await askSources(
      fxRates,
      (one) => one.rates({ base: from, quotes: [to] }),
      crossCheck && { figures: figuresOfRates },
    )
    const { rates, origin } = answer
    const last = rates.at(-1)
    if (!last) throw notFound(`There is no rate from ${from} to ${to}.`)
    const { rate, date } = last
    return { from, to, rate, amount, converted: tidy(amount * rate), date, origin, ...checked }
  },
})
