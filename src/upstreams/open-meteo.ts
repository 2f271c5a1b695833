import { z } from 'zod'
import { badInput } from '../core/fault.ts'
import { defineUpstream } from './define.ts'

const numbers = z.array(z.number().nullable())
const texts = z.array(z.string().nullable())

/** Columns of equal length, one row for each day. */
const Daily = z.object({
  latitude: z.number(),
  longitude: z.number(),
  daily: z.object({
    time: z.array(z.string()),
    temperature_2m_min: numbers,
    temperature_2m_max: numbers,
    precipitation_sum: numbers,
    precipitation_probability_max: numbers,
    wind_speed_10m_max: numbers,
    uv_index_max: numbers,
    weather_code: numbers,
    sunrise: texts,
    sunset: texts,
  }),
})

const COLUMNS = Object.keys(Daily.shape.daily.shape).filter((column) => column !== 'time')
const KEEP_MS = 15 * 60_000

export interface Where {
  readonly lat: number
  readonly lon: number
  readonly tz: string
}

export const openMeteo = defineUpstream({
  name: 'open-meteo',
  title: 'Open-Meteo',
  terms: 'https://open-meteo.com/en/terms',
  base: 'https://api.open-meteo.com',
  limits: { timeoutMs: 10_000, bytesMax: 1_000_000, perSecond: 10 },
  cacheTtlMs: KEEP_MS,
  refusals: { 400: () => badInput('lat, lon: Open-Meteo has no forecast there.') },
  api: (http) => ({
    /** Times are wall-clock times in `tz`. */
    async daily({ lat, lon, tz }: Where, days: number) {
      const query = {
        latitude: lat,
        longitude: lon,
        timezone: tz,
        forecast_days: days,
        daily: COLUMNS.join(','),
      }
      return http.json('/v1/forecast', Daily, { query })
    },
  }),
})
