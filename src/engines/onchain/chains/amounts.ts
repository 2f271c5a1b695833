import { badInput } from '../../../base/core/fault.ts'

const DECIMAL = /^(-?)(\d{1,78})(?:\.(\d{0,77}))?$/

/** Converts an amount such as 0.01 to base units. More decimals than the token has are refused. */
export function baseUnits(field: string, amount: string, decimals: number): bigint {
  const [all, minus, whole = '', part = ''] = DECIMAL.exec(amount.trim()) ?? []
  if (all === undefined)
    throw badInput(`${field}: must be a decimal number with a point, such as 1234.5.`)
  const digits = part.replace(/0+$/, '')
  if (digits.length > decimals)
    throw badInput(`${field}: has ${digits.length} decimals, and the token has ${decimals}.`)
  const base = BigInt(whole + digits.padEnd(decimals, '0'))
  return minus === '-' ? -base : base
}

/** An amount of base units as a decimal with all its digits, without trailing zeros. */
export function tokenUnits(base: bigint, decimals: number): string {
  const digits = (base < 0n ? -base : base).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${base < 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`
}

/** As a float, for prices only. */
export const asNumber = (base: bigint, decimals: number): number =>
  Number(tokenUnits(base, decimals))
