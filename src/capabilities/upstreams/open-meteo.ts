import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'
import { SECOND_MS } from '../../base/core/milliseconds.ts'
import type { Setting } from '../../base/core/setting.ts'
import type { CurrentWeather, DailyForecast, ForecastHour, WeatherPlace } from './_weather.ts'
import { defineUpstream } from './define.ts'

const number = z.number().nullable()
const numbers = z.array(number)

/** Columns of equal length, one row per day. */
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
  }),
})

const Hourly = z.object({
  hourly: z.object({
    time: z.array(z.number()),
    temperature_2m: numbers,
    precipitation: numbers,
    precipitation_probability: numbers,
    wind_speed_10m: numbers,
    cloud_cover: numbers,
    weather_code: numbers,
  }),
})

const Current = z.object({
  current: z.object({
    time: z.number(),
    temperature_2m: z.number(),
    apparent_temperature: z.number(),
    relative_humidity_2m: z.number(),
    precipitation: z.number(),
    wind_speed_10m: z.number(),
    wind_direction_10m: z.number(),
    wind_gusts_10m: number,
    pressure_msl: z.number(),
    cloud_cover: z.number(),
    weather_code: number,
    is_day: z.number(),
  }),
})

const Air = z.object({
  current: z.object({
    time: z.number(),
    us_aqi: number,
    european_aqi: number,
    pm2_5: number,
    pm10: number,
    ozone: number,
    nitrogen_dioxide: number,
    sulphur_dioxide: number,
    birch_pollen: number,
    grass_pollen: number,
  }),
})

export type ModelledAir = z.output<typeof Air>['current']

const columnsOf = (shape: object): string =>
  Object.keys(shape)
    .filter((column) => column !== 'time')
    .join(',')

const KEEP_MS = 10 * 60_000

export const OPEN_METEO_API_KEY: Setting = {
  name: 'OPEN_METEO_API_KEY',
  description: 'Key of a commercial plan of Open-Meteo, whose free service may not be resold.',
}

export const openMeteo = defineUpstream({
  name: 'open-meteo',
  title: 'Open-Meteo',
  attribution: 'Open-Meteo (CC BY 4.0)',
  terms: 'https://open-meteo.com/en/terms',
  texts: 'own',
  base: 'https://customer-api.open-meteo.com',
  asks: '$0',
  settings: [{ ...OPEN_METEO_API_KEY, need: 'required' }],
  limits: { timeoutMs: 10_000, bytesMax: 1_000_000, perSecond: 10 },
  cacheTtlMs: KEEP_MS,
  refusals: { 400: () => badInput('lat, lon: Open-Meteo has no forecast there.') },
  api(http) {
    const asked = ({ lat, lon }: WeatherPlace) => ({
      apikey: http.setting(OPEN_METEO_API_KEY.name),
      latitude: lat,
      longitude: lon,
    })
    const inSeconds = { timeformat: 'unixtime', timezone: 'GMT' }

    return {
      async daily(place: WeatherPlace, tz: string, days: number): Promise<DailyForecast> {
        const daily = columnsOf(Daily.shape.daily.shape)
        const query = { ...asked(place), timezone: tz, forecast_days: days, daily }
        const found = await http.json('/v1/forecast', Daily, { query })
        const { daily: columns } = found
        return {
          lat: found.latitude,
          lon: found.longitude,
          days: columns.time.slice(0, days).map((date, at) => ({
            date,
            tempMinC: columns.temperature_2m_min[at] ?? null,
            tempMaxC: columns.temperature_2m_max[at] ?? null,
            precipMm: columns.precipitation_sum[at] ?? null,
            precipProbabilityPct: columns.precipitation_probability_max[at] ?? null,
            windMaxKmh: columns.wind_speed_10m_max[at] ?? null,
            uvMax: columns.uv_index_max[at] ?? null,
            coverageHours: 24,
            summary: wordsOf(columns.weather_code[at]),
          })),
        }
      },

      /** Rain is given for the hour before a time, so it belongs to the previous row. */
      async hourly(place: WeatherPlace, hours: number): Promise<ForecastHour[]> {
        const hourly = columnsOf(Hourly.shape.hourly.shape)
        const query = { ...asked(place), ...inSeconds, forecast_hours: hours + 1, hourly }
        const { hourly: columns } = await http.json('/v1/forecast', Hourly, { query })
        return columns.time.slice(0, hours).flatMap((seconds, at) => {
          const tempC = columns.temperature_2m[at] ?? null
          if (tempC === null) return []
          return {
            atMs: seconds * SECOND_MS,
            stepHours: 1,
            tempC,
            precipMm: columns.precipitation[at + 1] ?? null,
            precipProbabilityPct: columns.precipitation_probability[at + 1] ?? null,
            windKmh: columns.wind_speed_10m[at] ?? null,
            cloudPct: columns.cloud_cover[at] ?? null,
            summary: wordsOf(columns.weather_code[at]),
          }
        })
      },

      async current(place: WeatherPlace): Promise<CurrentWeather> {
        const columns = columnsOf(Current.shape.current.shape)
        const query = { ...asked(place), ...inSeconds, current: columns }
        const { current: now } = await http.json('/v1/forecast', Current, { query })
        http.dated(now.time * SECOND_MS)
        return {
          atMs: now.time * SECOND_MS,
          tempC: now.temperature_2m,
          feelsLikeC: now.apparent_temperature,
          humidityPct: now.relative_humidity_2m,
          precipMm: now.precipitation,
          windKmh: now.wind_speed_10m,
          windDirDeg: now.wind_direction_10m,
          gustKmh: now.wind_gusts_10m,
          pressureHpa: now.pressure_msl,
          cloudPct: now.cloud_cover,
          summary: wordsOf(now.weather_code),
          isDay: now.is_day === 1,
        }
      },

      async air(place: WeatherPlace): Promise<ModelledAir> {
        const columns = columnsOf(Air.shape.current.shape)
        const query = { ...asked(place), ...inSeconds, current: columns }
        const url = 'https://customer-air-quality-api.open-meteo.com/v1/air-quality'
        const { current } = await http.json(url, Air, { query })
        http.dated(current.time * SECOND_MS)
        return current
      },
    }
  },
})

const wordsOf = (code: number | null | undefined): string | null => WEATHER[code ?? -1] ?? null

/** Weather codes of the WMO (table 4677) that forecasts use. */
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
