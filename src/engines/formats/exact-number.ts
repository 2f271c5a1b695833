/** Numbers that keep all the digits they were written with, and text where they cannot. */

const DECIMAL = /^[+-]?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/

/** Whether JavaScript can represent a decimal without loss. */
export function isExact(literal: string): boolean {
  const value = Number(literal)
  return Number.isFinite(value) && sameDecimal(literal, String(value))
}

/** The number, or its text if a number would lose digits. */
export const exactOrText = (literal: string): number | string =>
  isExact(literal) ? Number(literal) : literal

function sameDecimal(a: string, b: string): boolean {
  const [left, right] = [a, b].map(decimalOf)
  return left?.digits === right?.digits && left?.exponent === right?.exponent
}

/** Digits without zeros at either end, and the power of ten of the last of them. */
function decimalOf(literal: string): { digits: string; exponent: number } | undefined {
  const [all, whole = '', part = '', power = '0'] = DECIMAL.exec(literal) ?? []
  if (all === undefined) return undefined
  const digits = (whole + part).replace(/^0+/, '')
  const bare = withoutTail(digits)
  if (bare === '') return { digits: '', exponent: 0 }
  return { digits: bare, exponent: Number(power) - part.length + digits.length - bare.length }
}

/** A pattern that is bound to the end would be quadratic here. */
function withoutTail(digits: string): string {
  let end = digits.length
  while (end > 0 && digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}

/** Numbers that may lose digits. A text without any is parsed the quick way. */
const SUSPECT = /\d{16}|\d\.\d{14}|\d[eE][+-]?\d/

type Reviver = (this: unknown, key: string, value: unknown, at: { source?: string }) => unknown

/** Like `JSON.parse`, but a number that would lose digits stays text. `lost` is called for each. */
export function parseExactJson(text: string, lost: (literal: string) => void = () => {}): unknown {
  if (!SUSPECT.test(text)) return JSON.parse(text)
  const revive: Reviver = (_key, value, { source }) => {
    if (typeof value !== 'number' || source === undefined || isExact(source)) return value
    lost(source)
    return source
  }
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown)
}

/** A whole number of any length. */
export const wholeOrText = (value: bigint): number | string =>
  value >= -MAX_SAFE && value <= MAX_SAFE ? Number(value) : String(value)

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)
