import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { defineTool } from '../../../core/tool.ts'
import { attempt, isoIn, zone } from '../../../lib/instants.ts'
import { latitude, longitude } from '../../../lib/places.ts'
import { openMeteo } from '../../../upstreams/open-meteo.ts'

const amount = () => z.number().nullable()
const moment = () => z.string().nullable()

export default defineTool({
  route: 'GET /api/weather-forecast',
  name: 'Weather forecast',
  description:
    'Daily weather forecast for up to 16 days at a coordinate: temperature, rain, wind, UV and sun times.',
  asks: [
    'what will the weather be like tomorrow',
    'do I need an umbrella next week, chance of rain per day',
  ],
  price: '$0.001',
  everyday: true,
  uses: { openMeteo },
  input: z.object({
    lat: latitude().describe('Latitude in degrees, -90 to 90.'),
    lon: longitude().describe('Longitude in degrees, -180 to 180.'),
    days: z.int().min(1).max(16).default(7).describe('Days from today, 1 to 16.'),
    tz: zone().default('UTC').describe('IANA time zone in which days begin and times are told.'),
  }),
  output: z.object({
    lat: z.number().describe('Of the grid cell that the forecast is for.'),
    lon: z.number().describe('Longitude in degrees.'),
    days: z
      .array(
        z.object({
          date: z.string().describe('YYYY-MM-DD.'),
          tempMinC: amount().describe('Lowest temperature in degrees Celsius.'),
          tempMaxC: amount().describe('Highest temperature in degrees Celsius.'),
          precipMm: amount().describe('Rain and snow of the day in millimetres.'),
          precipProbabilityPct: amount().describe('Greatest chance of rain or snow, in percent.'),
          windMaxKmh: amount().describe('Strongest wind in kilometres an hour.'),
          uvMax: amount().describe('UV index.'),
          sunriseIso: moment().describe('Sunrise.'),
          sunsetIso: moment().describe('Sunset.'),
          summary: z.string().nullable().describe('In words.'),
        }),
      )
      .describe('One row a day.'),
    tz: z.string().describe('The zone in which days begin.'),
  }),
  examples: [
    { input: { lat: 48.85, lon: 2.35, days: 5 } },
    {
      input: { lat: 48.85, lon: 2.35, days: 1, tz: 'Europe/Paris' },
      at: '2026-06-01T12:00:00Z',
      output: {
        lat: 48.86,
        lon: 2.3599997,
        days: [
          {
            date: '2026-06-01',
            tempMinC: 14.2,
            tempMaxC: 24.8,
            precipMm: 0.3,
            precipProbabilityPct: 35,
            windMaxKmh: 16.9,
            uvMax: 7.2,
            sunriseIso: '2026-06-01T05:51:00+02:00',
            sunsetIso: '2026-06-01T21:44:00+02:00',
            summary: 'Light drizzle',
          },
        ],
        tz: 'Europe/Paris',
        source: 'Open-Meteo',
        asOf: '2026-06-01T12:00:00.000Z',
      },
    },
  ],

  async run({ lat, lon, days, tz }, { openMeteo }) {
    const { latitude, longitude, daily } = await openMeteo.daily({ lat, lon, tz }, days)
    return {
      lat: latitude,
      lon: longitude,
      days: daily.time.slice(0, days).map((date, at) => ({
        date,
        tempMinC: daily.temperature_2m_min[at] ?? null,
        tempMaxC: daily.temperature_2m_max[at] ?? null,
        precipMm: daily.precipitation_sum[at] ?? null,
        precipProbabilityPct: daily.precipitation_probability_max[at] ?? null,
        windMaxKmh: daily.wind_speed_10m_max[at] ?? null,
        uvMax: daily.uv_index_max[at] ?? null,
        sunriseIso: momentIn(tz, daily.sunrise[at]),
        sunsetIso: momentIn(tz, daily.sunset[at]),
        summary: WEATHER[daily.weather_code[at] ?? -1] ?? null,
      })),
      tz,
    }
  },
})

/** A wall-clock time with its offset: the provider tells one offset for all days. */
function momentIn(tz: string, local: string | null | undefined): string | null {
  if (!local) return null
  return attempt(() => isoIn(Temporal.PlainDateTime.from(local).toZonedDateTime(tz))) ?? null
}

/** Weather codes of the WMO (table 4677), as far as forecasts use them. */
const WEATHER: Readonly<Record<number, string>> = {
  0: 'Clear sky',
  1: 'Mainly clear',
  2: 'Partly cloudy',
  3: 'Overcast',
  45: 'Fog',
  48: 'Freezing fog',
  51: 'Light drizzle',
  53: 'Drizzle',
  55: 'Heavy drizzle',
  56: 'Light freezing drizzle',
  57: 'Freezing drizzle',
  61: 'Light rain',
  63: 'Rain',
  65: 'Heavy rain',
  66: 'Light freezing rain',
  67: 'Freezing rain',
  71: 'Light snow',
  73: 'Snow',
  75: 'Heavy snow',
  77: 'Snow grains',
  80: 'Light showers',
  81: 'Showers',
  82: 'Violent showers',
  85: 'Light snow showers',
  86: 'Heavy snow showers',
  95: 'Thunderstorm',
  96: 'Thunderstorm with hail',
  99: 'Thunderstorm with heavy hail',
}
