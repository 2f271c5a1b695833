import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { CHECK_SCHEMES } from '../../../../engines/numbers/check-digits.ts'
import { line } from '../../../../base/lib/fields.ts'
import { countryName } from '../../../../base/lib/country-name.ts'

const Kind = z.enum(['isin', 'cusip', 'sedol', 'figi', 'lei', 'wkn', 'valor', 'cik'])

interface Read {
  readonly kind: z.output<typeof Kind>
  /** The correct check digit; left out if the kind has none. */
  readonly digit?: string
  readonly found?: string
  readonly countryCode?: string
  readonly derived?: Readonly<Record<string, string>>
  readonly problems?: readonly string[]
}

/** Prefixes of ISO 6166 other than countries: international clearing and supranational issues. */
const ISIN_PREFIX = /^(EU|X[A-Z]|Q[S-Z])$/
/** Prefixes that could be mistaken for an ISIN. */
const FIGI_RESERVED = /^(BS|BM|GG|GB|GH|KY|VG)/
const SEDOL_WEIGHTS = [1, 3, 1, 7, 3, 9]

export default defineTool({
  route: 'POST /api/securities-id-validate',
  name: 'Securities identifier check',
  description:
    'Recognise and check ISIN, CUSIP, SEDOL, FIGI and LEI codes, and WKN, Valor and CIK numbers.',
  asks: [
    'is this isin number correct',
    'turn a cusip into an isin',
    'is this ISIN right',
    'CUSIP or WKN',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    id: line(40).describe('The identifier, spaces and hyphens allowed, up to 40 characters.'),
  }),
  output: z.object({
    valid: z
      .boolean()
      .describe('Whether form and check digit are right. Whether it was ever issued is unknown.'),
    kind: Kind.optional().describe('Kind by its form; left out if none matches.'),
    checked: z.boolean().describe('Whether a check digit was checked: WKN, Valor, CIK have none.'),
    countryCode: z.string().optional().describe('Country of an ISIN.'),
    checkDigit: z.string().optional().describe('Correct check digit.'),
    derived: z
      .record(z.string(), z.string())
      .describe(
        'Related identifiers: an ISIN from a CUSIP or SEDOL, and the identifier that it contains.',
      ),
    problems: z.array(z.string()),
  }),
  examples: [
    {
      input: { id: 'US0378331005' },
      output: {
        valid: true,
        kind: 'isin',
        checked: true,
        countryCode: 'US',
        checkDigit: '5',
        derived: { cusip: '037833100' },
        problems: [],
      },
    },
    {
      input: { id: '0263495' },
      output: {
        valid: false,
        kind: 'sedol',
        checked: true,
        checkDigit: '4',
        derived: {},
        problems: ['the check digit must be 4'],
      },
    },
  ],

  run({ id }) {
    const bare = id.replace(/[\s-]+/g, '').toUpperCase()
    const read = readId(bare, id.replace(/\s+/g, ''))
    if (!read)
      return {
        valid: false,
        checked: false,
        derived: {},
        problems: ['it has the form of no ISIN, CUSIP, SEDOL, FIGI, LEI, WKN, Valor or CIK'],
      }
    const { kind, digit, found, countryCode, derived = {}, problems = [] } = read
    const wrong = digit === found ? [] : [`the check digit must be ${digit}`]
    const all = [...problems, ...wrong]
    return {
      valid: all.length === 0,
      kind,
      checked: digit !== undefined,
      ...(countryCode && { countryCode }),
      ...(digit !== undefined && { checkDigit: digit }),
      derived: all.length === 0 ? derived : {},
      problems: all,
    }
  },
})

/** Formats are distinguished by length; the check digit decides the rest. */
function readId(bare: string, written: string): Read | undefined {
  if (/^[A-Z0-9]{18}\d{2}$/.test(bare)) return readLei(bare)
  if (/^CIK\d{1,10}$/.test(bare) || /^\d{10}$/.test(written)) return { kind: 'cik' }
  if (/^[A-Z]{2}G[A-Z0-9]{8}\d$/.test(bare) && isFigi(bare)) return readFigi(bare)
  if (/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(bare)) return readIsin(bare)
  if (/^[A-Z0-9*@#]{8}\d$/.test(bare)) return readCusip(bare)
  if (/^[0-9B-DF-HJ-NP-TV-Z]{6}\d$/.test(bare)) return readSedol(bare)
  // Without a check digit, only the form tells: a day with its hyphens is no number of a security.
  if (/^\d{5,9}$/.test(written) && bare.length !== 6) return { kind: 'valor' }
  return /^(?=.*\d)[0-9A-HJ-NP-Z]{6}$/i.test(written) ? { kind: 'wkn' } : undefined
}

const readLei = (bare: string): Read => ({
  kind: 'lei',
  digit: CHECK_SCHEMES.mod97.checkOf(bare.slice(0, 18)),
  found: bare.slice(18),
})

const isFigi = (bare: string): boolean =>
  !FIGI_RESERVED.test(bare) && !/[AEIOU]/.test(bare) && !countryNumbers(bare)

/** A code of a country with the check digit of an ISIN is an ISIN. */
const countryNumbers = (bare: string): boolean => {
  const known = countryName(bare.slice(0, 2)) !== undefined
  const { digit, found } = readIsin(bare)
  return known && digit === found && doubledDigit(bare.slice(0, 11)) !== bare.at(-1)
}

const readFigi = (bare: string): Read => ({
  kind: 'figi',
  digit: doubledDigit(bare.slice(0, 11)),
  found: bare.slice(11),
})

function readIsin(bare: string): Read {
  const countryCode = bare.slice(0, 2)
  const known = countryName(countryCode) !== undefined || ISIN_PREFIX.test(countryCode)
  return {
    kind: 'isin',
    digit: isinDigit(bare.slice(0, 11)),
    found: bare.slice(11),
    countryCode,
    derived: heldBy(countryCode, bare.slice(2, 11)),
    problems: known ? [] : [`${countryCode} is not a prefix of an ISIN`],
  }
}

const valueOf = (character: string): number => Number.parseInt(character, 36)

/** Letters count as their two-digit values. */
const isinDigit = (body: string): string =>
  CHECK_SCHEMES.luhn.checkOf(body.replace(/[A-Z]/g, (letter) => String(valueOf(letter))))

function heldBy(countryCode: string, national: string): Readonly<Record<string, string>> {
  if (countryCode === 'US' || countryCode === 'CA') return { cusip: national }
  if (/^(GB|IE)$/.test(countryCode) && national.startsWith('00'))
    return { sedol: national.slice(2) }
  if (countryCode === 'DE' && national.startsWith('000')) return { wkn: national.slice(3) }
  if (/^(CH|LI)$/.test(countryCode)) return { valor: national.replace(/^0+/, '') }
  return {}
}

function readCusip(bare: string): Read {
  const isin = `US${bare}`
  return {
    kind: 'cusip',
    digit: doubledDigit(bare.slice(0, 8)),
    found: bare.slice(8),
    derived: /[*@#]/.test(bare) ? {} : { isin: isin + isinDigit(isin) },
  }
}

function readSedol(bare: string): Read {
  const sum = SEDOL_WEIGHTS.reduce(
    (total, weight, at) => total + weight * valueOf(bare[at] ?? ''),
    0,
  )
  const isin = `GB00${bare}`
  return {
    kind: 'sedol',
    digit: String((10 - (sum % 10)) % 10),
    found: bare.slice(6),
    derived: { isin: isin + isinDigit(isin) },
  }
}

/** CUSIP and FIGI: every second value is doubled, and the digits of all are added. */
function doubledDigit(body: string): string {
  let sum = 0
  for (const [at, character] of body.split('').entries()) {
    const marks = '*@#'.indexOf(character)
    const value = (marks < 0 ? valueOf(character) : 36 + marks) * (at % 2 === 0 ? 1 : 2)
    sum += Math.floor(value / 10) + (value % 10)
  }
  return String((10 - (sum % 10)) % 10)
}
