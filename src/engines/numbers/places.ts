import { z } from 'zod'

/** Fields by which tools name places. */

export const latitude = () => z.number().min(-90).max(90)
export const longitude = () => z.number().min(-180).max(180)

const Place = z.object({
  lat: latitude().describe('Latitude in degrees.'),
  lon: longitude().describe('Longitude in degrees.'),
})

/** A place as `{ lat, lon }`; `lng`, as many maps write, reads like `lon`. */
export const place = () =>
  z.preprocess((value) => {
    if (typeof value !== 'object' || value === null || 'lon' in value) return value
    const { lng, ...others } = value as Readonly<Record<string, unknown>>
    return lng === undefined ? value : { ...others, lon: lng }
  }, Place)

const CODES = /^\s*[A-Za-z]{2}(\s*,\s*[A-Za-z]{2}){0,49}\s*$/

/** ISO 3166-1 alpha-2 codes, comma-separated; read as lower case without white space. */
export const countryCodes = () =>
  z
    .string()
    .max(250)
    .regex(CODES, { error: 'must be up to 50 two-letter country codes such as gb,de' })
    .transform((codes) => codes.toLowerCase().replaceAll(/\s/g, ''))

/** A postal code without separators, for look-ups. */
export const plainPostcode = (postcode: string): string =>
  postcode.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
