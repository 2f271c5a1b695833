import { z } from 'zod'
import { numericText } from '../../../../base/lib/fields.ts'

/** Language editions that have their own host, such as `de`, `simple` or `zh-yue`. */
export const wikiLanguage = () =>
  z
    .string()
    .max(20)
    .regex(/^[a-z]{2,8}(-[a-z]{2,8}){0,2}$/, { error: 'must be a language code such as en' })
    .default('en')

export const limitOf = (standard: number, most: number) =>
  z.int().min(1).max(most).default(standard).describe(`Most results, 1 to ${most}.`)

/** A number as it is printed on products, with spaces and hyphens; read as text. */
export const printedNumber = () =>
  numericText(30).pipe(
    z.string().regex(/^[\dXx -]+$/, { error: 'must be digits, with spaces and hyphens between' }),
  )
