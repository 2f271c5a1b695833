import { z } from 'zod'
import { searchText, nullableText } from '../../../../base/lib/fields.ts'

/** Input of every recall search. */
export const recallInput = (what: string) =>
  z.object({
    q: searchText(200).describe(`Adjacent words of the ${what}.`),
    limit: z.int().min(1).max(100).default(10).describe('Most recalls, 1 to 100.'),
  })

export const classification = () =>
  nullableText().describe('Class of the recall: I is the most dangerous, III the least.')
