import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { frequencyOf, latestOf } from '../../../../engines/numbers/series.ts'
import { bls } from '../../../../capabilities/upstreams/bls.ts'

const SERIES_MAX = 10
const YEARS_MAX = 20
const YEARS_DEFAULT = 3

const year = () => z.int().min(1913).max(2100)

const Point = z.object({
  period: z.string().describe('Period: YYYY-MM, YYYY-Q1, YYYY-S1 or YYYY.'),
  value: z.number().nullable().describe('Value; null if none was published.'),
  preliminary: z.boolean().describe('Whether it may still be revised.'),
  note: z.string().nullable().describe('Footnote.'),
})

export default defineTool({
  route: 'POST /api/bls-series',
  name: 'BLS series',
  description:
    'Any series of the US Bureau of Labor Statistics by its id: payrolls, wages, prices, hours.',
  asks: [
    'nonfarm payrolls by month',
    'data of a labor statistics series id such as CES0000000001',
    'US payrolls or wages',
    'consumer price series by id',
  ],
  price: '$0.003',
  uses: { bls },
  input: z.object({
    seriesIds: z
      .array(
        z
          .string()
          .trim()
          .transform((id) => id.toUpperCase())
          .pipe(
            z
              .string()
              .regex(/^[A-Z0-9_#-]{5,30}$/, { error: 'must be an id such as CES0000000001' }),
          ),
      )
      .min(1)
      .max(SERIES_MAX)
      .describe('1 to 10 ids of series, such as CES0000000001.'),
    startYear: year().optional().describe('First year. Default: two years before the last.'),
    endYear: year().optional().describe('Last year; default: this year.'),
  }),
  output: z.object({
    series: z
      .array(
        z.object({
          seriesId: z
            .string()
            .describe('Id of the series, which also defines unit and seasonal adjustment.'),
          frequency: z
            .string()
            .nullable()
            .describe('Frequency: monthly, quarterly, half-yearly or yearly.'),
          points: z.array(Point).describe('Oldest first; averages of years are left out.'),
          latest: Point.nullable().describe('Last observation with a value.'),
        }),
      )
      .describe('Series in the order of the ids; without points if the BLS does not know the id.'),
    count: z.int().describe('Series that have points.'),
  }),
  examples: [
    {
      input: { seriesIds: ['CES0000000001'] },
      at: '2025-12-20T00:00:00Z',
      output: {
        series: [
          {
            seriesId: 'CES0000000001',
            frequency: 'monthly',
            points: [
              { period: '2025-10', value: 159_488, preliminary: false, note: null },
              { period: '2025-11', value: 159_552, preliminary: true, note: 'preliminary' },
            ],
            latest: { period: '2025-11', value: 159_552, preliminary: true, note: 'preliminary' },
          },
        ],
        count: 1,
        source: 'US Bureau of Labor Statistics',
        asOf: '2025-12-20T00:00:00.000Z',
      },
    },
  ],

  async run({ seriesIds, startYear, endYear }, { bls, now }) {
    const to = endYear ?? Number(isoDay(now()).slice(0, 4))
    const from = startYear ?? to - YEARS_DEFAULT + 1
    if (from > to) throw badInput('startYear: must not be after endYear')
    if (to - from >= YEARS_MAX)
      throw badInput(`startYear: must be less than ${YEARS_MAX} years before endYear`)
    const found = await bls.series([...new Set(seriesIds)], from, to)
    const series = found.map(({ id, points }) => ({
      seriesId: id,
      frequency: frequencyOf(points[0]?.period),
      points,
      latest: latestOf(points),
    }))
    return { series, count: series.filter(({ points }) => points.length > 0).length }
  },
})
