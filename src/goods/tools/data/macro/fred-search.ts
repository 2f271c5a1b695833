import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { searchText } from '../../../../base/lib/fields.ts'
import { fred } from '../../../../capabilities/upstreams/fred.ts'

export default defineTool({
  route: 'GET /api/fred-search',
  name: 'FRED series search',
  description: 'Find FRED economic series by words, the most popular first.',
  asks: [
    'which FRED series has housing starts',
    'search FRED for series on mortgage rates',
    'which series has house prices',
  ],
  price: '$0.002',
  uses: { fred },
  input: z.object({
    q: searchText(200).describe('Words such as housing starts, up to 200 characters.'),
    limit: z.int().min(1).max(100).default(10).describe('Most series, 1 to 100.'),
  }),
  output: z.object({
    series: z
      .array(
        z.object({
          seriesId: z.string().describe('Id for fred-series.'),
          title: z.string().describe('Title of the series.'),
          frequency: z.string().describe('How often it is published.'),
          units: z.string().describe('Units of its values.'),
          seasonalAdjustment: z.string().nullable().describe('Seasonal adjustment of the series.'),
          startDate: z.string().describe('First observation.'),
          endDate: z.string().describe('Last observation.'),
          popularity: z.number().nullable().describe('0 to 100, by FRED.'),
        }),
      )
      .describe('Series of all owners; fred-series may not pass on all of them.'),
    total: z.int().describe('Series that match.'),
  }),
  examples: [
    {
      input: { q: 'unemployment rate', limit: 1 },
      at: '2025-12-20T00:00:00Z',
      output: {
        series: [
          {
            seriesId: 'UNRATE',
            title: 'Unemployment Rate',
            frequency: 'Monthly',
            units: 'Percent',
            seasonalAdjustment: 'Seasonally Adjusted',
            startDate: '1948-01-01',
            endDate: '2025-11-01',
            popularity: 94,
          },
        ],
        total: 1,
        source: 'FRED, Federal Reserve Bank of St. Louis',
        asOf: '2025-12-20T00:00:00.000Z',
      },
    },
  ],

  async run({ q, limit }, { fred }) {
    const { count, seriess } = await fred.search(q, limit)
    const series = seriess.slice(0, limit).map((one) => ({
      seriesId: one.id,
      title: one.title,
      frequency: one.frequency,
      units: one.units,
      seasonalAdjustment: one.seasonal_adjustment || null,
      startDate: one.observation_start,
      endDate: one.observation_end,
      popularity: one.popularity ?? null,
    }))
    return { series, total: count }
  },
})
