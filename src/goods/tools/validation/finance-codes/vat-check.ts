import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { line } from '../../../../base/lib/fields.ts'
import { vies } from '../../../../capabilities/upstreams/vies.ts'

/** Greece uses EL, and Northern Ireland XI. */
const MEMBERS = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'EL',
  'ES',
  'FI',
  'FR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
  'XI',
]

export default defineTool({
  route: 'GET /api/vat-check',
  name: 'EU VAT number check',
  description:
    'Is an EU VAT number registered now, and to whom? Asked of the register of its member state.',
  asks: [
    'is this EU VAT number registered now',
    'to whom is an EU VAT number registered',
    'does this EU company exist for tax',
    'VAT id of a customer',
  ],
  price: '$0.002',
  uses: { vies },
  input: z.object({
    vat: line(30).min(4).describe('With its two letters, such as IE6388047V; spaces are dropped.'),
  }),
  output: z.object({
    vat: z.string(),
    countryCode: z
      .string()
      .describe('Country code of VIES: EL for Greece, XI for Northern Ireland.'),
    formatValid: z.boolean().describe('Whether its digits fit the rules of the country.'),
    registered: z.boolean(),
    name: z.string().nullable().describe('Name; null if the member state does not give it.'),
    address: z.string().nullable(),
    checkedIso: z.string(),
    requestId: z.string().nullable(),
  }),
  examples: [{ input: { vat: 'IE6388047V' } }, { input: { vat: 'DE 123 456 789' } }],

  async run({ vat }, { vies: register, now }) {
    const bare = vat.replace(/[\s.-]+/g, '').toUpperCase()
    const country = bare.slice(0, 2) === 'GR' ? 'EL' : bare.slice(0, 2)
    const number = bare.slice(2)
    if (!MEMBERS.includes(country))
      throw badInput(
        `vat: ${excerpt(bare.slice(0, 2))} must be one of the letters ${MEMBERS.join(', ')}`,
      )
    if (!/^[0-9A-Z+*]{2,12}$/.test(number))
      throw badInput('vat: must have 2 to 12 letters and digits after the country')
    const formatValid = await isFormed(country, number)
    // The register decides: the rules for digits are sometimes older than its numbers.
    const found = await register.check(country, number)
    return {
      vat: country + number,
      countryCode: country,
      formatValid,
      ...found,
      checkedIso: new Date(now()).toISOString(),
    }
  },
})

/** By the check digits of the country, if they are known here. */
async function isFormed(country: string, number: string): Promise<boolean> {
  const { stdnum } = await import('stdnum')
  const rules = (
    stdnum as unknown as Readonly<Record<string, Readonly<Record<string, Validator>>>>
  )[country === 'EL' ? 'GR' : country]
  const rule = rules?.['vat'] ?? rules?.[OTHER_NAMES[country] ?? '']
  return rule === undefined || rule.validate(number).isValid
}

interface Validator {
  validate(value: string): { readonly isValid: boolean }
}

/** The names that the package gives them. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  AT: 'uid',
  CZ: 'dic',
  DK: 'cvr',
  EE: 'kmkr',
  ES: 'nif',
  FI: 'alv',
  FR: 'tva',
  HU: 'anum',
  IT: 'iva',
  LT: 'pvm',
  LU: 'tva',
  LV: 'pvn',
  NL: 'btw',
  PL: 'nip',
  PT: 'nif',
  RO: 'cui',
  HR: 'oib',
  SI: 'ddv',
  SK: 'dph',
}
