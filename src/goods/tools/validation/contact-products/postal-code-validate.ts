import { z } from 'zod'
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'

/** One real code per country, which shows the format and is an example in errors. */
const EXAMPLES: Readonly<Record<string, string>> = {
  AR: 'C1425CLA',
  AT: '1010',
  AU: '2000',
  BE: '1000',
  BG: '1000',
  BR: '01310-100',
  CA: 'K1A 0B1',
  CH: '8001',
  CL: '8320000',
  CN: '100000',
  CO: '110111',
  CY: '1010',
  CZ: '110 00',
  DE: '10115',
  DK: '1050',
  EE: '10111',
  ES: '28001',
  FI: '00100',
  FR: '75001',
  GB: 'SW1A 1AA',
  GR: '104 31',
  HR: '10000',
  HU: '1051',
  ID: '10110',
  IE: 'D02 AF30',
  IL: '9414219',
  IN: '110001',
  IS: '101',
  IT: '00118',
  JP: '100-0001',
  KR: '04524',
  LI: '9490',
  LT: '01103',
  LU: '1009',
  LV: 'LV-1050',
  MC: '98000',
  MT: 'VLT 1117',
  MX: '01000',
  MY: '50000',
  NL: '1011 AB',
  NO: '0150',
  NZ: '6011',
  PH: '1000',
  PK: '44000',
  PL: '00-001',
  PT: '1100-001',
  RO: '010011',
  RS: '11000',
  RU: '101000',
  SA: '11564',
  SE: '111 20',
  SG: '018956',
  SI: '1000',
  SK: '811 01',
  TH: '10200',
  TR: '06100',
  TW: '100',
  UA: '01001',
  US: '10001',
  VN: '100000',
  ZA: '0001',
}

export default defineTool({
  route: 'GET /api/postal-code-validate',
  name: 'Postal code check',
  description:
    'Does a postal code (ZIP, postcode) have the form of its country? Normalised form and example.',
  asks: [
    'is this zip code format right for canada',
    'normalise a uk postcode',
    'is the ZIP code right',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    postcode: line(30).min(1).describe('The postal code, up to 30 characters.'),
    countryCode: z.string().trim().max(2).describe('Country, two letters, such as GB.'),
  }),
  output: z.object({
    valid: z
      .boolean()
      .describe('Whether it has a format of the country. Whether the place exists is unknown.'),
    normalized: z.string().describe('Code in capitals, with the space or hyphen of the country.'),
    example: z.string().nullable().describe('A code of the country; null if there is none here.'),
    region: z.string().nullable().describe('The part that defines the region, if it is clear.'),
    known: z
      .boolean()
      .describe('Whether the format of this country is known; if not, valid is false.'),
  }),
  examples: [
    {
      input: { postcode: 'sw1a1aa', countryCode: 'GB' },
      output: {
        valid: true,
        normalized: 'SW1A 1AA',
        example: 'SW1A 1AA',
        region: 'SW',
        known: true,
      },
    },
    {
      input: { postcode: '1234', countryCode: 'US' },
      output: { valid: false, normalized: '1234', example: '10001', region: null, known: true },
    },
  ],

  run({ postcode, countryCode }) {
    const country = countryCode.toUpperCase()
    if (!/^[A-Z]{2}$/.test(country)) throw badInput('countryCode: must be two letters, such as GB')
    // The package answers true for unknown countries.
    const known = postcodeValidatorExistsForCountry(country)
    const normalized = normalForm(postcode, country)
    const valid = known && [normalized, postcode].some((one) => postcodeValidator(one, country))
    return {
      valid,
      normalized,
      example: EXAMPLES[country] ?? null,
      region: valid ? regionOf(normalized, country) : null,
      known,
    }
  },
})

function normalForm(postcode: string, country: string): string {
  const bare = postcode.replace(/[\s-]+/g, '').toUpperCase()
  if (country === 'GB' && bare.length > 4) return `${bare.slice(0, -3)} ${bare.slice(-3)}`
  if (country === 'US' && bare.length === 9) return `${bare.slice(0, 5)}-${bare.slice(5)}`
  const pattern = EXAMPLES[country]
  if (pattern === undefined) return postcode.toUpperCase()
  if (country === 'LV' && /^\d{4}$/.test(bare)) return `LV-${bare}`
  const at = pattern.search(/[\s-]/)
  if (at < 0 || bare.length !== pattern.length - 1) return bare
  return bare.slice(0, at) + (pattern[at] ?? '') + bare.slice(at)
}

/** Only if a fixed part of the code says it. */
function regionOf(code: string, country: string): string | null {
  if (country === 'GB') return /^[A-Z]+/.exec(code)?.[0] ?? null
  if (country === 'CA' || country === 'US') return code.slice(0, country === 'CA' ? 1 : 3)
  return country === 'FR' || country === 'ES' || country === 'IT' ? code.slice(0, 2) : null
}
