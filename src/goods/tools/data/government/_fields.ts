import { z } from 'zod'
import { nullableText } from '../../../../base/lib/fields.ts'

export const date = () => nullableText().describe('Day, YYYY-MM-DD.')

export const since = (what: string) =>
  z.iso.date().optional().describe(`Only ${what} of this day or later, YYYY-MM-DD.`)
