import { z } from 'zod'

/** Fields by which tools name places. */

export const latitude = () => z.number().min(-90).max(90)
export const longitude = () => z.number().min(-180).max(180)

const CODES = /^\s*[A-Za-z]{2}(\s*,\s*[A-Za-z]{2}){0,49}\s*$/

/** ISO 3166-1 alpha-2 codes, comma-separated; read as lower case without white space. */
export const countryCodes = () =>
  z
    .string()
    .regex(CODES, { error: 'must be up to 50 two-letter country codes such as gb,de' })
    .transform((codes) => codes.toLowerCase().replaceAll(/\s/g, ''))
