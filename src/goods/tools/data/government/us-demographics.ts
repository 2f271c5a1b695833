import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { censusAcs } from '../../../../capabilities/upstreams/census-acs.ts'

/** FIPS codes of the states, of DC and of Puerto Rico, each after its postal code. */
const STATES = [
  'AL01 AK02 AZ04 AR05 CA06 CO08 CT09 DE10 DC11 FL12 GA13 HI15 ID16 IL17 IN18 IA19 KS20',
  'KY21 LA22 ME23 MD24 MA25 MI26 MN27 MS28 MO29 MT30 NE31 NV32 NH33 NJ34 NM35 NY36 NC37',
  'ND38 OH39 OK40 OR41 PA42 RI44 SC45 SD46 TN47 TX48 UT49 VT50 VA51 WA53 WV54 WI55 WY56',
  'PR72',
].join(' ')

const STATE_CODES: Readonly<Record<string, string>> = Object.fromEntries(
  STATES.split(' ').map((pair) => [pair.slice(0, 2), pair.slice(2)]),
)

/** Variables of the American Community Survey. */
const VARIABLES = {
  population: 'B01003_001E',
  medianAge: 'B01002_001E',
  medianIncome: 'B19013_001E',
  homeValue: 'B25077_001E',
  povertyOf: 'B17001_001E',
  poor: 'B17001_002E',
  adults: 'B15003_001E',
  bachelors: 'B15003_022E',
  masters: 'B15003_023E',
  professional: 'B15003_024E',
  doctorates: 'B15003_025E',
} as const

export default defineTool({
  route: 'GET /api/us-demographics',
  name: 'US demographics',
  description:
    'Population, median age and income, home value, poverty and education of a US state or county.',
  asks: [
    'median household income of a county in California',
    'population, poverty and education of a US county',
    'how rich is a county',
    'people and income of a US town',
    'median house value',
  ],
  price: '$0.003',
  uses: { censusAcs },
  input: z.object({
    state: z
      .string()
      .regex(/^(\d{2}|[A-Za-z]{2})$/, { error: 'must be a FIPS code such as 06, or such as CA' })
      .describe('FIPS code of the state such as 06, or its postal code such as CA.'),
    county: z
      .string()
      .regex(/^\d{3}$/, { error: 'must be three digits such as 075' })
      .optional()
      .describe('FIPS code of the county within the state, such as 075. Default: the whole state.'),
    year: z
      .int()
      .min(2015)
      .max(2030)
      .default(2023)
      .describe('Last of the five years that the estimates cover, 2015 to 2030 if published.'),
  }),
  output: z.object({
    place: z.string(),
    population: z.int().nullable(),
    medianAge: z.number().nullable().describe('Median age in years.'),
    medianIncomeUsd: z
      .int()
      .nullable()
      .describe('Median yearly income of households, in US dollars of `year`.'),
    medianHomeValueUsd: z
      .int()
      .nullable()
      .describe('Median value of homes whose owners live in them.'),
    povertyPct: z.number().nullable().describe('Share of people below the poverty level.'),
    bachelorsPct: z
      .number()
      .nullable()
      .describe('Share of people aged 25 or more with a bachelor’s degree or higher.'),
    year: z.int().describe('Last of the five years that the estimates cover.'),
  }),
  examples: [
    {
      input: { state: '06', county: '075' },
      at: '2026-06-01T00:00:00Z',
      output: {
        place: 'San Francisco County, California',
        population: 836321,
        medianAge: 39.7,
        medianIncomeUsd: 141446,
        medianHomeValueUsd: 1380500,
        povertyPct: 10.5,
        bachelorsPct: 60,
        year: 2023,
        source:
          'US Census Bureau, American Community Survey, 5-year estimates (this product uses the Census Bureau Data API but is not endorsed or certified by the Census Bureau)',
        asOf: '2026-06-01T00:00:00.000Z',
      },
    },
  ],

  async run({ state, county, year }, { censusAcs }) {
    const fips = /^\d/.test(state) ? state : STATE_CODES[state.toUpperCase()]
    if (fips === undefined)
      throw badInput('state: must be a state such as CA, DC or PR, or its FIPS code such as 06.')
    const found = await censusAcs.place(year, Object.values(VARIABLES), fips, county)
    const figure = (name: keyof typeof VARIABLES) => figureOf(found.get(VARIABLES[name]))
    const degrees = (['bachelors', 'masters', 'professional', 'doctorates'] as const).map(figure)
    return {
      place: found.get('NAME') ?? '',
      population: figure('population'),
      medianAge: figure('medianAge'),
      medianIncomeUsd: figure('medianIncome'),
      medianHomeValueUsd: figure('homeValue'),
      povertyPct: shareOf([figure('poor')], figure('povertyOf')),
      bachelorsPct: shareOf(degrees, figure('adults')),
      year,
    }
  },
})

/** A figure below zero is a code for a missing value, such as -666666666 for too small a sample. */
function figureOf(text: string | null | undefined): number | null {
  const value = Number(text ?? Number.NaN)
  return text !== '' && Number.isFinite(value) && value >= 0 ? value : null
}

/** In percent, to a tenth; null if a part is missing. */
function shareOf(parts: readonly (number | null)[], whole: number | null): number | null {
  if (!whole || parts.includes(null)) return null
  const sum = parts.reduce<number>((total, part) => total + (part ?? 0), 0)
  return Math.round((sum / whole) * 1_000) / 10
}
