import { Temporal } from 'temporal-polyfill'
import type { Point } from '../numbers/geodesy.ts'
import { isoIn } from './instants.ts'

export interface Daylight {
  readonly sunriseIso: string | null
  readonly sunsetIso: string | null
}

/** Sunrise and sunset between two midnights of a zone; null on days without one. */
export async function daylightOf({ lat, lon }: Point, date: string, tz: string): Promise<Daylight> {
  const { Body, Observer, SearchRiseSet } = await import('astronomy-engine')
  const midnight = Temporal.PlainDate.from(date).toZonedDateTime(tz)
  const days = midnight.add({ days: 1 }).since(midnight).total('hours') / 24
  const observer = new Observer(lat, lon, 0)
  const start = new Date(midnight.epochMilliseconds)
  const [sunriseIso = null, sunsetIso = null] = ([1, -1] as const).map((way) => {
    const found = SearchRiseSet(Body.Sun, observer, way, start, days)
    if (!found) return null
    const toSecond = Math.round(found.date.getTime() / 1_000) * 1_000
    return isoIn(Temporal.Instant.fromEpochMilliseconds(toSecond).toZonedDateTimeISO(tz))
  })
  return { sunriseIso, sunsetIso }
}
