/** Decimal numbers without binary floats: `digits` counts units of 10 to the power -`scale`. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

export const ROUNDING_MODES = [
  'half-even',
  'half-up',
  'half-down',
  'up',
  'down',
  'ceil',
  'floor',
] as const

export type RoundingMode = (typeof ROUNDING_MODES)[number]

const LITERAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/
const SCALE_MAX = 1_000
/** Significant digits of results that do not end, such as quotients. */
const WORKING_DIGITS = 50

export const ZERO: Decimal = { digits: 0n, scale: 0 }
export const ONE: Decimal = { digits: 1n, scale: 0 }

/** The decimal that a text or a number is written as; nothing where it is none. */
export function parseDecimal(literal: string | number): Decimal | undefined {
  const [all, mark, whole = '', part = '', power = '0'] = LITERAL.exec(String(literal)) ?? []
  const scale = part.length - Number(power)
  if (all === undefined || whole + part === '' || Math.abs(scale) > SCALE_MAX) return undefined
  const value = BigInt(whole + part) * (mark === '-' ? -1n : 1n)
  return scale < 0 ? { digits: value * tenTo(-scale), scale: 0 } : { digits: value, scale }
}

/** As `parseDecimal`, for what a schema has already checked. */
export function decimal(literal: string | number): Decimal {
  const value = parseDecimal(literal)
  if (value === undefined) throw new RangeError('no decimal')
  return value
}

export const whole = (digits: bigint): Decimal => ({ digits, scale: 0 })

export const tenTo = (power: number): bigint => 10n ** BigInt(power)

/** The text with all the places that the scale has: 2.50. */
export function textOf({ digits, scale }: Decimal): string {
  const plain = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const at = plain.length - scale
  const mark = digits < 0n ? '-' : ''
  return scale === 0 ? mark + plain : `${mark}${plain.slice(0, at)}.${plain.slice(at)}`
}

/** The text without zeros at its end: 2.5. */
export function shortTextOf(value: Decimal): string {
  const long = textOf(value)
  if (value.scale === 0) return long
  let end = long.length
  while (long[end - 1] === '0') end -= 1
  return long.slice(0, long[end - 1] === '.' ? end - 1 : end)
}

export const numberOf = (value: Decimal): number => Number(textOf(value)) + 0

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { digits: at(a, scale) + at(b, scale), scale }
}

export const negated = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale })

export const minus = (a: Decimal, b: Decimal): Decimal => plus(a, negated(b))

export const times = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  scale: a.scale + b.scale,
})

export const sumOf = (values: readonly Decimal[]): Decimal => values.reduce(plus, ZERO)

/** -1, 0 or 1. */
export function compare(a: Decimal, b: Decimal): number {
  const { digits } = minus(a, b)
  return digits < 0n ? -1 : digits > 0n ? 1 : 0
}

export const smaller = (a: Decimal, b: Decimal): Decimal => (compare(a, b) <= 0 ? a : b)

export const isZero = ({ digits }: Decimal): boolean => digits === 0n

/** To so many places; a negative number of places rounds to tens, hundreds and so on. */
export function rounded(value: Decimal, places: number, mode: RoundingMode = 'half-even'): Decimal {
  if (value.scale <= places) return { digits: at(value, places), scale: places }
  const units = roundedQuotient(value.digits, tenTo(value.scale - places), mode)
  return places < 0 ? whole(units * tenTo(-places)) : { digits: units, scale: places }
}

/** To so many significant digits. */
export function toSignificant(
  value: Decimal,
  digits = WORKING_DIGITS,
  mode: RoundingMode = 'half-even',
): Decimal {
  if (isZero(value)) return value
  const excess = digitCount(value.digits) - digits
  return excess <= 0 ? value : rounded(value, value.scale - excess, mode)
}

const digitCount = (digits: bigint): number => String(digits < 0n ? -digits : digits).length

/** The quotient, to 50 significant digits. */
export function over(a: Decimal, b: Decimal): Decimal {
  const places = WORKING_DIGITS + Math.max(0, digitCount(b.digits) - digitCount(a.digits)) + 1
  const scale = Math.max(0, places + a.scale - b.scale)
  return toSignificant({
    digits: roundedQuotient(a.digits * tenTo(scale - a.scale + b.scale), b.digits, 'half-even'),
    scale,
  })
}

/** A whole power, to 50 significant digits. */
export function power(base: Decimal, exponent: number): Decimal {
  if (exponent < 0) return over(ONE, power(base, -exponent))
  let result = ONE
  let square = base
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = toSignificant(times(result, square), WORKING_DIGITS + 10)
    if (left > 1) square = toSignificant(times(square, square), WORKING_DIGITS + 10)
  }
  return toSignificant(result)
}

/** The quotient of whole numbers by a mode of rounding; the divisor may have any sign. */
export function roundedQuotient(dividend: bigint, divisor: bigint, mode: RoundingMode): bigint {
  const [n, d] = divisor < 0n ? [-dividend, -divisor] : [dividend, divisor]
  const quotient = n / d
  const rest = n % d
  if (rest === 0n) return quotient
  const half = (rest < 0n ? -rest : rest) * 2n - d
  return isAway[mode](half, quotient, n < 0n) ? quotient + (n < 0n ? -1n : 1n) : quotient
}

/** Whether a quotient that is cut off goes on to the next one away from zero. */
const isAway: Readonly<
  Record<RoundingMode, (half: bigint, quotient: bigint, isNegative: boolean) => boolean>
> = {
  'half-even': (half, quotient) => half > 0n || (half === 0n && quotient % 2n !== 0n),
  'half-up': (half) => half >= 0n,
  'half-down': (half) => half > 0n,
  up: () => true,
  down: () => false,
  ceil: (_half, _quotient, isNegative) => !isNegative,
  floor: (_half, _quotient, isNegative) => isNegative,
}

const at = ({ digits, scale }: Decimal, places: number): bigint =>
  places >= scale ? digits * tenTo(places - scale) : digits
