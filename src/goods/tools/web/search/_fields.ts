import { z } from 'zod'
import { searchText } from '../../../../base/lib/fields.ts'

/** Fields that all searches share. */

export const query = () => searchText(400)

export const freshness = () =>
  z
    .enum(['pd', 'pw', 'pm', 'py'])
    .optional()
    .describe('Only pages of the past day, week, month or year.')

export const countryCode = () =>
  z
    .string()
    .regex(/^[A-Za-z]{2}$/, { error: 'must be a two-letter country code such as DE' })
    .transform((code) => code.toUpperCase())
    .optional()
    .describe('ISO 3166-1 alpha-2 code of the country to search from, such as DE.')

export const dated = {
  title: z.string(),
  url: z.string(),
  description: z.string(),
  age: z.string().nullable().describe('Age in words, if known.'),
  publishedAt: z.string().nullable().describe('Time of publication, ISO 8601, if known.'),
}

export const neural = {
  title: z.string().nullable(),
  url: z.string(),
  publishedDate: z.string().nullable(),
  author: z.string().nullable(),
}
