import { standIn } from './define.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-06-01')

/** The same weather always, in the columns that were asked for: https://open-meteo.com/en/docs. */
const ROW: Readonly<Record<string, number | null>> = {
  temperature_2m_min: 14.2,
  temperature_2m_max: 24.8,
  precipitation_sum: 0.3,
  precipitation_probability_max: 35,
  wind_speed_10m_max: 16.9,
  uv_index_max: 7.2,
  weather_code: 51,
  temperature_2m: 21.3,
  apparent_temperature: 20.6,
  relative_humidity_2m: 56,
  precipitation: 0,
  precipitation_probability: 20,
  wind_speed_10m: 11.2,
  wind_direction_10m: 240,
  wind_gusts_10m: 27.4,
  pressure_msl: 1014.3,
  cloud_cover: 74,
  is_day: 1,
  us_aqi: 41,
  european_aqi: 28,
  pm2_5: 8.4,
  pm10: 13.1,
  ozone: 88,
  nitrogen_dioxide: 9.7,
  sulphur_dioxide: 1.2,
  birch_pollen: null,
  grass_pollen: 3.5,
}

const rowOf = (names: string | null, at = 0) =>
  (names ?? '').split(',').map((name) => {
    // Rain of the hour before: the second row is of the first hour.
    return [name, name === 'precipitation' && at === 1 ? 0.7 : (ROW[name] ?? null)] as const
  })

const columnsOf = (names: string | null, rows: number) =>
  Object.fromEntries(
    (names ?? '').split(',').map((name) => {
      const values = Array.from({ length: rows }, (_, at) => rowOf(name, at)[0]?.[1] ?? null)
      return [name, values]
    }),
  )

export default standIn({
  at: 'UPSTREAM_OPEN_METEO_URL',
  settings: { OPEN_METEO_API_KEY: 'meteo-key' },
  answer({ path, query }) {
    if (query.get('apikey') !== 'meteo-key') return new Response('{}', { status: 403 })
    if (path !== '/v1/forecast' && path !== '/v1/air-quality') return undefined
    const head = { latitude: 48.86, longitude: 2.3599997, timezone: query.get('timezone') }
    const time = START / 1_000
    if (query.has('current'))
      return { ...head, current: { time, ...Object.fromEntries(rowOf(query.get('current'))) } }
    const hours = Number(query.get('forecast_hours'))
    if (hours > 0) {
      const times = Array.from({ length: hours }, (_, at) => time + at * 3_600)
      return { ...head, hourly: { time: times, ...columnsOf(query.get('hourly'), hours) } }
    }
    const days = Number(query.get('forecast_days'))
    const dates = Array.from({ length: days }, (_, at) =>
      new Date(START + at * DAY_MS).toISOString().slice(0, 10),
    )
    return { ...head, daily: { time: dates, ...columnsOf(query.get('daily'), days) } }
  },
})
