import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { percentOf } from '../../../../engines/numbers/number-fields.ts'
import { fred } from '../../../../capabilities/upstreams/fred.ts'

const NOTICE =
  'This product uses the FRED® API but is not endorsed or certified by the Federal Reserve Bank of St. Louis.'

const Value = z.object({ date: z.string().describe('First day of the period.'), value: z.number() })

export default defineTool({
  route: 'GET /api/fred-series',
  name: 'FRED series',
  description:
    'Observations of a FRED economic series that its owner allows to be passed on, with units.',
  asks: [
    'FRED data for UNRATE since 2024',
    'observations and units of one FRED series by its id',
    'GDP of the US over time',
    'economic time series',
  ],
  price: '$0.003',
  uses: { fred },
  input: z.object({
    seriesId: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_.-]{1,60}$/, { error: 'must be an id such as UNRATE' })
      .transform((id) => id.toUpperCase())
      .describe('Id of the series, such as UNRATE.'),
    startDate: z.iso.date().optional().describe('No observations before this day (YYYY-MM-DD).'),
    endDate: z.iso.date().optional().describe('No observations after this day.'),
    limit: z
      .int()
      .min(1)
      .max(5_000)
      .default(500)
      .describe('Most observations, 1 to 5000; the last ones are kept.'),
  }),
  output: z.object({
    seriesId: z.string().describe('Id of the series.'),
    title: z.string().describe('Title of the series.'),
    units: z.string().describe('Units of every value.'),
    frequency: z.string().describe('How often it is published.'),
    seasonalAdjustment: z.string().nullable().describe('Whether it is seasonally adjusted.'),
    lastUpdated: z.string().nullable().describe('When FRED last changed it.'),
    copyright: z.string().nullable().describe('What FRED says about the rights in it.'),
    observations: z
      .array(
        z.object({
          date: z.string().describe('First day of the period.'),
          value: z.number().nullable().describe('Value; null if there is none.'),
        }),
      )
      .describe('Oldest first, as last revised.'),
    latest: Value.nullable().describe('Last observation with a value.'),
    changePct: z
      .number()
      .nullable()
      .describe('Change from the first to the last value, in percent of the first.'),
    count: z.int().describe('Observations in this answer.'),
    total: z.int().describe('Number of observations in that time.'),
    notice: z.string().describe('Notice that the terms of FRED demand.'),
  }),
  examples: [
    {
      input: { seriesId: 'UNRATE', startDate: '2025-09-01' },
      at: '2025-12-20T00:00:00Z',
      output: {
        seriesId: 'UNRATE',
        title: 'Unemployment Rate',
        units: 'Percent',
        frequency: 'Monthly',
        seasonalAdjustment: 'Seasonally Adjusted',
        lastUpdated: '2025-12-16 08:04:12-06',
        copyright: 'public domain: citation requested',
        observations: [
          { date: '2025-09-01', value: 4.4 },
          { date: '2025-10-01', value: null },
          { date: '2025-11-01', value: 4.6 },
        ],
        latest: { date: '2025-11-01', value: 4.6 },
        changePct: 4.54545454545,
        count: 3,
        total: 3,
        notice: NOTICE,
        source: 'FRED, Federal Reserve Bank of St. Louis',
        asOf: '2025-12-20T00:00:00.000Z',
      },
    },
  ],

  async run({ seriesId, startDate, endDate, limit }, { fred }) {
    if (startDate !== undefined && endDate !== undefined && startDate > endDate)
      throw badInput('startDate: must not be after endDate')
    const [series, copyright] = await Promise.all([fred.series(seriesId), fred.copyright(seriesId)])
    if (copyright !== null && /pre-approval/i.test(copyright))
      throw notFound(`The owner of ${seriesId} does not allow it to be passed on: ${copyright}.`)
    const asked = { id: seriesId, from: startDate, to: endDate, most: limit }
    const { total, points } = await fred.observations(asked)
    const observations = points.toReversed()
    const known = observations.flatMap(({ date, value }) => (value === null ? [] : { date, value }))
    const [first, last] = [known[0], known.at(-1)]
    return {
      seriesId,
      title: series.title,
      units: series.units,
      frequency: series.frequency,
      seasonalAdjustment: series.seasonal_adjustment || null,
      lastUpdated: series.last_updated || null,
      copyright,
      observations,
      latest: last ?? null,
      changePct: first && last && first.value > 0 ? percentOf(last.value / first.value - 1) : null,
      count: observations.length,
      total,
      notice: NOTICE,
    }
  },
})
