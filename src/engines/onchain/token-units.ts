import { parseDecimal, shortTextOf, tenTo } from '../numbers/decimal.ts'

/** Base units as text in units of the token: `10000` of six decimals is `0.01`. */
export const unitsOf = (base: string | bigint, decimals: number): string =>
  shortTextOf({ digits: BigInt(base), scale: decimals })

/**
 * Parses an amount into base units, or returns the problem as a sentence. Nothing is rounded: more
 * decimals than the token has are refused.
 */
export function baseOf(amount: string, decimals: number): bigint | string {
  const read = /^\d{1,60}(\.\d{1,60})?$/.test(amount) ? parseDecimal(amount) : undefined
  if (!read) return 'must be a decimal number as text, such as 12.5'
  const { digits, scale } = read
  if (scale <= decimals) return digits * tenTo(decimals - scale)
  const divisor = tenTo(scale - decimals)
  return digits % divisor === 0n
    ? digits / divisor
    : `must have at most ${decimals} decimals, as the token has`
}
