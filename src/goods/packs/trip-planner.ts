import findZone from '@photostructure/tz-lookup'
import { z } from 'zod'
import { part, textAt } from './_results.ts'
import { definePack } from './_runtime.ts'
import { placeOf, type Place } from './_places.ts'

const STOPS_MAX = 8
const KM_PER_HOUR = 80
const MINUTES_PER_HOUR = 60

const stopsOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((stop) => stop.trim())
    .filter((stop) => stop !== '')

export default definePack({
  title: 'Trip planner',
  tagline:
    'Stops placed on the map with distances, arrival time, working days and the weather at the end.',
  asks: [
    'plan a journey between cities',
    'itinerary with distances, arrival and weather at the destination',
    'plan my journey',
    'prepare a tour through several towns',
  ],
  input: z.object({
    stops: z
      .string()
      .max(2_000)
      .refine((text) => stopsOf(text).length >= 2 && stopsOf(text).length <= STOPS_MAX, {
        error: `must be 2 to ${STOPS_MAX} places, separated by commas`,
      })
      .describe(`Places in the order of the trip, 2 to ${STOPS_MAX}, separated by commas.`),
    startIso: z
      .string()
      .max(40)
      .refine((text) => START.safeParse(text).success, {
        error: 'must be a time such as 2026-05-01T08:00:00Z',
        abort: true,
      })
      .transform(
        (text) => new Date(/T.*[^Z]$/.test(text) && !OFFSET.test(text) ? `${text}Z` : text),
      )
      .transform((start) => start.toISOString())
      .describe('Departure in ISO 8601, in UTC unless it has an offset.'),
  }),
  steps: [
    { tool: 'geocode', input: ({ stops }) => stopsOf(stops).map((q) => ({ q })) },
    {
      tool: 'geo-distance',
      after: ['geocode'],
      input: (_given, results) => legsBetween(placesOf(results['geocode'])),
    },
    {
      tool: 'add-time',
      after: ['geo-distance'],
      input({ startIso }, results) {
        const duration = drivingTime(results['geo-distance'])
        return duration === null ? null : { from: startIso, duration }
      },
    },
    {
      tool: 'business-days',
      after: ['add-time'],
      input({ startIso }, results) {
        const end = textAt(results['add-time'], 'iso')
        return end === null ? null : { from: dayOf(startIso), to: dayOf(end) }
      },
    },
    {
      tool: 'time-convert',
      after: ['add-time', 'geocode'],
      input(_given, results) {
        const time = textAt(results['add-time'], 'iso')
        const end = placesOf(results['geocode'])?.at(-1)
        return time === null || !end ? null : { time, tz: findZone(end.lat, end.lon) }
      },
    },
    {
      tool: 'weather-forecast',
      after: ['geocode'],
      input: (_given, results) => placesOf(results['geocode'])?.at(-1) ?? null,
    },
  ],
  examples: [{ input: { stops: 'Berlin, Paris', startIso: '2026-06-01T08:00:00Z' } }],
})

const START = z.union([z.iso.datetime({ offset: true, local: true }), z.iso.date()])

const OFFSET = /[+-]\d\d:\d\d$/

const dayOf = (iso: string): string => iso.slice(0, 10)

/** Null if any stop is unknown: a trip with a gap has no length. */
function placesOf(geocoded: unknown): readonly Place[] | null {
  if (!Array.isArray(geocoded)) return null
  const places = geocoded.map(placeOf)
  return places.every((place) => place !== null) ? places : null
}

function legsBetween(places: readonly Place[] | null) {
  if (!places) return null
  return places.slice(1).map((to, at) => ({ from: { ...places[at] }, to }))
}

/** At the speed of a car on a straight line, in whole minutes. */
function drivingTime(legs: unknown): string | null {
  if (!Array.isArray(legs)) return null
  const km = legs.reduce((sum: number, leg) => sum + Number(part(leg, 'distanceKm')), 0)
  const minutes = Math.round((km / KM_PER_HOUR) * MINUTES_PER_HOUR)
  return `PT${Math.floor(minutes / MINUTES_PER_HOUR)}H${minutes % MINUTES_PER_HOUR}M`
}
