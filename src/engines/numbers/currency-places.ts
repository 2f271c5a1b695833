import { badInput } from '../../base/core/fault.ts'

const KNOWN = new Set(Intl.supportedValuesOf('currency'))

/** Decimals of an ISO 4217 currency: 2 for cents, 0 for yen. */
export function currencyPlaces(currency: string): number {
  const code = currency.toUpperCase()
  if (!KNOWN.has(code)) throw badInput('currency: must be an ISO 4217 code such as USD or EUR')
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}
