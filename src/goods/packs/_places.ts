import { z } from 'zod'
import { part } from './_results.ts'

export type Place = Readonly<Record<'lat' | 'lon', number>>

/** The best place of a geocoding, null if there is none. */
export function placeOf(geocoded: unknown): Place | null {
  const [lat, lon] = ['lat', 'lon'].map((name) => part(geocoded, 'results', 0, name))
  return typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : null
}

/** A latitude or a longitude, as the text that skill packs take. */
const degrees = (name: string, most: number) =>
  z
    .string()
    .max(30)
    .transform((text) => (text.trim() === '' ? NaN : Number(text)))
    .refine((value) => Math.abs(value) <= most, {
      error: `must be degrees from -${most} to ${most}`,
    })
    .describe(`${name} in degrees, -${most} to ${most}.`)

export const pointFields = { lat: degrees('Latitude', 90), lon: degrees('Longitude', 180) }

/** The point itself, for tools that need no more. */
export const here = ({ lat, lon }: Place): Place => ({ lat, lon })
