import { standIn } from './define.ts'

/** After https://api.met.no/doc/ForecastJSON; gusts are told in the north only. */
const FIXED = Date.parse('2026-06-01T12:00:00Z')
const HOUR_MS = 3_600_000
const HOURLY = 12
const SIX_HOURLY = 36

const UNITS = {
  air_pressure_at_sea_level: 'hPa',
  air_temperature: 'celsius',
  cloud_area_fraction: '%',
  precipitation_amount: 'mm',
  relative_humidity: '%',
  ultraviolet_index_clear_sky: '1',
  wind_from_direction: 'degrees',
  wind_speed: 'm/s',
}

const detailsAt = (tempC: number) => ({
  air_pressure_at_sea_level: 1016.4,
  air_temperature: tempC,
  cloud_area_fraction: 63.2,
  dew_point_temperature: 11.7,
  relative_humidity: 52.1,
  wind_from_direction: 240.6,
  wind_speed: 5,
})

/** Hours that become cooler by half a degree, from the noon of the first day. */
const hour = (start: number, at: number) => ({
  time: isoOf(start, at),
  data: {
    instant: {
      details: {
        ...detailsAt(at === 0 ? 18 : 22.25 - at / 4 > 18 ? round(22.25 - at / 4) : 18),
        ...(at < 3 && { ultraviolet_index_clear_sky: 6.1 - at }),
      },
    },
    next_12_hours: { summary: { symbol_code: 'lightrainshowers_day' }, details: {} },
    next_1_hours: {
      summary: { symbol_code: 'lightrainshowers_day' },
      details: {
        precipitation_amount: at < 6 ? 0.1 : 0,
        probability_of_precipitation: at === 1 ? 35.4 : 10,
      },
    },
    next_6_hours: {
      summary: { symbol_code: 'rain' },
      details: {
        air_temperature_max: 24.3,
        air_temperature_min: 15,
        precipitation_amount: 1.2,
        probability_of_precipitation: 60,
      },
    },
  },
})

/** The last one has no periods after it. */
const block = (start: number, at: number, isLast: boolean) => ({
  time: isoOf(start, at),
  data: {
    instant: { details: detailsAt(16) },
    ...(!isLast && {
      next_12_hours: { summary: { symbol_code: 'rain' }, details: {} },
      next_6_hours: {
        summary: { symbol_code: 'rain' },
        details: {
          air_temperature_max: 24.3,
          air_temperature_min: 11.4,
          precipitation_amount: 1.2,
          probability_of_precipitation: 60,
        },
      },
    }),
  },
})

const isoOf = (start: number, at = 0) =>
  new Date(start + at * HOUR_MS).toISOString().replace('.000', '')
/** Tests that have a clock of their own ask for places of whole hundredths of a degree. */
const startOf = (lat: string) =>
  /\.\d{3}/.test(lat) ? Math.floor(Date.now() / HOUR_MS) * HOUR_MS : FIXED
const round = (value: number) => Math.round(value * 10) / 10

export default standIn({
  at: 'UPSTREAM_MET_NORWAY_URL',
  answer({ path, query, headers }) {
    if (path !== '/weatherapi/locationforecast/2.0/complete') return undefined
    if (!headers['user-agent']?.startsWith('farebox')) return new Response('', { status: 403 })
    const [lat, lon] = [query.get('lat') ?? '', query.get('lon') ?? '']
    if (/\.\d{5}/.test(`${lat} ${lon}`)) return new Response('', { status: 403 })
    const start = startOf(lat)
    const hours = Array.from({ length: HOURLY }, (_, at) => hour(start, at))
    const blocks = Array.from({ length: SIX_HOURLY }, (_, at) =>
      block(start, HOURLY + at * 6, at === SIX_HOURLY - 1),
    )
    return {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [Number(lon), Number(lat), 42] },
      properties: {
        meta: { updated_at: isoOf(start - 1_308_000), units: UNITS },
        timeseries: [...hours, ...blocks],
      },
    }
  },
})
