import type { Reader } from './_reader.ts'

export interface Amount {
  /** As it is written in the text. */
  readonly text: string
  readonly value: number
  /** ISO 4217 code, or the symbol of a coin. */
  readonly currency: string
}

const SYMBOLS: Readonly<Record<string, string>> = {
  US$: 'USD',
  A$: 'AUD',
  C$: 'CAD',
  R$: 'BRL',
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  '₺': 'TRY',
  '₴': 'UAH',
  '₿': 'BTC',
}

const CODES =
  'USD|EUR|GBP|JPY|CHF|CNY|INR|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|TRY|BRL|MXN|ZAR|KRW|SGD|HKD|ILS|AED|SAR|THB|IDR|MYR|PHP|VND|UAH|USDC|USDT|BTC|ETH|SOL'

const WORDS: Readonly<Record<string, string>> = {
  dollar: 'USD',
  euro: 'EUR',
  pound: 'GBP',
  yen: 'JPY',
}

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  trillion: 1e12,
}

const SIGN = '(?:US|A|C|R)?\\$|[€£¥₹₩₽₺₴₿]'
const NUMBER = "\\d{1,15}(?:[.,' ’]\\d{3}){0,5}(?:[.,]\\d{1,18})?"
const SCALE = '(?: ?(?:k|mn|m|bn|b|thousand|million|billion|trillion)\\b)?'

const BEFORE = new RegExp(`(?<![\\w$])(${SIGN}|(?:${CODES}) ?) ?(-?${NUMBER})(${SCALE})`, 'giu')
const AFTER = new RegExp(
  `(?<![\\w.,$])(-?${NUMBER})(${SCALE}) ?(${SIGN}|(?:${CODES})\\b|dollars?\\b|euros?\\b|pounds?\\b|yen\\b)`,
  'giu',
)

export const amountsIn = (reader: Reader): readonly Amount[] => [
  ...reader.take(BEFORE, ([text, currency = '', number = '', scale = '']) =>
    amountOf(text, currency, number, scale),
  ),
  ...reader.take(AFTER, ([text, number = '', scale = '', currency = '']) =>
    amountOf(text, currency, number, scale),
  ),
]

function amountOf(text: string, named: string, number: string, scale: string): Amount | null {
  const name = named.trim()
  const word = WORDS[name.toLowerCase().replace(/s$/, '')] ?? WORDS[name.toLowerCase()]
  const currency = SYMBOLS[name.toUpperCase()] ?? word ?? name.toUpperCase()
  const value = numberOf(number) * (SCALES[scale.trim().toLowerCase()] ?? 1)
  return Number.isFinite(value) ? { text: text.trim(), value, currency } : null
}

/** The last dot or comma is the decimal separator, unless it is where thousands are separated. */
function numberOf(text: string): number {
  const bare = text.replaceAll(/[ '’]/g, '')
  const [, whole = bare, mark = '', decimals = ''] = /^(.*)([.,])(\d+)$/.exec(bare) ?? []
  const digits = whole.replaceAll(/[.,]/g, '')
  const isThousands =
    decimals.length === 3 &&
    (mark === ',' || /[.]/.test(whole)) &&
    !whole.includes(mark === ',' ? '.' : ',') &&
    digits.replace('-', '') !== '0'
  return Number(isThousands || mark === '' ? digits + decimals : `${digits}.${decimals}`)
}
