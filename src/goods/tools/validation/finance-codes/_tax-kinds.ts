/** What the package does not know of a kind, or has wrong. Keys are country and kind. */
export interface TaxKind {
  /** Where the name in the package is wrong or missing. */
  readonly name?: string
  /** It is no number of a tax or of a person or company, and is tried only by its name. */
  readonly isOther?: true
  /** A way to write it that the package does not write itself. */
  readonly written?: RegExp
  /** Adds what the package wants to a number without punctuation. */
  readonly punctuate?: (bare: string) => string
  /** What must hold besides the package's own checks. */
  readonly also?: (bare: string) => boolean
  /** The whole check, where that of the package is wrong; the package decides what is left open. */
  readonly instead?: (bare: string) => boolean | undefined
  readonly ownersOf?: (bare: string) => {
    readonly isIndividual: boolean
    readonly isCompany: boolean
  }
}

const PERSON = { isIndividual: true, isCompany: false }
const COMPANY = { isIndividual: false, isCompany: true }

const startsAboveZero = { also: (bare: string) => !bare.startsWith('0') }
const isOther = { isOther: true } as const

const weighed = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0)

const below = (start: number): readonly number[] =>
  Array.from({ length: start - 1 }, (_, at) => start - at)

function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const pair = (text: string, at: number): number => Number(text.slice(at, at + 2))

function isLuhn(digits: string): boolean {
  const ends = Array.from(digits).toReversed()
  const sum = ends.reduce((all, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return all + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** In the first ten digits, one occurs two or three times, and each other one at most once. */
function isGermanId(bare: string): boolean {
  const digits = bare.slice(0, 10)
  const counts = Array.from('0123456789', (digit) => digits.split(digit).length - 1)
  const repeated = counts.filter((count) => count > 1)
  return repeated.length === 1 && (repeated[0] ?? 0) <= 3 && !/(\d)\1\1/.test(digits)
}

/** Since 2023 the sum is a multiple of five. Of a seventh digit 7, the product counts 1 or 0. */
function isTaiwanCompany(bare: string): boolean {
  const digits = [1, 2, 1, 2, 1, 2, 4, 1].map((weight, at) => weight * Number(bare[at]))
  const sum = digits.reduce((all, product) => all + Math.floor(product / 10) + (product % 10), 0)
  return sum % 5 === 0 || (bare[6] === '7' && sum % 5 === 4)
}

/** Months after 20 are of the century before, those after 40 of the century after. */
function isBulgarianPerson(bare: string): boolean {
  const month = pair(bare, 2)
  const [century, before] = month > 40 ? [2000, 40] : month > 20 ? [1800, 20] : [1900, 0]
  const isDay = isDate(century + pair(bare, 0), month - before, pair(bare, 4))
  const sum = weighed(bare, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11
  return isDay && sum % 10 === Number(bare[9])
}

function isBulgarianVat(bare: string): boolean {
  if (/^\d{9}$/.test(bare)) {
    const first = weighed(bare, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
    const sum = first === 10 ? weighed(bare, [3, 4, 5, 6, 7, 8, 9, 10]) % 11 : first
    return sum % 10 === Number(bare[8])
  }
  if (!/^\d{10}$/.test(bare)) return false
  const foreigner = weighed(bare, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10
  const other = (11 - (weighed(bare, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  const check = Number(bare[9])
  return isBulgarianPerson(bare) || foreigner === check || other === check
}

/** Nine digits that begin with 6, of people who have no birth number: the 6 does not count. */
function isCzechSpecial(bare: string): boolean {
  const sum = weighed(bare.slice(1), [8, 7, 6, 5, 4, 3, 2]) % 11
  const rest = (((10 - sum) % 11) + 11) % 11
  return (8 - rest + 10) % 10 === Number(bare[8])
}

/** The sum from the right, with weights from two; what is left of eleven, of ten. */
function isParaguayan(bare: string): boolean {
  if (!/^\d{5,9}$/.test(bare)) return false
  const front = Array.from(bare.slice(0, -1)).toReversed().join('')
  const weights = Array.from(front, (_, at) => at + 2)
  return ((11 - (weighed(front, weights) % 11)) % 11) % 10 === Number(bare.at(-1))
}

function isSalvadoran(bare: string): boolean {
  if (!/^[019]\d{13}$/.test(bare)) return false
  const isOld = Number(bare.slice(10, 13)) <= 100
  const sum = weighed(bare, isOld ? below(14) : [2, 7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11
  return (isOld ? sum : (11 - sum) % 11) % 10 === Number(bare[13])
}

/** Codes of persons since 2017 begin with 32 and tell no day of birth. */
function isLatvianWithoutDay(bare: string): boolean {
  const sum = 1 + weighed(bare, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])
  return (sum % 11) % 10 === Number(bare[10])
}

/** The first digit is sex and century. */
function isEstonianDay(bare: string): boolean {
  const century = 1800 + 100 * Math.floor((Number(bare[0]) - 1) / 2)
  return /^[1-6]/.test(bare) && isDate(century + pair(bare, 1), pair(bare, 3), pair(bare, 5))
}

const CHINESE_PROVINCE = /^(1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3]|91)/

/** The unified form of a tax number: tax office with a zero after it. */
const GERMAN_STATE = /^(9\d{3}|5\d{3}|(1[01]|2[1-46-8]|3[0-2]|4[01])\d\d)0\d{8}$/

export const TAX_KINDS: Readonly<Record<string, TaxKind>> = {
  'AR cbu': isOther,
  'CA bc_bhn': isOther,
  'DO ncf': isOther,
  'IT aic': isOther,
  'MX clabe': isOther,
  'NL onderwijsnummer': isOther,
  'NO kontonr': isOther,
  'NZ bank': isOther,
  'AT vnr': startsAboveZero,
  'DE vat': startsAboveZero,
  'DK cvr': startsAboveZero,
  'MT vat': startsAboveZero,
  'SI ddv': {
    also: (bare) => !bare.startsWith('0') && weighed(bare, [8, 7, 6, 5, 4, 3, 2]) % 11 > 0,
  },
  'BG egn': { also: isBulgarianPerson },
  'BG vat': {
    instead: isBulgarianVat,
    ownersOf: ({ length }) => (length === 9 ? COMPANY : PERSON),
  },
  'BR cnpj': { also: (bare) => !isOneDigit(bare) },
  'BR cpf': { also: (bare) => !isOneDigit(bare) },
  'BY unp': { also: (bare) => /^([1-7]\d|[ABCEHKM][A-Z])/.test(bare) },
  'CN ric': { also: (bare) => CHINESE_PROVINCE.test(bare) },
  'CR cr': { instead: (bare) => /^1\d{10,11}$/.test(bare), ownersOf: () => PERSON },
  'CZ dic': { instead: (bare) => (/^6\d{8}$/.test(bare) ? isCzechSpecial(bare) : undefined) },
  'DE idnr': { also: isGermanId },
  'DE stnr': {
    written: /^\d{2,3}\/\d{3,4}\/\d{4,5}$/,
    instead: (bare) => /^\d{10,11}$/.test(bare) || GERMAN_STATE.test(bare),
    ownersOf: () => ({ isIndividual: true, isCompany: true }),
  },
  'EE ik': { also: isEstonianDay },
  'EE kmkr': { name: 'Estonian VAT Number' },
  'ES dni': { name: 'Spanish Personal Identity Code' },
  'FO vn': { name: 'Faroese Tax Number' },
  'FR siret': { also: (bare) => isLuhn(bare.slice(0, 9)) },
  'HU anum': { name: 'Hungarian VAT Number' },
  'IL idnr': { name: 'Israeli Identity Number' },
  // The fourth letter is the kind of holder.
  'IN pan': {
    ownersOf: (bare) => ({ isIndividual: bare[3] === 'P', isCompany: /^...[^PH]/.test(bare) }),
  },
  'IS kennitala': { also: (bare) => /[089]$/.test(bare) },
  'LV pvn': {
    instead: (bare) => (/^32\d{9}$/.test(bare) ? isLatvianWithoutDay(bare) : undefined),
  },
  'MC tva': { name: 'Monegasque VAT Number' },
  'MK edb': { name: 'North Macedonian Tax Number' },
  'NL btw': { also: (bare) => /^(?!0{9})\d{9}B(?!00)/.test(bare) },
  'NZ ird': { also: (bare) => Number(bare) > 10_000_000 && Number(bare) < 150_000_000 },
  'PL regon': { name: 'Polish Statistical Identification Number' },
  'PY ruc': {
    instead: isParaguayan,
    ownersOf: (bare) => (/^8\d{8}$/.test(bare) ? COMPANY : PERSON),
  },
  'RO onrc': { also: (bare) => /(199\d|20\d\d)$/.test(bare) },
  'SE personnummer': { punctuate: (bare) => `${bare.slice(0, -4)}-${bare.slice(-4)}` },
  'SK dph': { instead: (bare) => /^[1-9]\d[234789]\d{7}$/.test(bare) && Number(bare) % 11 === 0 },
  'SV nit': { instead: isSalvadoran, ownersOf: () => ({ isIndividual: true, isCompany: true }) },
  'TR tckimlik': { name: 'Turkish Identification Number' },
  'TW ban': { also: isTaiwanCompany },
  'TW ubn': { instead: isTaiwanCompany },
  'US ssn': { also: (bare) => !bare.endsWith('0000') },
}

const isOneDigit = (bare: string): boolean => /^(\d)\1*$/.test(bare)
