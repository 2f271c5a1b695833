import { z } from 'zod'
import { notFound } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { imf } from '../../../../capabilities/upstreams/imf.ts'

const Point = z.object({
  year: z.int().describe('Year.'),
  value: z.number().nullable().describe('Value, in the unit of the indicator.'),
  forecast: z.boolean().describe('Whether it is an IMF estimate, as for this year and later ones.'),
})

export default defineTool({
  route: 'GET /api/imf-indicator',
  name: 'IMF outlook',
  description: 'IMF outlook values with forecasts for a country, such as growth or debt ratio.',
  asks: [
    'GDP growth forecast of the IMF',
    'government debt ratio expected in coming years',
    'growth forecast of a country',
    'government debt compared to GDP',
    'how will the economy of Japan do',
  ],
  price: '$0.002',
  uses: { imf },
  input: z.object({
    indicator: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_]{2,40}$/, { error: 'must be an indicator such as NGDP_RPCH' })
      .describe('Code such as NGDP_RPCH (growth in percent) or GGXWDG_NGDP (debt, % of GDP).'),
    countryCode: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{3,12}$/, { error: 'must be three letters such as USA' })
      .transform((code) => code.toUpperCase())
      .describe('ISO code of three letters, or a group of the IMF such as WEOWORLD.'),
    startYear: z.int().min(1950).max(2100).optional().describe('First year.'),
  }),
  output: z.object({
    indicator: z.string().describe('The code.'),
    countryCode: z.string().describe('The country.'),
    points: z.array(Point).describe('Oldest first.'),
    latest: Point.nullable().describe('Last point that is not a forecast.'),
  }),
  examples: [
    {
      input: { indicator: 'NGDP_RPCH', countryCode: 'USA', startYear: 2024 },
      at: '2025-12-20T00:00:00Z',
      output: {
        indicator: 'NGDP_RPCH',
        countryCode: 'USA',
        points: [
          { year: 2024, value: 2.8, forecast: false },
          { year: 2025, value: 2, forecast: true },
          { year: 2026, value: 2.1, forecast: true },
        ],
        latest: { year: 2024, value: 2.8, forecast: false },
        source: 'International Monetary Fund',
        asOf: '2025-12-20T00:00:00.000Z',
      },
    },
  ],

  async run({ indicator, countryCode, startYear }, { imf, now }) {
    const present = Number(isoDay(now()).slice(0, 4))
    const known = await imf.indicator(indicator, countryCode)
    if (known.length === 0) throw notFound(`The IMF has no ${indicator} of ${countryCode}.`)
    const points = known
      .map(([year, value]) => ({ year: Number(year), value, forecast: Number(year) >= present }))
      .filter(({ year }) => year >= (startYear ?? 0))
      .toSorted((a, b) => a.year - b.year)
    const latest = points.findLast(({ value, forecast }) => !forecast && value !== null)
    return { indicator, countryCode, points, latest: latest ?? null }
  },
})
