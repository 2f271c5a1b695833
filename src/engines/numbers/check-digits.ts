/** Check digits, which are appended to a number to detect most copying errors. */

export interface CheckScheme {
  /** The valid texts, without check digits. */
  readonly takes: RegExp
  /** What `takes` allows, for messages. */
  readonly allowed: string
  /** The number of check digits at the end. */
  readonly length: number
  checkOf(payload: string): string
}

const DIGITS = { takes: /^\d+$/, allowed: 'digits', length: 1 }

const digitsOf = (text: string): readonly number[] => Array.from(text).map(Number)

/** The sum of digits times weights that repeat, from the right. */
const weighedFromRight = (text: string, weights: readonly number[]): number =>
  digitsOf(text)
    .toReversed()
    .reduce((sum, digit, at) => sum + digit * (weights[at % weights.length] ?? 0), 0)

const toTen = (sum: number): string => String((10 - (sum % 10)) % 10)

function luhnSum(text: string): number {
  return digitsOf(text)
    .toReversed()
    .reduce((sum, digit, at) => {
      const value = at % 2 === 0 ? digit * 2 : digit
      return sum + (value > 9 ? value - 9 : value)
    }, 0)
}

/** The dihedral group of the pentagon. */
const times = (a: number, b: number): number => {
  const turned = a < 5 ? (a + b) % 5 : (a - b + 5) % 5
  return a < 5 === b < 5 ? turned : turned + 5
}
const INVERSE = [0, 4, 3, 2, 1, 5, 6, 7, 8, 9]
const PERMUTATION = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

function verhoeffOf(text: string): string {
  let sum = 0
  for (const [at, digit] of digitsOf(text).toReversed().entries()) {
    let turned = digit
    for (let turn = 0; turn < (at + 1) % 8; turn += 1) turned = PERMUTATION[turned] ?? 0
    sum = times(sum, turned)
  }
  return String(INVERSE[sum])
}

const DAMM = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
]

const dammOf = (text: string): string =>
  String(digitsOf(text).reduce((row, digit) => Number(DAMM[row]?.[digit]), 0))

const ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*'

/** ISO 7064: one character, by a modulus and a radix. */
const pure = (modulus: number, radix: number) => (text: string) => {
  const sum = Array.from(text).reduce(
    (total, character) => ((total + ALPHANUMERIC.indexOf(character)) * radix) % modulus,
    0,
  )
  return (modulus + 1 - sum) % modulus
}

/** ISO 7064 with two moduli, one more than the other. */
function hybridOf(text: string, modulus: number): number {
  const rest = Array.from(text).reduce((product, character) => {
    const sum = (product + ALPHANUMERIC.indexOf(character)) % modulus || modulus
    return (sum * 2) % (modulus + 1)
  }, modulus)
  return (modulus + 1 - rest) % modulus
}

function mod97Of(text: string): string {
  const rest = Array.from(`${text}00`).reduce((sum, character) => {
    const value = ALPHANUMERIC.indexOf(character)
    return (sum * (value > 9 ? 100 : 10) + value) % 97
  }, 0)
  return String(98 - rest).padStart(2, '0')
}

const withX = (value: number): string => (value === 10 ? 'X' : String(value))

const LETTERED = { takes: /^[0-9A-Z]+$/, allowed: 'digits and the letters A to Z' }

export const CHECK_SCHEMES = {
  luhn: { ...DIGITS, checkOf: (text) => toTen(luhnSum(text)) },
  verhoeff: { ...DIGITS, checkOf: verhoeffOf },
  damm: { ...DIGITS, checkOf: dammOf },
  ean: { ...DIGITS, checkOf: (text) => toTen(weighedFromRight(text, [3, 1])) },
  mod97: { ...LETTERED, length: 2, checkOf: mod97Of },
  mod11: { ...DIGITS, checkOf: (text) => withX(pure(11, 2)(text)) },
  'mod11-10': { ...DIGITS, checkOf: (text) => String(hybridOf(text, 10)) },
  'mod37-2': { ...LETTERED, length: 1, checkOf: (text) => ALPHANUMERIC[pure(37, 2)(text)] ?? '' },
  'mod37-36': { ...LETTERED, length: 1, checkOf: (text) => ALPHANUMERIC[hybridOf(text, 36)] ?? '' },
  isbn10: {
    takes: /^\d{9}$/,
    allowed: 'nine digits',
    length: 1,
    checkOf: (text) =>
      withX((11 - (weighedFromRight(text, [2, 3, 4, 5, 6, 7, 8, 9, 10]) % 11)) % 11),
  },
} as const satisfies Readonly<Record<string, CheckScheme>>

export type CheckSchemeName = keyof typeof CHECK_SCHEMES
