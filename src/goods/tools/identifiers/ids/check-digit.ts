import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  CHECK_SCHEMES,
  type CheckScheme,
  type CheckSchemeName,
} from '../../../../engines/numbers/check-digits.ts'

const NAMES = Object.keys(CHECK_SCHEMES) as [CheckSchemeName, ...CheckSchemeName[]]

export default defineTool({
  route: 'POST /api/check-digit',
  name: 'Check digit',
  description:
    'Compute and append, or verify, the check digit of a number by Luhn, Verhoeff, Damm, EAN/UPC, ISBN-10 or ISO 7064.',
  asks: [
    'compute the Luhn check digit of a number',
    'verify the last digit by Verhoeff or Damm',
    'last digit of a number by Luhn',
    'is there a typing mistake in the number',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    value: z
      .string()
      .max(100)
      .describe('The number, up to 100 characters; spaces and hyphens are dropped.'),
    scheme: z
      .enum(NAMES)
      .describe(
        'luhn: cards, IMEI. ean: EAN-8/13, UPC, GTIN, ISBN-13. mod97: ISO 7064 97-10 (two digits, LEI). ' +
          'mod11: ISO 7064 11-2 (ORCID, ISNI). isbn10: ten characters.',
      ),
    mode: z
      .enum(['append', 'verify'])
      .default('append')
      .describe('append: `value` is without its check digit. verify: it ends with it.'),
  }),
  output: z.object({
    value: z.string().describe('The number with its right check digit.'),
    checkDigit: z
      .string()
      .describe('The right check digit; two digits for mod97, X may stand for ten.'),
    valid: z.boolean().describe('Whether the number ended with it; true when it was appended.'),
  }),
  examples: [
    {
      input: { value: '7992739871', scheme: 'luhn' },
      output: { value: '79927398713', checkDigit: '3', valid: true },
    },
    {
      input: { value: '0000-0002-1825-0097', scheme: 'mod11', mode: 'verify' },
      output: { value: '0000000218250097', checkDigit: '7', valid: true },
    },
  ],

  run({ value, scheme, mode }) {
    const { takes, allowed, length, checkOf }: CheckScheme = CHECK_SCHEMES[scheme]
    const whole = value.replaceAll(/[\s-]/g, '').toUpperCase()
    const end = mode === 'verify' ? whole.length - length : whole.length
    const payload = whole.slice(0, Math.max(0, end))
    if (!takes.test(payload)) {
      const beside = mode === 'verify' ? ` before its check of ${length}` : ''
      throw badInput(`value: must be ${allowed}${beside}`)
    }
    const checkDigit = checkOf(payload)
    return {
      value: payload + checkDigit,
      checkDigit,
      valid: mode === 'append' || whole.slice(end) === checkDigit,
    }
  },
})
