import { part } from './_results.ts'

export type Place = Readonly<Record<'lat' | 'lon', number>>

/** The best place of a geocoding, null if there is none. */
export function placeOf(geocoded: unknown): Place | null {
  const [lat, lon] = ['lat', 'lon'].map((name) => part(geocoded, 'results', 0, name))
  return typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : null
}
