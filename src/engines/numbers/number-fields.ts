import { z } from 'zod'
import { type Decimal, parseDecimal } from './decimal.ts'

/** Input fields for numbers that must not lose digits: a JSON number, or text. */

const DIGITS_MAX = 78
const MAGNITUDE_MAX = 1e15

interface DecimalBounds {
  readonly min?: number
  readonly max?: number
  readonly above?: number
}

/** The message for an invalid value. A missing value has the message of every field. */
export const saying =
  (problem: string) =>
  ({ input }: { readonly input?: unknown }): string | undefined =>
    input === undefined ? undefined : problem

/** A decimal number as number or text; `decimal(value)` of `lib/decimal.ts` reads it. */
export function decimalField({ min, max, above }: DecimalBounds = {}) {
  const lower = above === undefined ? `at least ${min ?? -MAGNITUDE_MAX}` : `above ${above}`
  const bounds = `${lower} and at most ${max ?? MAGNITUDE_MAX}`
  const error = saying(
    `must be a number, or decimal text of at most ${DIGITS_MAX} digits, ${bounds}`,
  )
  const inside = (literal: string | number): boolean => {
    const value = Number(literal)
    if (value > (max ?? MAGNITUDE_MAX)) return false
    return above === undefined ? value >= (min ?? -MAGNITUDE_MAX) : value > above
  }
  return z
    .union([z.number(), z.string().max(DIGITS_MAX + 2, { error })], { error })
    .refine((literal) => isShort(parseDecimal(literal)) && inside(literal), { error })
}

const isShort = (value: Decimal | undefined): boolean =>
  value !== undefined && value.scale <= DIGITS_MAX && String(value.digits).length <= DIGITS_MAX + 1

/** A whole number of any length as number or text; `BigInt(value)` reads it. */
export function integerField(digitsMax: number) {
  const error = saying(`must be a whole number, as text above 2^53, of at most ${digitsMax} digits`)
  const pattern = new RegExp(String.raw`^-?\d{1,${digitsMax}}$`)
  return z.union([z.int(), z.string().regex(pattern, { error })], { error })
}

/** A list of so many finite numbers. */
export const numbersField = (countMin: number, countMax: number) =>
  z.array(z.number().min(-MAGNITUDE_MAX).max(MAGNITUDE_MAX)).min(countMin).max(countMax)

/** Rounds away the digits that floats do not hold, and a negative zero. */
export const tidy = (value: number, digits = 12): number => Number(value.toPrecision(digits)) + 0

/** As `tidy`; null for what could not be computed. */
export const tidied = (value: number | null | undefined): number | null =>
  value === null || value === undefined || !Number.isFinite(value) ? null : tidy(value)

/** A share of one in percent, tidied. */
export const percentOf = (share: number | null | undefined): number | null =>
  tidied(share === null || share === undefined ? null : share * 100)
