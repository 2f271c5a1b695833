import { z } from 'zod'
import { badInput, Fault } from '../../base/core/fault.ts'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { apparentTempC, kmhOf, known, tenth } from '../../engines/numbers/units-weather.ts'
import type { CurrentWeather, ForecastHour, WeatherPlace } from './_weather.ts'
import { dailyOf, symbolWords } from './_met-norway-steps.ts'
import { defineUpstream } from './define.ts'

const number = z.number().nullish()

const Period = z
  .object({
    summary: z.object({ symbol_code: z.string() }).nullish(),
    details: z
      .object({
        precipitation_amount: number,
        probability_of_precipitation: number,
        air_temperature_max: number,
        air_temperature_min: number,
      })
      .nullish(),
  })
  .nullish()

const Forecast = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) }),
  properties: z.object({
    meta: z.object({ updated_at: z.iso.datetime() }),
    timeseries: z
      .array(
        z.object({
          time: z.iso.datetime(),
          data: z.object({
            instant: z.object({
              details: z.object({
                air_temperature: z.number(),
                wind_speed: z.number(),
                wind_from_direction: z.number(),
                wind_speed_of_gust: number,
                relative_humidity: z.number(),
                air_pressure_at_sea_level: z.number(),
                cloud_area_fraction: z.number(),
                ultraviolet_index_clear_sky: number,
              }),
            }),
            next_1_hours: Period,
            next_6_hours: Period,
            next_12_hours: Period,
          }),
        }),
      )
      .min(1),
  }),
})

export type MetEntry = z.output<typeof Forecast>['properties']['timeseries'][number]

const KEEP_MS = 10 * 60_000
const DECIMALS = 4

/** Forecasts for the whole earth: hourly for two or three days, then every six hours. */
export const metNorway = defineUpstream({
  name: 'met-norway',
  title: 'MET Norway',
  attribution: 'MET Norway (CC BY 4.0)',
  terms: 'https://api.met.no/doc/TermsOfService',
  texts: 'own',
  base: 'https://api.met.no',
  limits: { timeoutMs: 10_000, bytesMax: 2_000_000, perSecond: 15, among: 'replicas' },
  cacheTtlMs: KEEP_MS,
  refusals: {
    400: () => badInput('lat, lon: MET Norway has no forecast there.'),
    422: () => badInput('lat, lon: MET Norway has no forecast there.'),
  },
  api(http) {
    async function entries({ lat, lon }: WeatherPlace, now: number) {
      const query = { lat: Number(lat.toFixed(DECIMALS)), lon: Number(lon.toFixed(DECIMALS)) }
      const path = '/weatherapi/locationforecast/2.0/complete'
      const { geometry, properties } = await http.json(path, Forecast, { query })
      http.dated(Date.parse(properties.meta.updated_at))
      const [lonOf, latOf] = geometry.coordinates
      const all = properties.timeseries.map((entry) => ({ ...entry, atMs: Date.parse(entry.time) }))
      const from = all.findIndex(({ atMs }) => atMs >= now)
      if (from < 0) throw new Fault('upstream_failed', 'MET Norway sent a forecast of the past.')
      return { lat: latOf, lon: lonOf, all, from }
    }

    return {
      async daily(place: WeatherPlace, tz: string, days: number, now: number) {
        const { lat, lon, all, from } = await entries(place, now)
        return { lat, lon, days: dailyOf(all.slice(Math.max(0, from - 1)), tz).slice(0, days) }
      },

      async hourly(place: WeatherPlace, hours: number, now: number): Promise<ForecastHour[]> {
        const { all, from } = await entries(place, now)
        const untilMs = all[from]!.atMs + hours * HOUR_MS
        return all.slice(from).flatMap(({ atMs, data }, at, rest) => {
          const stepHours = ((rest[at + 1]?.atMs ?? atMs) - atMs) / HOUR_MS
          if (stepHours === 0 || atMs >= untilMs) return []
          const { details } = data.instant
          const period = stepHours === 1 ? data.next_1_hours : data.next_6_hours
          return {
            atMs,
            stepHours,
            tempC: details.air_temperature,
            precipMm: period?.details?.precipitation_amount ?? null,
            precipProbabilityPct: known(period?.details?.probability_of_precipitation, tenth),
            windKmh: kmhOf(details.wind_speed),
            cloudPct: tenth(details.cloud_area_fraction),
            summary: symbolWords(period?.summary?.symbol_code),
          }
        })
      },

      async current(place: WeatherPlace, now: number): Promise<CurrentWeather> {
        const { all, from } = await entries(place, now)
        const { atMs, data } = all[from]!
        const { details } = data.instant
        const symbol = (data.next_1_hours ?? data.next_6_hours)?.summary?.symbol_code
        return {
          atMs,
          tempC: details.air_temperature,
          feelsLikeC: apparentTempC({
            tempC: details.air_temperature,
            humidityPct: details.relative_humidity,
            windMetresPerSecond: details.wind_speed,
          }),
          humidityPct: tenth(details.relative_humidity),
          precipMm: data.next_1_hours?.details?.precipitation_amount ?? null,
          windKmh: kmhOf(details.wind_speed),
          windDirDeg: Math.round(details.wind_from_direction) % 360,
          gustKmh: known(details.wind_speed_of_gust, kmhOf),
          pressureHpa: tenth(details.air_pressure_at_sea_level),
          cloudPct: tenth(details.cloud_area_fraction),
          summary: symbolWords(symbol),
          isDay: symbol?.endsWith('_day') ? true : symbol?.endsWith('_night') ? false : null,
        }
      },
    }
  },
})
