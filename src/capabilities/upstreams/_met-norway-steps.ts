import { Temporal } from 'temporal-polyfill'
import { HOUR_MS } from '../../base/core/milliseconds.ts'
import { kmhOf, known, tenth } from '../../engines/numbers/units-weather.ts'
import type { ForecastDay } from './_weather.ts'

interface Period {
  readonly summary?: { readonly symbol_code: string } | null | undefined
  readonly details?: Readonly<Partial<Record<Amount, number | null | undefined>>> | null | undefined
}

type Amount =
  | 'precipitation_amount'
  | 'probability_of_precipitation'
  | 'air_temperature_max'
  | 'air_temperature_min'

type Instant = Readonly<
  Record<'air_temperature' | 'wind_speed', number> & {
    ultraviolet_index_clear_sky?: number | null | undefined
  }
>

interface Entry {
  readonly atMs: number
  readonly data: {
    readonly instant: { readonly details: Instant }
    readonly next_1_hours?: Period | null | undefined
    readonly next_6_hours?: Period | null | undefined
    readonly next_12_hours?: Period | null | undefined
  }
}

interface Sums {
  hours: number
  readonly temps: number[]
  readonly winds: number[]
  readonly uvs: number[]
  readonly chances: number[]
  precipMm: number | null
  /** From the period that begins nearest to the morning. */
  symbol: { readonly code: string; readonly offHours: number } | null
}

const MORNING = 8

/** Days in a zone, from steps of an hour at first and of six hours later. */
export function dailyOf(entries: readonly Entry[], tz: string): readonly ForecastDay[] {
  const days = new Map<string, Sums>()
  const dayAt = (atMs: number): Sums => {
    const date = localOf(atMs, tz).toPlainDate().toString()
    const fresh: Sums = {
      hours: 0,
      temps: [],
      winds: [],
      uvs: [],
      chances: [],
      precipMm: null,
      symbol: null,
    }
    const day = days.get(date) ?? fresh
    days.set(date, day)
    return day
  }
  for (const [at, entry] of entries.entries()) {
    const next = entries[at + 1]
    if (next) addStep(entry, Math.round((next.atMs - entry.atMs) / HOUR_MS), { dayAt, tz })
  }
  return [...days].map(([date, day]) => ({
    date,
    tempMinC: known(least(day.temps), tenth),
    tempMaxC: known(most(day.temps), tenth),
    precipMm: known(day.precipMm, tenth),
    precipProbabilityPct: known(most(day.chances), tenth),
    windMaxKmh: known(most(day.winds), kmhOf),
    uvMax: most(day.uvs),
    coverageHours: day.hours,
    summary: symbolWords(day.symbol?.code),
  }))
}

interface Days {
  dayAt(atMs: number): Sums
  readonly tz: string
}

/** Precipitation of a six-hour step is divided among its hours if a midnight is within it. */
function addStep({ atMs, data }: Entry, stepHours: number, { dayAt, tz }: Days): void {
  const { details } = data.instant
  const first = dayAt(atMs)
  first.temps.push(details.air_temperature)
  first.winds.push(details.wind_speed)
  const uv = details.ultraviolet_index_clear_sky
  if (typeof uv === 'number') first.uvs.push(uv)
  const period = stepHours === 1 ? data.next_1_hours : data.next_6_hours
  const amount = period?.details?.precipitation_amount
  for (let hour = 0; hour < stepHours; hour += 1) {
    const day = dayAt(atMs + hour * HOUR_MS)
    day.hours += 1
    if (typeof amount === 'number') day.precipMm = (day.precipMm ?? 0) + amount / stepHours
  }
  const middle = dayAt(atMs + (stepHours * HOUR_MS) / 2)
  const { probability_of_precipitation: chance } = period?.details ?? {}
  if (typeof chance === 'number') middle.chances.push(chance)
  if (stepHours > 1)
    for (const name of ['air_temperature_min', 'air_temperature_max'] as const) {
      const temp = period?.details?.[name]
      if (typeof temp === 'number') middle.temps.push(temp)
    }
  const code = (data.next_12_hours ?? data.next_6_hours ?? data.next_1_hours)?.summary?.symbol_code
  const offHours = Math.abs(localOf(atMs, tz).hour - MORNING)
  if (code && (first.symbol === null || offHours < first.symbol.offHours))
    first.symbol = { code, offHours }
}

const localOf = (atMs: number, tz: string) =>
  Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(tz)

const most = (values: readonly number[]) => (values.length > 0 ? Math.max(...values) : null)
const least = (values: readonly number[]) => (values.length > 0 ? Math.min(...values) : null)

const SKIES: Readonly<Record<string, string>> = {
  clearsky: 'Clear sky',
  fair: 'Mainly clear',
  partlycloudy: 'Partly cloudy',
  cloudy: 'Overcast',
  fog: 'Fog',
}
const SYMBOL = /^(light|heavy)?s?(rain|sleet|snow)(showers)?(andthunder)?$/

/** A symbol code in words; null for an unknown code. */
export function symbolWords(code: string | undefined): string | null {
  const [base = ''] = code?.split('_') ?? []
  const sky = SKIES[base]
  if (sky) return sky
  const [, strength, kind, showers, thunder] = SYMBOL.exec(base) ?? []
  if (!kind) return null
  const words = [strength, kind, showers].filter(Boolean).join(' ')
  const text = thunder ? `${words} and thunder` : words
  return text.charAt(0).toUpperCase() + text.slice(1)
}
