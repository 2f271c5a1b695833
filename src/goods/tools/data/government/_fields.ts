import { z } from 'zod'

/** Text that a source may leave out. */
export const nullableText = () => z.string().nullable()
export const date = () => nullableText().describe('Day, YYYY-MM-DD.')

export const since = (what: string) =>
  z.iso.date().optional().describe(`Only ${what} of this day or later, YYYY-MM-DD.`)
