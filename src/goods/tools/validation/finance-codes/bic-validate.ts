import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'
import { countryName } from '../../../../base/lib/country-name.ts'

const BIC = /^([A-Z0-9]{4})([A-Z]{2})([A-Z0-9]{2})([A-Z0-9]{3})?$/

export default defineTool({
  route: 'POST /api/bic-validate',
  name: 'BIC check',
  description:
    'Is a SWIFT code (BIC, ISO 9362) well formed: check it, and split it into bank, country and branch.',
  asks: [
    'is this swift code well formed',
    'what country is a bank identifier code from',
    'bank code for a foreign transfer',
    'which bank is DEUTDEFF',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    bic: line(20).describe('The code of 8 or 11 letters and digits, spaces allowed.'),
  }),
  output: z.object({
    valid: z
      .boolean()
      .describe('Whether form and country are right. Whether a bank has the code is unknown.'),
    bankCode: z.string().optional(),
    countryCode: z.string().optional(),
    country: z.string().optional().describe('Name of the country in English.'),
    location: z.string().optional(),
    branch: z
      .string()
      .optional()
      .describe('Branch; XXX is the head office, also if none is written.'),
    testBic: z.boolean().describe('Whether it is a test code: the location ends in 0.'),
    problems: z.array(z.string()),
  }),
  examples: [
    {
      input: { bic: 'DEUTDEFF500' },
      output: {
        valid: true,
        bankCode: 'DEUT',
        countryCode: 'DE',
        country: 'Germany',
        location: 'FF',
        branch: '500',
        testBic: false,
        problems: [],
      },
    },
    {
      input: { bic: 'DEUTZZFF' },
      output: {
        valid: false,
        bankCode: 'DEUT',
        countryCode: 'ZZ',
        location: 'FF',
        branch: 'XXX',
        testBic: false,
        problems: ['ZZ is not a country code'],
      },
    },
  ],

  run({ bic }) {
    const bare = bic.replace(/\s+/g, '').toUpperCase()
    const [all, bankCode = '', countryCode = '', location = '', branch = 'XXX'] =
      BIC.exec(bare) ?? []
    if (all === undefined)
      return {
        valid: false,
        testBic: false,
        problems: [
          'a BIC has four characters of the bank, two letters of the country, two characters of ' +
            'the location, and may have three of the branch',
        ],
      }
    const country = countryName(countryCode)
    return {
      valid: country !== undefined,
      bankCode,
      countryCode,
      ...(country && { country }),
      location,
      branch,
      testBic: location.endsWith('0'),
      problems: country ? [] : [`${countryCode} is not a country code`],
    }
  },
})
