import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { isoDay } from '../../../../base/lib/iso-time.ts'
import { worldBank } from '../../../../capabilities/upstreams/world-bank.ts'

const YEARS_MAX = 100
const YEARS_DEFAULT = 20

const year = () => z.int().min(1900).max(2100)

export default defineTool({
  route: 'GET /api/world-bank-indicator',
  name: 'World Bank indicator',
  description: 'A World Bank indicator of a country or group of countries over years.',
  asks: [
    'World Bank indicator of GDP for a country over years',
    'World Bank figures of life expectancy in a country by year',
    'how many people live in a country',
    'population of Nigeria',
    'life expectancy',
    'GDP per head',
    'literacy',
    'CO2 per person',
  ],
  price: '$0.002',
  uses: { worldBank },
  input: z.object({
    countryCode: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{2,3}$/, {
        error: 'must be a country such as BR, or a group such as WLD',
      })
      .transform((code) => code.toUpperCase())
      .describe('ISO code of a country, of two or three letters; WLD is the world, EUU the EU.'),
    indicator: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9._]{3,60}$/, { error: 'must be an indicator such as NY.GDP.MKTP.CD' })
      .transform((code) => code.toUpperCase())
      .describe('Code such as NY.GDP.MKTP.CD; world-bank-search finds them.'),
    startYear: year().optional().describe('First year. Default: 20 years before the last.'),
    endYear: year().optional().describe('Last year; default: this year.'),
  }),
  output: z.object({
    country: z.string().describe('Name of the country.'),
    indicator: z.string().describe('Name of the indicator, with its unit.'),
    points: z
      .array(
        z.object({
          year: z.int().describe('Year.'),
          value: z.number().nullable().describe('Value; null if the World Bank has none.'),
          status: z.string().nullable().describe('Flag of the value, such as F for a forecast.'),
        }),
      )
      .describe('Oldest first.'),
    latest: z
      .object({
        year: z.int().describe('Year.'),
        value: z.number().describe('The value.'),
      })
      .nullable()
      .describe('The last year that has a value.'),
    count: z.int().describe('Years that have a value.'),
    updated: z.string().nullable().describe('When the World Bank last changed its data.'),
  }),
  examples: [
    {
      input: { countryCode: 'BR', indicator: 'NY.GDP.MKTP.CD', startYear: 2022, endYear: 2024 },
      at: '2026-01-01T00:00:00Z',
      output: {
        country: 'Brazil',
        indicator: 'GDP (current US$)',
        points: [
          { year: 2022, value: 1_951_849_063_405.3, status: null },
          { year: 2023, value: 2_191_131_772_464.6, status: null },
          { year: 2024, value: null, status: null },
        ],
        latest: { year: 2023, value: 2_191_131_772_464.6 },
        count: 2,
        updated: '2025-12-19',
        source: 'World Bank',
        asOf: '2025-12-19T00:00:00.000Z',
      },
    },
  ],

  async run({ countryCode, indicator, startYear, endYear }, { worldBank, now }) {
    const to = endYear ?? Number(isoDay(now()).slice(0, 4))
    const from = startYear ?? to - YEARS_DEFAULT
    if (from > to) throw badInput('startYear: must not be after endYear')
    if (to - from >= YEARS_MAX)
      throw badInput(`startYear: must be less than ${YEARS_MAX} years before endYear`)
    const { values, updated } = await worldBank.indicator(countryCode, indicator, from, to)
    const points = values
      .map(({ date, value, obs_status: status }) => ({
        year: Number.parseInt(date, 10),
        value,
        status: status || null,
      }))
      .toSorted((a, b) => a.year - b.year)
    const known = points.flatMap(({ year, value }) => (value === null ? [] : { year, value }))
    return {
      country: values[0]?.country.value ?? countryCode,
      indicator: values[0]?.indicator.value ?? indicator,
      points,
      latest: known.at(-1) ?? null,
      count: known.length,
      updated,
    }
  },
})
