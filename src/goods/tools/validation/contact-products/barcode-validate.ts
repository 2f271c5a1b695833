import { parse as parseIsbn } from 'isbn3'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { CHECK_SCHEMES } from '../../../../engines/numbers/check-digits.ts'
import { line } from '../../../../base/lib/fields.ts'
import { elementsOf } from './_gs1.ts'
import { prefixOrganisation } from './_gs1-prefixes.ts'

const Kind = z.enum([
  'ean13',
  'ean8',
  'upca',
  'upce',
  'gtin14',
  'isbn13',
  'isbn10',
  'issn',
  'ismn',
  'gs1',
])

interface Read {
  readonly kind: z.output<typeof Kind>
  readonly digit: string
  readonly found: string
  readonly formatted: string
  /** The GTIN of 13 digits, if the number has one. */
  readonly gtin13?: string
  readonly related?: Readonly<Record<string, string>>
}

export default defineTool({
  route: 'POST /api/barcode-validate',
  name: 'Bar code number check',
  description:
    'Is a product or book number valid: check EAN, UPC, GTIN, ISBN, ISMN and ISSN numbers, and split GS1 element strings.',
  asks: [
    'check digit of an EAN or ISBN on a product',
    'validate a product ean or upc number',
    'is this ISBN right',
    'EAN with an error',
    'product number valid',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    code: line(100).describe(
      'The number, spaces and hyphens allowed, or a GS1 string such as (01)09501101530003(17)261231.',
    ),
  }),
  output: z.object({
    valid: z
      .boolean()
      .describe('Whether length and check digit are right. Whether it was issued is unknown.'),
    kind: Kind.optional().describe('Kind by its length and beginning; left out if none matches.'),
    checkDigit: z.string().optional().describe('Correct check digit.'),
    prefixOrg: z
      .string()
      .optional()
      .describe('GS1 organisation that issued the prefix. It is not the country of origin.'),
    formatted: z.string().describe('With the hyphens of the standard, if it has any.'),
    related: z.record(z.string(), z.string()).describe('The same number in other forms.'),
    elements: z
      .array(
        z.object({
          ai: z.string(),
          name: z.string(),
          value: z.string(),
          problem: z.string().optional(),
        }),
      )
      .describe('Elements of a GS1 string: application identifier, its name and value.'),
    problems: z.array(z.string()),
  }),
  examples: [
    {
      input: { code: '978-0-262-03384-8' },
      output: {
        valid: true,
        kind: 'isbn13',
        checkDigit: '8',
        formatted: '978-0-262-03384-8',
        prefixOrg: 'Bookland (ISBN)',
        related: { isbn10: '0262033844' },
        elements: [],
        problems: [],
      },
    },
    {
      input: { code: '4006381333932' },
      output: {
        valid: false,
        kind: 'ean13',
        checkDigit: '1',
        formatted: '4006381333932',
        related: {},
        elements: [],
        problems: ['the check digit must be 1'],
      },
    },
    {
      input: { code: '(01)09501101530003(17)261231(10)AB-1' },
      output: {
        valid: true,
        kind: 'gs1',
        formatted: '(01)09501101530003(17)261231(10)AB-1',
        related: {},
        elements: [
          { ai: '01', name: 'GTIN', value: '09501101530003' },
          { ai: '17', name: 'expiry date', value: '261231' },
          { ai: '10', name: 'batch or lot', value: 'AB-1' },
        ],
        problems: [],
      },
    },
  ],

  run({ code }) {
    if (/^[([]\d{2,4}[)\]]/.test(code)) return readElements(code)
    const bare = code
      .replace(/^(ISBN|ISSN|ISMN)(-1[03])?:?\s*/i, '')
      .replace(/[\s-]+/g, '')
      .toUpperCase()
    const read = readNumber(bare, code)
    if (!read)
      return {
        valid: false,
        formatted: bare,
        related: {},
        elements: [],
        problems: ['it has the format of no EAN, UPC, GTIN, ISBN, ISMN, ISSN or GS1 string'],
      }
    const { kind, digit, found, formatted, gtin13, related = {} } = read
    const valid = digit === found
    const prefixOrg = valid && gtin13 ? prefixOrganisation(gtin13) : undefined
    return {
      valid,
      kind,
      checkDigit: digit,
      ...(prefixOrg && { prefixOrg }),
      formatted,
      related: valid ? related : {},
      elements: [],
      problems: valid ? [] : [`the check digit must be ${digit}`],
    }
  },
})

function readElements(code: string) {
  const { elements, problems } = elementsOf(code)
  return {
    valid: problems.length === 0,
    kind: 'gs1' as const,
    formatted: elements.map(({ ai, value }) => `(${ai})${value}`).join(''),
    related: {},
    elements: [...elements],
    problems: [...problems],
  }
}

const gs1Digit = (body: string): string => CHECK_SCHEMES.ean.checkOf(body)

/** ISSN and ISBN-10 use the same rule, over 7 and 9 digits. */
const elevenDigit = (body: string): string => CHECK_SCHEMES.isbn10.checkOf(body)

function readNumber(bare: string, written: string): Read | undefined {
  const body = bare.slice(0, -1)
  const found = bare.slice(-1)
  if (/^\d{9}[\dX]$/.test(bare)) return readIsbn10(bare, body, found)
  if (/^\d{7}[\dX]$/.test(bare)) return readEight(bare, body, found, written)
  if (/^M\d{9}$/.test(bare)) return readNumber(`9790${bare.slice(1)}`, written)
  if (!/^\d+$/.test(bare)) return undefined
  const common = { digit: gs1Digit(body), found, formatted: bare }
  if (bare.length === 12)
    return { ...common, kind: 'upca', gtin13: `0${bare}`, related: { ean13: `0${bare}` } }
  if (bare.length === 14) return { ...common, kind: 'gtin14', ...packedIn(bare) }
  return bare.length === 13 ? readThirteen(bare, common) : undefined
}

/** The GTIN of a package contains that of its content, with another check digit. */
function packedIn(bare: string) {
  const gtin13 = bare.slice(1, 13) + gs1Digit(bare.slice(1, 13))
  return { gtin13, related: { ean13: gtin13 } }
}

function readThirteen(
  bare: string,
  common: { readonly digit: string; readonly found: string; readonly formatted: string },
): Read {
  const parts = { ...common, gtin13: bare }
  if (bare.startsWith('9790'))
    return { ...parts, kind: 'ismn', related: { ismn10: `M${bare.slice(4)}` } }
  if (/^97[89]/.test(bare)) {
    const isbn = parseIsbn(bare)
    const related = isbn?.isbn10 ? { isbn10: isbn.isbn10 } : {}
    return { ...parts, kind: 'isbn13', formatted: isbn?.isbn13h ?? bare, related }
  }
  if (bare.startsWith('977')) {
    const issn = bare.slice(3, 10)
    return { ...parts, kind: 'ean13', related: { issn: hyphened(issn + elevenDigit(issn)) } }
  }
  return { ...parts, kind: 'ean13', related: bare.startsWith('0') ? { upca: bare.slice(1) } : {} }
}

const hyphened = (issn: string): string => `${issn.slice(0, 4)}-${issn.slice(4)}`

function readIsbn10(bare: string, body: string, found: string): Read {
  const isbn = parseIsbn(bare)
  const thirteen = `978${body}${gs1Digit(`978${body}`)}`
  return {
    kind: 'isbn10',
    digit: elevenDigit(body),
    found,
    formatted: isbn?.isbn10h ?? bare,
    gtin13: thirteen,
    related: { isbn13: thirteen },
  }
}

/**
 * Eight characters may be an ISSN, an EAN-8 or a UPC-E. A hyphen or an X means ISSN; otherwise the
 * kind whose check digit is right, EAN-8 first.
 */
function readEight(bare: string, body: string, found: string, written: string): Read {
  const issn: Read = {
    kind: 'issn',
    digit: elevenDigit(body),
    found,
    formatted: hyphened(bare),
    related: { ean13: `977${body}00${gs1Digit(`977${body}00`)}` },
  }
  if (found === 'X' || /\b\d{4}-\d{3}[\dXx]$|ISSN/i.test(written.trim())) return issn
  const ean8: Read = { kind: 'ean8', digit: gs1Digit(body), found, formatted: bare }
  const upca = upcaOf(body)
  const upce: Read | undefined =
    upca === undefined
      ? undefined
      : {
          kind: 'upce',
          digit: gs1Digit(upca),
          found,
          formatted: bare,
          gtin13: `0${upca}${found}`,
          related: { upca: upca + found },
        }
  return [ean8, upce, issn].find((read) => read?.digit === found) ?? ean8
}

/** The first eleven digits of the UPC-A for a UPC-E. */
function upcaOf(body: string): string | undefined {
  if (!/^[01]/.test(body)) return undefined
  const [system = '', a = '', b = '', c = '', d = '', e = '', last = ''] = body
  if ('012'.includes(last)) return `${system}${a}${b}${last}0000${c}${d}${e}`
  if (last === '3') return `${system}${a}${b}${c}00000${d}${e}`
  if (last === '4') return `${system}${a}${b}${c}${d}00000${e}`
  return `${system}${a}${b}${c}${d}${e}0000${last}`
}
