import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { bls } from '../../../../capabilities/upstreams/bls.ts'
import { monthBefore, toTenth, usFigures, valueIn } from './_us-figures.ts'

const YEAR = 12

const Month = z.object({
  month: z.string().describe('Month, YYYY-MM.'),
  ratePct: z.number().nullable().describe('Percent of the labour force, seasonally adjusted.'),
  note: z.string().nullable().describe('Footnote, such as why a month has no figure.'),
})

export default defineTool({
  route: 'GET /api/unemployment-rate',
  name: 'US unemployment rate',
  description: 'US unemployment rate (U-3) by month, with its low and change over a year.',
  asks: [
    'how high is unemployment in the US now',
    'US unemployment rate month by month',
    'how many Americans are out of work',
    'jobless rate',
  ],
  price: '$0.002',
  uses: { bls },
  input: z.object({
    months: z.int().min(1).max(120).default(13).describe('Number of months, 1 to 120.'),
  }),
  output: z.object({
    latest: Month.describe('The newest month that has a figure.'),
    points: z.array(Month).describe('Oldest first; null if there was no survey.'),
    low12mPct: z.number().describe('Lowest rate of the last twelve months.'),
    change12mPct: z
      .number()
      .nullable()
      .describe('Change in percentage points against the same month of the previous year.'),
  }),
  examples: [
    {
      input: { months: 2 },
      at: '2025-12-20T00:00:00Z',
      output: {
        latest: { month: '2025-11', ratePct: 4.6, note: null },
        points: [
          {
            month: '2025-10',
            ratePct: null,
            note: 'Data unavailable due to the 2025 lapse in appropriations.',
          },
          { month: '2025-11', ratePct: 4.6, note: null },
        ],
        low12mPct: 4,
        change12mPct: 0.4,
        source: 'US Bureau of Labor Statistics',
        asOf: '2025-12-20T00:00:00.000Z',
      },
    },
  ],

  async run({ months }, { bls, now }) {
    const rates = (await usFigures(bls, now(), months + YEAR))('unemployment')
    const points = rates
      .slice(-months)
      .map(({ period, value, note }) => ({ month: period, ratePct: value, note }))
    const last = rates.findLast(({ value }) => value !== null)
    if (!last || last.value === null)
      throw notFound('The BLS has no unemployment rate for that time.')
    const { period, value, note } = last
    const before = valueIn(rates, monthBefore(period, YEAR))
    const since = monthBefore(period, YEAR - 1)
    const year = rates.flatMap((one) =>
      one.value !== null && one.period >= since && one.period <= period ? one.value : [],
    )
    return {
      latest: { month: period, ratePct: value, note },
      points,
      low12mPct: Math.min(...year),
      change12mPct: before === null ? null : toTenth(value - before),
    }
  },
})
