import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import {
  type Decimal,
  decimal,
  ONE,
  over,
  plus,
  rounded,
  textOf,
  times,
  whole,
} from '../../../../engines/numbers/decimal.ts'
import { decimalField } from '../../../../engines/numbers/number-fields.ts'

/** Fields and formulas that the tools about loans, savings and debts share. */

export const PERIODS_MAX = 36_500

/** Digits after the point of amounts: cents, unless the currency has others. */
export const placesField = () =>
  z.int().min(0).max(8).default(2).describe('Decimals of amounts, 0 to 8: 2 for cents, 0 for yen.')

export const rateField = () => decimalField({ min: -99.999999, max: 1_000_000 })

export const yearsField = () => decimalField({ above: 0, max: 200 })

export const perYearField = () =>
  z.int().min(1).max(365).default(12).describe('Periods in a year, 1 to 365; 12 is monthly.')

/** A percentage per year as a fraction per period. */
export const periodicRate = (annualPct: Decimal, perYear: number): Decimal =>
  over(annualPct, whole(100n * BigInt(perYear)))

/** Interest of one period. The division comes last, so that half a cent stays exact. */
export const interestOn = (balance: Decimal, annualPct: Decimal, perYear: number): Decimal =>
  over(times(balance, annualPct), whole(100n * BigInt(perYear)))

export const growthOf = (rate: Decimal): Decimal => plus(ONE, rate)

/** Whole periods in so many years. */
export function periodsIn(years: string | number, perYear: number): number {
  const { digits, scale } = times(decimal(years), whole(BigInt(perYear)))
  const unit = 10n ** BigInt(scale)
  if (digits % unit !== 0n)
    throw badInput(`years: must make a whole number of periods at ${perYear} in a year`)
  return Number(digits / unit)
}

/** An amount in whole cents, or what the currency has; one that rounds to nothing is refused. */
export function payable(field: string, amount: Decimal, places: number): Decimal {
  const cents = rounded(amount, places)
  if (cents.digits !== 0n) return cents
  const least = textOf({ digits: 1n, scale: places })
  throw badInput(`${field}: must make amounts of at least ${least}; decimals is ${places}`)
}

export const money = (value: Decimal, places: number): string => textOf(rounded(value, places))

export function needed<Value>(field: string, value: Value | undefined, why: string): Value {
  if (value === undefined) throw badInput(`${field}: must be given ${why}`)
  return value
}
