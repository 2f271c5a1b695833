import { z } from 'zod'

/** Years for which the positions are exact to about a second. */
export const YEARS = {
  first: 1_700,
  last: 2_200,
  holds: (date: string): boolean => date >= '1700-01-01' && date <= '2200-12-31',
  error: 'must be a date of the years 1700 to 2200',
}

export const placeFields = {
  lat: z.number().min(-90).max(90).describe('Latitude in degrees, north positive.'),
  lon: z.number().min(-180).max(180).describe('Longitude in degrees, east positive.'),
}

/** A moment to the second. */
export const isoSecond = (at: Date): string =>
  new Date(Math.round(at.getTime() / 1_000) * 1_000).toISOString().replace('.000Z', 'Z')
