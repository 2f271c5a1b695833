import { z } from 'zod'
import { usd, type Dollars } from '../../base/core/money.ts'

/** Kinds of settings that are written as text. */

/** Parted by commas. */
export const listOf = (item: z.ZodString) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .pipe(z.array(item))

/** Text in which a check finds no problem. */
export const sound = (problemOf: (text: string) => string | null) =>
  z.superRefine<string>((text, { addIssue }) => {
    const message = problemOf(text)
    if (message) addIssue({ code: 'custom', message })
  })

interface Bounds {
  readonly least?: Dollars
  readonly most?: Dollars
}

/** Dollars, as integer micro-dollars. */
export const dollars = (written: string, { least = '$0', most = '$999999' }: Bounds = {}) =>
  z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6})?$/, { error: 'must be dollars without a sign, such as 2.50' })
    .default(written)
    .transform((text) => usd(`$${text}` as Dollars))
    .refine((amount) => amount >= usd(least) && amount <= usd(most), {
      error: `must be ${least} to ${most}`,
    })

/** A share in percent, as integer millionths. */
export const percent = (written: string, most: number) =>
  z
    .string()
    .regex(/^\d{1,3}(\.\d{1,4})?$/, { error: 'must be a percentage, such as 2.9' })
    .default(written)
    .transform((text) => usd(`$${text}` as Dollars) / 100)
    .refine((millionths) => millionths <= most * 10_000, { error: `must be at most ${most}` })
