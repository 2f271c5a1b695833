import type { Usd } from '../../base/core/money.ts'
import { isObject, type JsonObject } from '../../base/lib/json-object.ts'

/**
 * A price of another seller in billionths of a dollar, because some prices are below a millionth.
 * An integer, as all money is; never computed as a float.
 */
export type Nanos = number & { readonly unit: 'usd-nanos' }

const DIGITS = 9
const DOLLARS_MAX = 1_000_000

export const nanosOf = (amount: Usd): Nanos => (amount * 1_000) as Nanos

/** For fields such as `priceUsd`. */
export const dollarsOfNanos = (nanos: Nanos): number => nanos / 10 ** DIGITS

/** Words around an amount that still mean dollars for one call. */
const DOLLARS =
  /^(?:us\$|\$|usd[cg]?\s)?\s*(\d+(?:[.,]\d+)?)\s*(?:usd[cgt]?|dollars?)?(?:\s*(?:per|\/)\s*(?:call|request|query))?$/i
const CENTS = /^(\d+(?:\.\d+)?)\s*(?:cents?|¢)$/i
/** `1,000` may be a thousand or one; `0,005` cannot. */
const COMMA_DECIMAL = /^0,\d+$/

/**
 * Reads a price in a seller's document; null if it is ambiguous. Zero is a price: the route is
 * free. An object with `decimals` counts base units, as does one whose `asset` is a token address
 * with six decimals; all others count dollars.
 */
export function priceOf(written: unknown): Nanos | null {
  if (typeof written === 'number') return ofNumber(written)
  if (typeof written === 'string') return ofText(written.trim())
  return isObject(written) ? ofObject(written) : null
}

function ofText(text: string): Nanos | null {
  if (/^free$/i.test(text)) return 0 as Nanos
  const cents = CENTS.exec(text)?.[1]
  if (cents !== undefined) return scaled(cents, -2)
  const [, amount = ''] = DOLLARS.exec(text) ?? []
  if (COMMA_DECIMAL.test(amount)) return scaled(amount.replace(',', '.'), 0)
  return amount.includes(',') ? null : scaled(amount, 0)
}

/** A float such as 0.005 is rounded to twelve digits. */
const ofNumber = (value: number): Nanos | null =>
  Number.isFinite(value) && value >= 0 && value <= DOLLARS_MAX ? scaled(value.toFixed(12), 0) : null

const CURRENCIES = /^(usd[ctg]?|us\$|\$|dollars?)$/i

function ofObject(price: JsonObject): Nanos | null {
  const { mode, amount, decimals } = price
  const currency = price['currency'] ?? price['token'] ?? price['asset_label'] ?? 'USD'
  if (mode !== undefined && mode !== 'fixed') return null
  if (amount === undefined || amount === null)
    return priceOf(price['price'] ?? price['usd'] ?? null)
  if (typeof decimals === 'number') return unitsOf(amount, decimals)
  return typeof currency === 'string' && CURRENCIES.test(currency) ? priceOf(amount) : null
}

/** Converts base units of a dollar token to nanos. */
export function unitsOf(amount: unknown, decimals: number): Nanos | null {
  const digits = typeof amount === 'number' ? String(amount) : amount
  const isCount = typeof digits === 'string' && /^(0|[1-9]\d{0,40})$/.test(digits)
  return isCount && Number.isInteger(decimals) && decimals >= 0 && decimals <= 36
    ? scaled(digits, -decimals)
    : null
}

/** The decimal `text` times a power of ten, in nanos, rounded up. */
function scaled(text: string, exponent: number): Nanos | null {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '') return null
  const shift = DIGITS + exponent - fraction.length
  const digits = BigInt(whole + fraction)
  const nanos =
    shift >= 0
      ? digits * 10n ** BigInt(shift)
      : (digits + 10n ** BigInt(-shift) - 1n) / 10n ** BigInt(-shift)
  return nanos <= BigInt(DOLLARS_MAX) * 10n ** BigInt(DIGITS) ? (Number(nanos) as Nanos) : null
}
