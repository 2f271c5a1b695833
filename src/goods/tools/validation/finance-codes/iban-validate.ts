import {
  getCountrySpecifications,
  isSEPACountry,
  validateIBAN,
  ValidationErrorsIBAN as Problem,
} from 'ibantools'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { CHECK_SCHEMES } from '../../../../engines/numbers/check-digits.ts'
import { ibanParts } from './_iban-parts.ts'

export default defineTool({
  route: 'POST /api/iban-validate',
  name: 'IBAN check',
  description:
    'Check an IBAN (international bank account number) by country, length and check digits, and ' +
    'split it into bank, branch and account.',
  asks: [
    'is this iban correct',
    'which bank code is inside an international account number',
    'is the account number right',
    'bank details of a supplier',
    'typing mistake in a bank account',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    iban: line(64).describe('The IBAN, spaces and hyphens allowed, up to 64 characters.'),
  }),
  output: z.object({
    valid: z
      .boolean()
      .describe(
        'Whether structure and check digits are right. Whether the account exists is unknown.',
      ),
    countryCode: z.string().optional().describe('Its first two letters.'),
    country: z.string().optional().describe('Code of that country; only if it has IBANs.'),
    bban: z.string().optional().describe('The account number as the country has it.'),
    bankCode: z
      .string()
      .optional()
      .describe('Bank code. This and the next three are left out if the country has no such part.'),
    branchCode: z.string().optional(),
    accountNumber: z.string().optional().describe('The account alone, without bank and branch.'),
    nationalCheckDigits: z.string().optional().describe('Check digits inside the account number.'),
    checkDigits: z.string().optional(),
    formatted: z.string().describe('In groups of four.'),
    sepa: z.boolean().describe('Whether the country takes part in SEPA.'),
    problems: z.array(z.string()).describe('What is wrong.'),
    note: z.string().optional().describe('Says so if the parts of this country are not known.'),
  }),
  examples: [
    {
      input: { iban: 'DE89 3704 0044 0532 0130 00' },
      output: {
        valid: true,
        countryCode: 'DE',
        country: 'DE',
        bban: '370400440532013000',
        bankCode: '37040044',
        accountNumber: '0532013000',
        checkDigits: '89',
        formatted: 'DE89 3704 0044 0532 0130 00',
        sepa: true,
        problems: [],
      },
    },
    {
      input: { iban: 'GB82WEST12345698765431' },
      output: {
        valid: false,
        countryCode: 'GB',
        country: 'GB',
        checkDigits: '82',
        formatted: 'GB82 WEST 1234 5698 7654 31',
        sepa: true,
        problems: ['the check digits do not fit the rest'],
      },
    },
  ],

  run({ iban }) {
    const bare = iban.replace(/[\s-]+/g, '').toUpperCase()
    const countryCode = /^[A-Z]{2}/.exec(bare)?.[0]
    const checkDigits = /^[A-Z]{2}(\d{2})/.exec(bare)?.[1]
    const specification = countryCode ? getCountrySpecifications()[countryCode] : undefined
    const bban = bare.slice(4)
    const errorCodes = codesOf(bare, bban)
    const valid = errorCodes.length === 0
    const parts = valid && countryCode ? ibanParts(countryCode, bban) : undefined
    return {
      valid,
      ...(countryCode && { countryCode }),
      ...(specification?.chars && { country: countryCode }),
      ...(valid && { bban, ...parts }),
      ...(checkDigits && { checkDigits }),
      formatted: bare.replace(/(.{4})(?=.)/g, '$1 '),
      sepa: countryCode !== undefined && isSEPACountry(countryCode),
      problems: errorCodes.map((code) => problemOf(code, bare, specification?.chars ?? null)),
      ...(valid && !parts && { note: 'The parts of the numbers of this country are not known.' }),
    }
  },
})

/** Where the registry allows letters, and the package takes digits only. */
const WIDER: Readonly<Record<string, RegExp>> = {
  BY: /^[A-Z\d]{4}\d{4}[A-Z\d]{16}$/,
  DO: /^[A-Z\d]{4}\d{20}$/,
  PK: /^[A-Z]{4}[A-Z\d]{16}$/,
  PS: /^[A-Z]{4}[A-Z\d]{21}$/,
}

/**
 * Of a wrong form, the package says that the check digits are wrong too, without a look at them.
 */
function codesOf(bare: string, bban: string): readonly number[] {
  const { errorCodes } = validateIBAN(bare)
  if (!errorCodes.includes(Problem.WrongBBANFormat)) return errorCodes
  const country = bare.slice(0, 2)
  const isRight = CHECK_SCHEMES.mod97.checkOf(bban + country) === bare.slice(2, 4)
  return errorCodes.filter((code) =>
    code === Problem.WrongBBANFormat
      ? WIDER[country]?.test(bban) !== true
      : code !== Problem.WrongIBANChecksum || !isRight,
  )
}

/** The numbers are those of ibantools. */
function problemOf(code: number, bare: string, length: number | null): string {
  const said: Readonly<Record<number, string>> = {
    0: 'no IBAN is given',
    1: 'the first two letters are not a country with IBANs',
    2: `it has ${bare.length} characters, but an IBAN of this country has ${length ?? 'another number'}`,
    3: 'letters and digits are not where this country has them',
    4: 'the third and fourth character must be digits',
    5: 'the check digits do not fit the rest',
    6: 'the check digits inside the account number do not fit, as this country counts them',
  }
  return said[code] ?? 'it is not an IBAN'
}
