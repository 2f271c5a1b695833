import { z } from 'zod'
import { badInput, notFound } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { latitude, longitude } from '../../../../engines/numbers/places.ts'
import { kmhOf, known, tenth } from '../../../../engines/numbers/units-weather.ts'
import { nasaPower, type PowerDay } from '../../../../capabilities/upstreams/nasa-power.ts'

const FIRST_DATE = '1981-01-01'
const DAYS_MAX = 3_660

const amount = (what: string) => z.number().nullable().describe(what)

const FIGURES = {
  tempMinC: amount('Lowest temperature in degrees Celsius.'),
  tempMaxC: amount('Highest temperature in degrees Celsius.'),
  tempMeanC: amount('Mean temperature in degrees Celsius.'),
  precipMm: amount('Rain and snow of a day in millimetres.'),
  windMaxKmh: amount('Strongest wind at 10 m, in kilometres per hour.'),
  solarKwhM2: amount('Sunlight on the ground, in kWh per square metre and day.'),
}

export default defineTool({
  route: 'GET /api/weather-history',
  name: 'Weather history',
  description:
    'Daily weather of the past at a coordinate since 1981: temperature, rain, wind, sunlight, and averages.',
  asks: [
    'historical daily temperatures of a place',
    'past weather records: rainfall by day last year',
    'how hot was it last July',
    'did it rain on my wedding day',
    'climate of a place in the past',
  ],
  price: '$0.002',
  uses: { nasaPower },
  input: z.object({
    lat: latitude().describe('Latitude in degrees, -90 to 90.'),
    lon: longitude().describe('Longitude in degrees, -180 to 180.'),
    startDate: z.iso.date().describe(`First day, YYYY-MM-DD, ${FIRST_DATE} or later.`),
    endDate: z.iso.date().describe(`Last day, at most ${DAYS_MAX} days later.`),
  }),
  output: z.object({
    days: z
      .array(z.object({ date: z.string().describe('Day in solar time of the place.'), ...FIGURES }))
      .describe('Days in order of time; null if the source has no value.'),
    averages: z.object(FIGURES).describe('Means of the days that have a value.'),
    lastDate: z.string().nullable().describe('Last day that has a value.'),
    count: z.int().describe('Number of days.'),
  }),
  examples: [
    {
      input: { lat: 48.85, lon: 2.35, startDate: '2024-07-01', endDate: '2024-07-03' },
      at: '2026-06-01T00:00:00Z',
      output: {
        days: [
          {
            date: '2024-07-01',
            tempMinC: 13.5,
            tempMaxC: 22.7,
            tempMeanC: 17.9,
            precipMm: 1.2,
            windMaxKmh: 19.8,
            solarKwhM2: 5.1,
          },
          {
            date: '2024-07-02',
            tempMinC: 12.1,
            tempMaxC: 20.1,
            tempMeanC: 16.1,
            precipMm: 0.4,
            windMaxKmh: 21.6,
            solarKwhM2: 4.5,
          },
          {
            date: '2024-07-03',
            tempMinC: null,
            tempMaxC: null,
            tempMeanC: null,
            precipMm: null,
            windMaxKmh: null,
            solarKwhM2: null,
          },
        ],
        averages: {
          tempMinC: 12.8,
          tempMaxC: 21.4,
          tempMeanC: 17,
          precipMm: 0.8,
          windMaxKmh: 20.7,
          solarKwhM2: 4.8,
        },
        lastDate: '2024-07-02',
        count: 3,
        source: 'NASA POWER (Langley Research Center)',
        asOf: '2026-06-01T00:00:00.000Z',
      },
    },
  ],

  async run({ lat, lon, startDate, endDate }, { nasaPower, now }) {
    const today = new Date(now()).toISOString().slice(0, 10)
    if (startDate < FIRST_DATE) throw badInput(`startDate: must be ${FIRST_DATE} or later.`)
    if (endDate < startDate) throw badInput('endDate: must not be before startDate.')
    if (endDate > today) throw badInput('endDate: must not be in the future.')
    if (Date.parse(endDate) - Date.parse(startDate) > DAYS_MAX * DAY_MS)
      throw badInput(`endDate: must be at most ${DAYS_MAX} days after startDate.`)
    const days = (await nasaPower.daily(lat, lon, startDate, endDate)).map(figuresOf)
    if (days.length === 0) throw notFound('NASA POWER does not have these days yet.')
    const names = Object.keys(FIGURES) as (keyof typeof FIGURES)[]
    const averages = Object.fromEntries(names.map((name) => [name, meanOf(days, name)]))
    const last = days.findLast((day) => names.some((name) => day[name] !== null))
    return {
      days,
      averages: averages as Record<keyof typeof FIGURES, number | null>,
      lastDate: last?.date ?? null,
      count: days.length,
    }
  },
})

type Day = ReturnType<typeof figuresOf>

const figuresOf = ({ date, values }: PowerDay) => ({
  date,
  tempMinC: known(values.T2M_MIN, tenth),
  tempMaxC: known(values.T2M_MAX, tenth),
  tempMeanC: known(values.T2M, tenth),
  precipMm: known(values.PRECTOTCORR, tenth),
  windMaxKmh: known(values.WS10M_MAX, kmhOf),
  solarKwhM2: known(values.ALLSKY_SFC_SW_DWN, tenth),
})

function meanOf(days: readonly Day[], name: keyof typeof FIGURES): number | null {
  const values = days.flatMap((day) => day[name] ?? [])
  return values.length === 0
    ? null
    : tenth(values.reduce((sum, value) => sum + value, 0) / values.length)
}
