import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { bls } from '../../../../capabilities/upstreams/bls.ts'
import { monthBefore, toTenth, usFigures, valueIn } from './_us-figures.ts'

const YEAR = 12

const Month = z.object({
  month: z.string().describe('Month, YYYY-MM.'),
  indexLevel: z
    .number()
    .nullable()
    .describe('Index level: 1982-84 = 100, not seasonally adjusted.'),
  yoyPct: z
    .number()
    .nullable()
    .describe('Change against the same month of the previous year, from the unadjusted index.'),
  momPct: z
    .number()
    .nullable()
    .describe('Change against the previous month, seasonally adjusted; revised once a year.'),
  note: z.string().nullable().describe('Footnote, such as why a month has no figure.'),
})

export default defineTool({
  route: 'GET /api/cpi-yoy',
  name: 'US inflation',
  description: 'US consumer price inflation (CPI-U): index, monthly and yearly change, or core.',
  asks: [
    'US inflation over the last year, by month',
    'core CPI year over year by month',
    'how much did prices rise in America',
    'inflation rate in the US',
    'cost of living increase',
  ],
  price: '$0.002',
  uses: { bls },
  input: z.object({
    months: z.int().min(1).max(120).default(13).describe('Number of months, 1 to 120.'),
    core: z.boolean().default(false).describe('Whether to leave out food and energy.'),
  }),
  output: z.object({
    latest: Month.describe('The newest month that has a figure.'),
    points: z.array(Month).describe('Oldest first; null if there was no survey.'),
    core: z.boolean().describe('Whether food and energy are left out.'),
  }),
  examples: [
    {
      input: { months: 3 },
      at: '2025-12-20T00:00:00Z',
      output: {
        latest: { month: '2025-11', indexLevel: 324.122, yoyPct: 2.7, momPct: null, note: null },
        points: [
          { month: '2025-09', indexLevel: 324.8, yoyPct: 3, momPct: 0.3, note: null },
          {
            month: '2025-10',
            indexLevel: null,
            yoyPct: null,
            momPct: null,
            note: 'Data unavailable due to the 2025 lapse in appropriations.',
          },
          { month: '2025-11', indexLevel: 324.122, yoyPct: 2.7, momPct: null, note: null },
        ],
        core: false,
        source: 'US Bureau of Labor Statistics',
        asOf: '2025-12-20T00:00:00.000Z',
      },
    },
    { input: { core: true }, at: '2025-03-20T00:00:00Z' },
  ],

  async run({ months, core }, { bls, now }) {
    const figures = await usFigures(bls, now(), months + YEAR)
    const prices = figures(core ? 'corePrices' : 'prices')
    const adjusted = figures(core ? 'adjustedCorePrices' : 'adjustedPrices')
    const points = prices.slice(-months).map(({ period, value, note }) => ({
      month: period,
      indexLevel: value,
      yoyPct: changePct(value, valueIn(prices, monthBefore(period, YEAR))),
      momPct: changePct(valueIn(adjusted, period), valueIn(adjusted, monthBefore(period, 1))),
      note,
    }))
    const latest = points.findLast(({ indexLevel }) => indexLevel !== null)
    if (!latest) throw notFound('The BLS has no consumer prices for that time.')
    return { latest, points, core }
  },
})

const changePct = (value: number | null, before: number | null): number | null =>
  value === null || before === null || before === 0 ? null : toTenth((value / before - 1) * 100)
