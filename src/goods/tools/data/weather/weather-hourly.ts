import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { about } from '../../../../base/lib/figures.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import { isoIn, zone } from '../../../../engines/time/instants.ts'
import { latitude, longitude } from '../../../../engines/numbers/places.ts'
import type { ForecastHour } from '../../../../capabilities/upstreams/_weather.ts'
import { weather } from '../../../../capabilities/upstreams/weather.ts'
import { weatherCrossCheck } from './_sources.ts'

const amount = () => z.number().nullable()

export default defineTool({
  route: 'GET /api/weather-hourly',
  name: 'Hourly weather',
  description:
    'Forecast of the coming hours at a coordinate, up to seven days: temperature, rain and wind hour by hour.',
  asks: [
    'hourly forecast of rain and wind for today',
    'weather by the hour for the next 24 hours',
    'will it rain this afternoon',
    'temperature at 5 pm',
    'when does the rain stop',
  ],
  price: '$0.001',
  uses: { weather },
  input: z.object({
    lat: latitude().describe('Latitude in degrees, -90 to 90.'),
    lon: longitude().describe('Longitude in degrees, -180 to 180.'),
    hours: z.int().min(1).max(168).default(24).describe('Hours from now, 1 to 168.'),
    tz: zone().default('UTC').describe('IANA time zone of the times.'),
    crossCheck: weatherCrossCheck(),
  }),
  output: z.object({
    hours: z
      .array(
        z.object({
          timeIso: z.string().describe('Start of the step.'),
          stepHours: z
            .number()
            .describe('Length of the step in hours: 1, and 6 after about two days.'),
          tempC: z.number().describe('Temperature at its start, in degrees Celsius.'),
          precipMm: amount().describe('Rain and snow within the step, in millimetres.'),
          precipProbabilityPct: amount().describe(
            'Chance of rain or snow; null if the source has none.',
          ),
          windKmh: amount().describe('Wind at its start, in kilometres per hour.'),
          cloudPct: amount().describe('Cloud cover in percent.'),
          summary: z.string().nullable().describe('Description in words.'),
        }),
      )
      .describe('Steps in order of time.'),
    count: z.int().describe('Number of steps.'),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    { input: { lat: 48.85, lon: 2.35, hours: 12 }, at: '2026-06-01T12:10:00Z' },
    {
      input: { lat: 48.85, lon: 2.35, hours: 1, tz: 'Europe/Paris' },
      at: '2026-06-01T12:10:00Z',
      output: {
        hours: [
          {
            timeIso: '2026-06-01T15:00:00+02:00',
            stepHours: 1,
            tempC: 22,
            precipMm: 0.1,
            precipProbabilityPct: 35.4,
            windKmh: 18,
            cloudPct: 63.2,
            summary: 'Light rain showers',
          },
        ],
        count: 1,
        source: 'MET Norway (CC BY 4.0)',
        asOf: '2026-06-01T11:38:12.000Z',
      },
    },
  ],

  async run({ hours, tz, crossCheck, ...place }, { weather }) {
    const { answer: steps, checked } = await askSources(
      weather,
      (one) => one.hourly(place, hours),
      crossCheck && { figures: figuresOf },
    )
    const rows = steps.map(({ atMs, ...step }) => {
      const at = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(tz)
      return { timeIso: isoIn(at), ...step }
    })
    return { hours: rows, count: rows.length, ...checked }
  },
})

/** Times are in UTC; the rain of a longer step is no rain of an hour. */
const figuresOf = (steps: readonly ForecastHour[]) =>
  Object.fromEntries(
    steps.flatMap((step) => {
      const at = `hours.${isoTime(step.atMs) ?? ''}`
      return [
        [`${at}.tempC`, about(step.tempC, 3)],
        [`${at}.windKmh`, about(step.windKmh, 15)],
        [`${at}.precipMm`, about(step.stepHours === 1 ? step.precipMm : null, 2)],
      ]
    }),
  )
