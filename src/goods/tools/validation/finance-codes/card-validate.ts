import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { CHECK_SCHEMES } from '../../../../engines/numbers/check-digits.ts'
import { line } from '../../../../base/lib/fields.ts'

interface Brand {
  readonly name: string
  /** Ranges of first digits; both ends have the same length. */
  readonly ranges: readonly (readonly [from: string, to: string])[]
  readonly lengths: readonly number[]
  readonly cvc: number
}

const only = (...prefixes: readonly string[]) => prefixes.map((prefix) => [prefix, prefix] as const)

/** The narrower ranges come first. */
const BRANDS: readonly Brand[] = [
  { name: 'mir', ranges: [['2200', '2204']], lengths: [16, 17, 18, 19], cvc: 3 },
  {
    name: 'mastercard',
    ranges: [
      ['51', '55'],
      ['2221', '2720'],
    ],
    lengths: [16],
    cvc: 3,
  },
  { name: 'amex', ranges: only('34', '37'), lengths: [15], cvc: 4 },
  {
    name: 'discover',
    ranges: [
      ['6011', '6011'],
      ['644', '649'],
      ['65', '65'],
      ['622126', '622925'],
    ],
    lengths: [16, 17, 18, 19],
    cvc: 3,
  },
  { name: 'jcb', ranges: [['3528', '3589']], lengths: [16, 17, 18, 19], cvc: 3 },
  {
    name: 'diners',
    ranges: [
      ['300', '305'],
      ['3095', '3095'],
      ['36', '36'],
      ['38', '39'],
    ],
    lengths: [14, 15, 16, 17, 18, 19],
    cvc: 3,
  },
  { name: 'unionpay', ranges: only('62', '81'), lengths: [16, 17, 18, 19], cvc: 3 },
  {
    name: 'maestro',
    ranges: only('5018', '5020', '5038', '5893', '6304', '6759', '6761', '6762', '6763'),
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    cvc: 3,
  },
  { name: 'visa', ranges: only('4'), lengths: [13, 16, 19], cvc: 3 },
]

/** Numbers that payment providers publish for tests. */
const TEST_NUMBERS = new Set([
  '4111111111111111',
  '4242424242424242',
  '4000056655665556',
  '4012888888881881',
  '5555555555554444',
  '5200828282828210',
  '5105105105105100',
  '2223003122003222',
  '378282246310005',
  '371449635398431',
  '6011111111111117',
  '6011000990139424',
  '3056930009020004',
  '36227206271667',
  '3566002020360505',
  '3530111333300000',
  '6200000000000005',
])

export default defineTool({
  route: 'POST /api/card-validate',
  name: 'Card number check',
  description:
    'Is a credit or debit card number valid: Luhn check, brand (Visa, Mastercard, Amex), length, ' +
    'expiry and security code; nothing is stored.',
  asks: [
    'is this credit card number valid',
    'tell the card brand from its first digits',
    'is the credit card number possible',
    'Visa or Mastercard',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    number: line(40).describe('The number, spaces and hyphens allowed, up to 40 characters.'),
    expiry: line(10).optional().describe('Month and year, such as 12/29, 12/2029 or 2029-12.'),
    cvc: line(4).optional().describe('Security code of 3 or 4 digits.'),
  }),
  output: z.object({
    valid: z
      .boolean()
      .describe(
        'Whether everything given is right. Whether the card exists or has money is unknown.',
      ),
    brand: z.string().describe('Brand by its first digits; unknown if no range matches.'),
    lengthValid: z.boolean(),
    luhnValid: z.boolean(),
    expiryValid: z.boolean().optional().describe('Whether the month has not ended, in UTC.'),
    cvcValid: z
      .boolean()
      .optional()
      .describe('Whether it has as many digits as the brand requires.'),
    masked: z.string().describe('Number with stars except for the last four digits.'),
    testNumber: z.boolean().describe('Whether payment providers publish the number for tests.'),
  }),
  examples: [
    {
      input: { number: '4111 1111 1111 1111', expiry: '12/29' },
      at: '2026-01-01T00:00:00Z',
      output: {
        valid: true,
        brand: 'visa',
        lengthValid: true,
        luhnValid: true,
        expiryValid: true,
        masked: '************1111',
        testNumber: true,
      },
    },
    {
      input: { number: '378282246310006', cvc: '123' },
      output: {
        valid: false,
        brand: 'amex',
        lengthValid: true,
        luhnValid: false,
        cvcValid: false,
        masked: '***********0006',
        testNumber: false,
      },
    },
  ],

  run({ number, expiry, cvc }, context) {
    const bare = number.replace(/[\s-]+/g, '')
    if (!/^\d+$/.test(bare)) throw badInput('number: must be digits, with spaces or hyphens')
    const brand = BRANDS.find(({ ranges }) => ranges.some((range) => isWithin(bare, range)))
    const lengthValid = brand
      ? brand.lengths.includes(bare.length)
      : bare.length >= 12 && bare.length <= 19
    const luhnValid = CHECK_SCHEMES.luhn.checkOf(bare.slice(0, -1)) === bare.at(-1)
    const expiryValid = expiry === undefined ? undefined : isAhead(expiry, context.now())
    const digits = brand ? [brand.cvc] : [3, 4]
    const cvcValid =
      cvc === undefined ? undefined : /^\d+$/.test(cvc) && digits.includes(cvc.length)
    return {
      valid: lengthValid && luhnValid && expiryValid !== false && cvcValid !== false,
      brand: brand?.name ?? 'unknown',
      lengthValid,
      luhnValid,
      ...(expiryValid !== undefined && { expiryValid }),
      ...(cvcValid !== undefined && { cvcValid }),
      masked: masked(bare),
      testNumber: TEST_NUMBERS.has(bare),
    }
  },
})

function isWithin(bare: string, [from, to]: readonly [string, string]): boolean {
  const first = bare.slice(0, from.length)
  return first.length === from.length && first >= from && first <= to
}

/** A short text is masked completely. */
const masked = (bare: string): string =>
  bare.length < 8 ? '*'.repeat(bare.length) : '*'.repeat(bare.length - 4) + bare.slice(-4)

function isAhead(expiry: string, now: number): boolean {
  const [, month, year] = /^(\d{1,2})\s*[/.-]\s*(\d{2}|\d{4})$/.exec(expiry) ?? []
  const [, yearFirst, monthLast] = /^(\d{4})-(\d{1,2})$/.exec(expiry) ?? []
  const given = month ?? monthLast
  const of = year ?? yearFirst
  if (given === undefined || of === undefined)
    throw badInput('expiry: must be a month and a year, such as 12/29 or 2029-12')
  const number = Number(given)
  if (number < 1 || number > 12) return false
  return Date.UTC(of.length === 2 ? 2000 + Number(of) : Number(of), number, 1) > now
}
