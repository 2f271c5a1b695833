import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { percentOf, tidy } from '../../../../engines/numbers/number-fields.ts'
import { fxRates } from '../../../../capabilities/upstreams/fx-rates.ts'
import { currencyField, figuresOfRates, fxCrossCheck, originField } from './_currencies.ts'

/** Fifty years of days take some hundred kilobytes. */
const DAYS_MAX = 20_000

export default defineTool({
  route: 'GET /api/fx-timeseries',
  name: 'Exchange rate history',
  description: 'Exchange rate series of two currencies between two dates, with range and change.',
  asks: [
    'exchange rate of the euro against the dollar between two dates',
    'series of an exchange rate with its range and change',
    'how did the euro move against the dollar',
    'chart of an exchange rate',
  ],
  price: '$0.003',
  uses: { fxRates },
  input: z.object({
    from: currencyField().describe('Base currency, ISO 4217.'),
    to: currencyField().describe('Quoted currency, ISO 4217.'),
    startDate: z.iso.date().describe('First day, YYYY-MM-DD.'),
    endDate: z.iso.date().optional().describe('Last day; default: today.'),
    group: z
      .enum(['day', 'week', 'month'])
      .default('day')
      .describe('Length of a step: one rate per day, week or month.'),
    crossCheck: fxCrossCheck(),
  }),
  output: z.object({
    from: z.string().describe('Base currency.'),
    to: z.string().describe('Quoted currency.'),
    points: z
      .array(
        z.object({
          date: z.string().describe('Day, or the day that names a week or month.'),
          rate: z.number().describe('Units of `to` for one of `from`.'),
        }),
      )
      .describe('Oldest first; days without a fixing are left out.'),
    min: z.number().describe('Least rate.'),
    max: z.number().describe('Greatest rate.'),
    mean: z.number().describe('Mean of the rates.'),
    changePct: z
      .number()
      .nullable()
      .describe('Change from the first to the last rate, in percent.'),
    origin: originField(),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      input: { from: 'EUR', to: 'USD', startDate: '2025-01-01', endDate: '2025-01-05' },
      at: '2026-01-01T00:00:00Z',
      output: {
        from: 'EUR',
        to: 'USD',
        points: [
          { date: '2025-01-02', rate: 1.0321 },
          { date: '2025-01-03', rate: 1.0299 },
        ],
        min: 1.0299,
        max: 1.0321,
        mean: 1.031,
        changePct: -0.213157639764,
        origin: 'ECB',
        source: 'Frankfurter',
        asOf: '2026-01-01T00:00:00.000Z',
      },
    },
  ],

  async run({ from, to, startDate, endDate, group, crossCheck }, { fxRates, now }) {
    const last = endDate ?? isoDay(now())
    if (startDate > last) throw badInput('startDate: must not be after endDate')
    if (Date.parse(last) - Date.parse(startDate) > DAYS_MAX * DAY_MS)
      throw badInput(`startDate: must be at most ${DAYS_MAX} days before endDate`)
    const query = {
      base: from,
      quotes: [to],
      from: startDate,
      to: last,
      group: group === 'day' ? undefined : group,
    }
    const { answer, checked } = await askSources(
      fxRates,
      (one) => one.rates(query),
      crossCheck && { figures: figuresOfRates },
    )
    const { rates, origin } = answer
    const points = rates.map(({ date, rate }) => ({ date, rate }))
    const [first, end] = [points[0], points.at(-1)]
    if (!first || !end) throw notFound(`There is no rate from ${from} to ${to} in that time.`)
    const { least, most, sum } = points.reduce(
      (so, { rate }) => ({
        least: Math.min(so.least, rate),
        most: Math.max(so.most, rate),
        sum: so.sum + rate,
      }),
      { least: Infinity, most: 0, sum: 0 },
    )
    return {
      from,
      to,
      points,
      min: least,
      max: most,
      mean: tidy(sum / points.length),
      changePct: percentOf(end.rate / first.rate - 1),
      origin,
      ...checked,
    }
  },
})
