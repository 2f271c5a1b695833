import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { line } from '../../../../base/lib/fields.ts'

export default defineTool({
  route: 'POST /api/phone-format',
  name: 'Phone number check',
  description:
    'Parse and check a phone number; E.164, national and international forms, country and kind of line.',
  asks: [
    'convert a telephone number to e164',
    'is this a mobile or a landline number',
    'is this phone number real',
    'mobile or landline',
    'international format',
    'which country is +351',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    phone: line(100).describe('The number as people write it, up to 100 characters.'),
    countryCode: z
      .string()
      .trim()
      .max(2)
      .optional()
      .describe('Country of numbers without a calling code, two letters, such as GB.'),
  }),
  output: z.object({
    valid: z
      .boolean()
      .describe('Whether it fits the numbering plan. Whether it is in use is unknown.'),
    possible: z.boolean().describe('Whether its length is right.'),
    e164: z.string().optional().describe('E.164 form, such as +442079460958.'),
    international: z.string().optional(),
    national: z.string().optional(),
    countryCode: z
      .string()
      .optional()
      .describe('Country; if several share a code, only if it is clear.'),
    kind: z
      .string()
      .optional()
      .describe(
        'mobile, fixed-line, fixed-line-or-mobile, toll-free, premium-rate, voip, pager, ' +
          'shared-cost, personal-number, uan or voicemail.',
      ),
    callingCode: z.string().optional(),
    extension: z.string().optional(),
    uri: z.string().optional().describe('Address for links: tel:+44…'),
    problem: z.string().optional().describe('Why it cannot be parsed, or is not valid.'),
  }),
  examples: [
    {
      input: { phone: '020 7946 0958', countryCode: 'GB' },
      output: {
        valid: true,
        possible: true,
        e164: '+442079460958',
        international: '+44 20 7946 0958',
        national: '020 7946 0958',
        countryCode: 'GB',
        kind: 'fixed-line',
        callingCode: '44',
        uri: 'tel:+442079460958',
      },
    },
    {
      input: { phone: '0800 123' },
      output: {
        valid: false,
        possible: false,
        problem: 'without a calling code such as +44, countryCode is required',
      },
    },
  ],

  async run({ phone, countryCode }) {
    // All metadata is needed to distinguish kinds; it takes a while to load.
    const { isSupportedCountry, ParseError, ...library } = await import('libphonenumber-js/max')
    const country = countryCode?.toUpperCase()
    if (country !== undefined && !isSupportedCountry(country))
      throw badInput('countryCode: must be the two letters of a country, such as GB')
    let number
    try {
      number = library.parsePhoneNumberWithError(dialled(phone), {
        ...(country && { defaultCountry: country }),
        extract: false,
      })
    } catch (thrown) {
      if (thrown instanceof ParseError)
        return { valid: false, possible: false, problem: problemOf(thrown.message) }
      throw thrown
    }
    const valid = number.isValid()
    const kind = number.getType()
    return {
      valid,
      possible: number.isPossible(),
      e164: number.number,
      international: number.formatInternational(),
      national: number.formatNational(),
      ...(number.country && { countryCode: number.country }),
      ...(kind && { kind: kind.toLowerCase().replaceAll('_', '-') }),
      callingCode: number.countryCallingCode,
      ...(number.ext && { extension: number.ext }),
      uri: number.getURI(),
      ...(!valid && { problem: 'no range of the numbering plan contains it' }),
    }
  },
})

const KEYS = ['abc', 'def', 'ghi', 'jkl', 'mno', 'pqrs', 'tuv', 'wxyz']

/** A freephone prefix, some digits, then letters to the end. */
const VANITY =
  /^(?:\+?1[\s.-]*)?\(?(?:8(?:00|33|44|55|66|77|88)|0800|1[38]00)\)?[\s.-]*(?:\d[\s.-]*)*[A-Za-z](?:[\s.-]?[A-Za-z]){2,}$/

const EXTENSION = /(?:ext(?:ension|n)?|x|#)[.:\s]*\d{1,7}$/i

/**
 * A `tel:` address (RFC 3966) and letters of the keys, as in 1-800-FLOWERS: the package reads
 * neither. Letters count only in numbers that are free to call, which alone are written so: in
 * another number a letter is a slip.
 */
function dialled(phone: string): string {
  const [, number = phone, extension] =
    /^tel:([^;]*)(?:.*?;ext=(\d{1,7}))?/i.exec(phone.trim()) ?? []
  const context = /;phone-context=(\+\d[\d.()-]*)/i.exec(phone)?.[1] ?? ''
  const whole = context + number + (extension ? ` ext. ${extension}` : '')
  if (EXTENSION.test(whole) || !VANITY.test(whole)) return whole
  return whole.replace(/[a-z]/gi, (letter) =>
    String(2 + KEYS.findIndex((key) => key.includes(letter.toLowerCase()))),
  )
}

const PROBLEMS: Readonly<Record<string, string>> = {
  INVALID_COUNTRY: 'without a calling code such as +44, countryCode is required',
  NOT_A_NUMBER: 'it is not a phone number',
  TOO_SHORT: 'it has too few digits',
  TOO_LONG: 'it has too many digits',
  INVALID_LENGTH: 'no number of the country has this number of digits',
}

const problemOf = (code: string): string => PROBLEMS[code] ?? 'it cannot be parsed'
