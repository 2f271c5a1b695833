import { currencyPlaces } from '../../../../engines/numbers/currency-places.ts'

/** Names of the hundredth (or thousandth), singular and plural; other currencies get a fraction. */
const MINOR: Readonly<Record<string, readonly [one: string, many: string]>> = {
  USD: ['cent', 'cents'],
  EUR: ['cent', 'cents'],
  AUD: ['cent', 'cents'],
  CAD: ['cent', 'cents'],
  NZD: ['cent', 'cents'],
  SGD: ['cent', 'cents'],
  HKD: ['cent', 'cents'],
  ZAR: ['cent', 'cents'],
  GBP: ['penny', 'pence'],
  INR: ['paisa', 'paise'],
  PKR: ['paisa', 'paise'],
  CHF: ['rappen', 'rappen'],
  MXN: ['centavo', 'centavos'],
  BRL: ['centavo', 'centavos'],
  PLN: ['grosz', 'groszy'],
  SEK: ['öre', 'öre'],
  NOK: ['øre', 'øre'],
  DKK: ['øre', 'øre'],
  CNY: ['fen', 'fen'],
  AED: ['fils', 'fils'],
}

interface CurrencyNames {
  /** Digits after the point. */
  readonly places: number
  readonly major: (count: string) => string
  readonly minor?: (count: string, words: string) => string
}

export function currencyNames(code: string): CurrencyNames {
  const names = MINOR[code]
  return {
    places: currencyPlaces(code),
    major: (count) => nameFor(code, count),
    ...(names && {
      minor: (count: string, words: string) => `${words} ${count === '1' ? names[0] : names[1]}`,
    }),
  }
}

function nameFor(code: string, count: string): string {
  const isOne = count === '1' || count === '-1'
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'name',
    maximumFractionDigits: 0,
  }).formatToParts(isOne ? 1 : 2)
  return parts.find(({ type }) => type === 'currency')?.value ?? code
}
