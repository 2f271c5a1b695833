import { z } from 'zod'
import { searchText } from '../../../lib/fields.ts'

export const nullableText = () => z.string().nullable()

/** What each search of recalls takes. */
export const recallInput = (what: string) =>
  z.object({
    q: searchText(200).describe(`Words that must stand side by side in the ${what}.`),
    limit: z.int().min(1).max(100).default(10).describe('Most recalls, 1 to 100.'),
  })

export const classification = () =>
  nullableText().describe('Class I is the most dangerous, Class III the least.')
