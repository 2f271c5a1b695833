import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { about } from '../../../../base/lib/figures.ts'
import { daylightOf } from '../../../../engines/time/daylight.ts'
import { zone } from '../../../../engines/time/instants.ts'
import { latitude, longitude } from '../../../../engines/numbers/places.ts'
import type { DailyForecast } from '../../../../capabilities/upstreams/_weather.ts'
import { weather } from '../../../../capabilities/upstreams/weather.ts'
import { weatherCrossCheck } from './_sources.ts'

const amount = () => z.number().nullable()
const moment = () => z.string().nullable()

export default defineTool({
  route: 'GET /api/weather-forecast',
  name: 'Weather forecast',
  description:
    'Daily weather forecast at a coordinate, for nine days or up to 16: temperature, rain, wind, UV and sun times.',
  asks: [
    'what will the weather be like tomorrow',
    'daily forecast of temperature and UV for the week',
    'do I need an umbrella tomorrow',
    'will it snow at the weekend',
    'weather for my holiday',
    'can we have a barbecue on Saturday',
  ],
  price: '$0.001',
  everyday: true,
  uses: { weather },
  input: z.object({
    lat: latitude().describe('Latitude in degrees, -90 to 90.'),
    lon: longitude().describe('Longitude in degrees, -180 to 180.'),
    days: z.int().min(1).max(16).default(7).describe('Days from today, 1 to 16.'),
    tz: zone().default('UTC').describe('IANA time zone of the days and times.'),
    crossCheck: weatherCrossCheck(),
  }),
  output: z.object({
    lat: z.number().describe('Latitude of the grid cell of the forecast.'),
    lon: z.number().describe('Longitude in degrees.'),
    days: z
      .array(
        z.object({
          date: z.string().describe('Day, YYYY-MM-DD.'),
          tempMinC: amount().describe('Lowest temperature in degrees Celsius.'),
          tempMaxC: amount().describe('Highest temperature in degrees Celsius.'),
          precipMm: amount().describe('Rain and snow of the day in millimetres.'),
          precipProbabilityPct: amount().describe(
            'Greatest chance of rain or snow, in percent; null if the source has none.',
          ),
          windMaxKmh: amount().describe('Strongest wind in kilometres per hour, without gusts.'),
          uvMax: amount().describe('UV index; for a clear sky if the source has no other.'),
          sunriseIso: moment().describe('Sunrise; null if the Sun does not rise.'),
          sunsetIso: moment().describe('Sunset.'),
          coverageHours: z
            .number()
            .describe('Hours of the day that the figures cover: fewer today and on the last day.'),
          summary: z.string().nullable().describe('Description in words.'),
        }),
      )
      .describe('One row per day; fewer than requested if the forecast ends earlier.'),
    tz: z.string().describe('Time zone of the days.'),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    { input: { lat: 48.85, lon: 2.35, days: 5 }, at: '2026-06-01T12:10:00Z' },
    {
      input: { lat: 48.85, lon: 2.35, days: 2, tz: 'Europe/Paris' },
      at: '2026-06-01T12:10:00Z',
      output: {
        lat: 48.85,
        lon: 2.35,
        days: [
          {
            date: '2026-06-01',
            tempMinC: 18,
            tempMaxC: 22,
            precipMm: 0.6,
            precipProbabilityPct: 35.4,
            windMaxKmh: 18,
            uvMax: 6.1,
            sunriseIso: '2026-06-01T05:51:47+02:00',
            sunsetIso: '2026-06-01T21:45:38+02:00',
            coverageHours: 10,
            summary: 'Light rain showers',
          },
          {
            date: '2026-06-02',
            tempMinC: 11.4,
            tempMaxC: 24.3,
            precipMm: 4.4,
            precipProbabilityPct: 60,
            windMaxKmh: 18,
            uvMax: null,
            sunriseIso: '2026-06-02T05:51:07+02:00',
            sunsetIso: '2026-06-02T21:46:35+02:00',
            coverageHours: 24,
            summary: 'Rain',
          },
        ],
        tz: 'Europe/Paris',
        source: 'MET Norway (CC BY 4.0)',
        asOf: '2026-06-01T11:38:12.000Z',
      },
    },
  ],

  async run({ lat, lon, days, tz, crossCheck }, { weather }) {
    const { answer: forecast, checked } = await askSources(
      weather,
      (one) => one.daily({ lat, lon }, tz, days),
      crossCheck && { figures: figuresOf },
    )
    const rows = forecast.days.map(async ({ coverageHours, summary, ...day }) => ({
      ...day,
      ...(await daylightOf({ lat, lon }, day.date, tz)),
      coverageHours,
      summary,
    }))
    return { lat: forecast.lat, lon: forecast.lon, days: await Promise.all(rows), tz, ...checked }
  },
})

const WHOLE_DAY_HOURS = 24

/** Of whole days: the rest of a day has other extremes. */
const figuresOf = ({ days }: DailyForecast) =>
  Object.fromEntries(
    days
      .filter(({ coverageHours }) => coverageHours === WHOLE_DAY_HOURS)
      .flatMap(({ date, ...day }) => [
        [`days.${date}.tempMinC`, about(day.tempMinC, 4)],
        [`days.${date}.tempMaxC`, about(day.tempMaxC, 4)],
        [`days.${date}.precipMm`, about(day.precipMm, 5)],
        [`days.${date}.windMaxKmh`, about(day.windMaxKmh, 20)],
      ]),
  )
