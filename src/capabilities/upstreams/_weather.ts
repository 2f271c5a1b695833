import type { Capability } from '../../base/core/capability.ts'
import type { Setting } from '../../base/core/setting.ts'

/** A forecast in the units of the catalog, from any provider. */

export interface WeatherPlace {
  readonly lat: number
  readonly lon: number
}

export interface ForecastDay {
  /** Day in the zone of the request, YYYY-MM-DD. */
  readonly date: string
  readonly tempMinC: number | null
  readonly tempMaxC: number | null
  readonly precipMm: number | null
  readonly precipProbabilityPct: number | null
  readonly windMaxKmh: number | null
  readonly uvMax: number | null
  readonly coverageHours: number
  readonly summary: string | null
}

export interface DailyForecast extends WeatherPlace {
  readonly days: readonly ForecastDay[]
}

export interface ForecastHour {
  readonly atMs: number
  readonly stepHours: number
  readonly tempC: number
  readonly precipMm: number | null
  readonly precipProbabilityPct: number | null
  readonly windKmh: number | null
  readonly cloudPct: number | null
  readonly summary: string | null
}

export interface CurrentWeather {
  readonly atMs: number
  readonly tempC: number
  readonly feelsLikeC: number
  readonly humidityPct: number
  readonly precipMm: number | null
  readonly windKmh: number
  readonly windDirDeg: number
  readonly gustKmh: number | null
  readonly pressureHpa: number
  readonly cloudPct: number
  readonly summary: string | null
  readonly isDay: boolean | null
}

export interface Weather {
  /** Days from today in the zone; fewer if no forecast reaches that far. */
  daily(place: WeatherPlace, tz: string, days: number): Promise<DailyForecast>
  hourly(place: WeatherPlace, hours: number): Promise<readonly ForecastHour[]>
  current(place: WeatherPlace): Promise<CurrentWeather>
}

/** The settings of a provider that another one replaces when they are missing. */
export const optionalOf = ({ settings }: Capability<unknown>): readonly Setting[] =>
  settings.map(({ name, description, schema }) => ({
    name,
    description,
    ...(schema && { schema }),
  }))
