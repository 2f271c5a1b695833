import { standIn } from './define.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-06-01')

/** The same weather every day, in the columns that were asked for. */
const ROW: Readonly<Record<string, unknown>> = {
  temperature_2m_min: 14.2,
  temperature_2m_max: 24.8,
  precipitation_sum: 0.3,
  precipitation_probability_max: 35,
  wind_speed_10m_max: 16.9,
  uv_index_max: 7.2,
  weather_code: 51,
}

export default standIn({
  at: 'UPSTREAM_OPEN_METEO_URL',
  answer({ path, query }) {
    if (path !== '/v1/forecast') return undefined
    const days = Number(query.get('forecast_days'))
    const dates = Array.from({ length: days }, (_, at) =>
      new Date(START + at * DAY_MS).toISOString().slice(0, 10),
    )
    const columns = (query.get('daily') ?? '').split(',').map((name) => {
      const sun = { sunrise: 'T05:51', sunset: 'T21:44' }[name]
      return [name, dates.map((date) => (sun ? date + sun : ROW[name]))]
    })
    return {
      latitude: 48.86,
      longitude: 2.3599997,
      generationtime_ms: 0.12,
      utc_offset_seconds: 7200,
      timezone: query.get('timezone'),
      elevation: 38,
      daily: { time: dates, ...Object.fromEntries(columns) },
    }
  },
})
