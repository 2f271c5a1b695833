import { parseDecimal, tenTo } from '../../../../engines/numbers/decimal.ts'

/** Fractions of big integers, in lowest terms, with a positive denominator. */
export interface Rational {
  readonly top: bigint
  readonly bottom: bigint
}

export const NONE: Rational = { top: 0n, bottom: 1n }
export const UNIT: Rational = { top: 1n, bottom: 1n }

export const rational = (top: bigint, bottom = 1n): Rational => {
  const shared = divisor(top, bottom) * (bottom < 0n ? -1n : 1n)
  return { top: top / shared, bottom: bottom / shared }
}

export const plus = (a: Rational, b: Rational): Rational =>
  rational(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)

export const times = (a: Rational, b: Rational): Rational =>
  rational(a.top * b.top, a.bottom * b.bottom)

export const over = (a: Rational, b: Rational): Rational =>
  rational(a.top * b.bottom, a.bottom * b.top)

export const minus = ({ top, bottom }: Rational): Rational => ({ top: -top, bottom })

/** The fraction that a literal stands for; undefined if it is not a decimal number. */
export function rationalOf(literal: string): Rational | undefined {
  const read = parseDecimal(literal)
  return read && rational(read.digits, tenTo(read.scale))
}

const lengthOf = (value: bigint): number => String(value < 0n ? -value : value).length

/** The nearest float, even if both parts exceed the range of floats. */
export function floatOf({ top, bottom }: Rational): number {
  const places = Math.max(0, 20 - lengthOf(top) + lengthOf(bottom))
  return Number(`${(top * tenTo(places)) / bottom}e-${places}`)
}

export function divisor(a: bigint, b: bigint): bigint {
  let [one, other] = [a < 0n ? -a : a, b < 0n ? -b : b]
  while (other > 0n) [one, other] = [other, one % other]
  return one === 0n ? 1n : one
}
