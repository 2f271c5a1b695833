import { z } from 'zod'
import { HOUR_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { askSources, crossCheckResult } from '../../../../base/lib/cross-check.ts'
import { about, around } from '../../../../base/lib/figures.ts'
import { isoTime } from '../../../../base/lib/iso-time.ts'
import { latitude, longitude } from '../../../../engines/numbers/places.ts'
import type { CurrentWeather } from '../../../../capabilities/upstreams/_weather.ts'
import { weather } from '../../../../capabilities/upstreams/weather.ts'
import { weatherCrossCheck } from './_sources.ts'

const amount = () => z.number().nullable()

export default defineTool({
  route: 'GET /api/weather-current',
  name: 'Current weather',
  description: 'Weather at a coordinate now: temperature as it is and as it feels, wind, pressure.',
  asks: [
    'current temperature and humidity at a coordinate',
    'how windy is it now, and how warm does it feel',
    'how cold is it outside now',
    'is it raining in London',
    'temperature right now',
  ],
  price: '$0.001',
  uses: { weather },
  input: z.object({
    lat: latitude().describe('Latitude in degrees, -90 to 90.'),
    lon: longitude().describe('Longitude in degrees, -180 to 180.'),
    crossCheck: weatherCrossCheck(),
  }),
  output: z.object({
    timeIso: z.string().describe('Moment of the values, within the hour, from a forecast.'),
    tempC: z.number().describe('Temperature in degrees Celsius.'),
    feelsLikeC: z.number().describe('Apparent temperature in the shade.'),
    humidityPct: z.number().describe('Relative humidity in percent.'),
    precipMm: amount().describe('Rain and snow per hour, in millimetres.'),
    windKmh: z.number().describe('Wind speed in kilometres per hour.'),
    windDirDeg: z.number().describe('Direction from which the wind blows: 0 north, 90 east.'),
    gustKmh: amount().describe('Gusts in kilometres per hour; null if the source has none.'),
    pressureHpa: z.number().describe('Pressure at sea level in hectopascals.'),
    cloudPct: z.number().describe('Cloud cover in percent.'),
    summary: z.string().nullable().describe('Description in words.'),
    isDay: z
      .boolean()
      .nullable()
      .describe('Whether the Sun is up; null if the source does not say.'),
    crossCheck: crossCheckResult(),
  }),
  examples: [
    {
      input: { lat: 48.85, lon: 2.35 },
      at: '2026-06-01T12:10:00Z',
      output: {
        timeIso: '2026-06-01T13:00:00.000Z',
        tempC: 22,
        feelsLikeC: 19,
        humidityPct: 52.1,
        precipMm: 0.1,
        windKmh: 18,
        windDirDeg: 241,
        gustKmh: null,
        pressureHpa: 1016.4,
        cloudPct: 63.2,
        summary: 'Light rain showers',
        isDay: true,
        source: 'MET Norway (CC BY 4.0)',
        asOf: '2026-06-01T11:38:12.000Z',
      },
    },
  ],

  async run({ crossCheck, ...place }, { weather }) {
    const { answer, checked } = await askSources(
      weather,
      (one) => one.current(place),
      crossCheck && { figures: figuresOf },
    )
    const { atMs, ...now } = answer
    return { timeIso: isoTime(atMs) ?? '', ...now, ...checked }
  },
})

/** Models agree within so much on most days. */
const figuresOf = (now: CurrentWeather) => ({
  timeIso: around(isoTime(now.atMs), 2 * HOUR_MS),
  tempC: about(now.tempC, 3),
  humidityPct: about(now.humidityPct, 20),
  precipMm: about(now.precipMm, 2),
  windKmh: about(now.windKmh, 15),
  pressureHpa: about(now.pressureHpa, 4),
})
