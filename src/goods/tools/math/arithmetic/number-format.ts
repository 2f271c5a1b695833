import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { exactOrText } from '../../../../engines/formats/exact-number.ts'
import { parseDecimal, shortTextOf } from '../../../../engines/numbers/decimal.ts'
import { numericText } from '../../../../base/lib/fields.ts'
import { readNumber } from './_local-number.ts'

const LENGTH_MAX = 100

export default defineTool({
  route: 'POST /api/number-format',
  name: 'Number format',
  description:
    'Formats a number for a locale as decimal, currency, percent, unit or compact text, or parses such text.',
  asks: [
    'show 1234567.89 as German euros',
    'format a number with the thousands separators of a locale',
    'write 1234567.8 as Germans do',
    'thousands separators',
    'currency format',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    value: numericText(LENGTH_MAX).describe(
      'Decimal text of at most 100 characters; with style parse, text as the locale writes it.',
    ),
    locale: z.string().max(35).default('en-US').describe('BCP 47 tag such as de-DE or hi-IN.'),
    style: z
      .enum(['decimal', 'currency', 'percent', 'unit', 'compact', 'scientific', 'parse'])
      .optional()
      .describe(
        'Default: currency or unit where one is given, else decimal. percent: 0.25 is 25%. parse: text to number.',
      ),
    currency: z
      .string()
      .regex(/^[A-Za-z]{3}$/, { error: 'must be a code of three letters, such as EUR' })
      .optional()
      .describe('ISO 4217 code, required for style currency, and only for that.'),
    unit: z
      .string()
      .max(50)
      .optional()
      .describe(
        'CLDR unit such as kilometer-per-hour, required for style unit, and only for that.',
      ),
    decimals: z
      .int()
      .min(0)
      .max(20)
      .optional()
      .describe(
        'Places after the point, 0 to 20; else as many as the style has, up to 20. Halves go to ' +
          'the even neighbour: 2.5 is 2.',
      ),
  }),
  output: z.object({
    formatted: z.string(),
    value: z
      .union([z.number(), z.string()])
      .describe('The number; as text if a number would lose digits.'),
  }),
  examples: [
    {
      input: { value: '1234567.891', locale: 'de-DE', style: 'currency', currency: 'EUR' },
      output: { formatted: '1.234.567,89\u00A0€', value: 1_234_567.891 },
    },
    {
      input: { value: '1.234,56', locale: 'de-DE', style: 'parse' },
      output: { formatted: '1.234,56', value: 1234.56 },
    },
  ],

  run({ value, locale, style: asked, currency, unit, decimals }) {
    const style = asked ?? (currency ? 'currency' : unit ? 'unit' : 'decimal')
    if (currency !== undefined && style !== 'currency')
      throw badInput(`currency: must not be given with style ${style}`)
    if (unit !== undefined && style !== 'unit')
      throw badInput(`unit: must not be given with style ${style}`)
    const write = formatOf(locale, style, currency, unit, decimals)
    const plain = style === 'parse' ? readNumber(value, locale) : plainOf(value)
    return {
      formatted: write.format(plain as Intl.StringNumericLiteral),
      value: exactOrText(plain),
    }
  },
})

function plainOf(value: string): string {
  const read = parseDecimal(value.trim())
  if (read === undefined || read.scale > LENGTH_MAX)
    throw badInput('value: must be a decimal number such as -1234.5; style parse reads local text')
  return shortTextOf(read)
}

type Style = 'decimal' | 'currency' | 'percent' | 'unit' | 'compact' | 'scientific' | 'parse'

function formatOf(
  locale: string,
  style: Style,
  currency: string | undefined,
  unit: string | undefined,
  decimals: number | undefined,
): Intl.NumberFormat {
  if (style === 'currency' && currency === undefined)
    throw badInput('currency: must be given with style currency')
  if (style === 'unit' && unit === undefined) throw badInput('unit: must be given with style unit')
  const places =
    decimals === undefined
      ? PLACES[style]
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const options: Intl.NumberFormatOptions = { ...STYLES[style], ...places }
  if (style === 'currency' && currency !== undefined) options.currency = currency
  if (style === 'unit' && unit !== undefined) options.unit = unit
  assertLocale(locale)
  try {
    return new Intl.NumberFormat(locale, { ...options, roundingMode: 'halfEven' })
  } catch {
    throw badInput('unit: must be a CLDR unit such as kilometer, celsius or liter-per-minute')
  }
}

function assertLocale(locale: string): void {
  try {
    if (Intl.NumberFormat.supportedLocalesOf(locale).length > 0) return
  } catch {
    // A malformed tag throws; it gets the same message.
  }
  throw badInput('locale: must be a known BCP 47 tag such as en-US or de-DE')
}

const STYLES: Readonly<Record<Style, Intl.NumberFormatOptions>> = {
  decimal: {},
  currency: { style: 'currency' },
  percent: { style: 'percent' },
  unit: { style: 'unit' },
  compact: { notation: 'compact' },
  scientific: { notation: 'scientific' },
  parse: {},
}

const ALL_PLACES: Intl.NumberFormatOptions = { maximumFractionDigits: 20 }

const PLACES: Readonly<Record<Style, Intl.NumberFormatOptions>> = {
  decimal: ALL_PLACES,
  currency: {},
  percent: ALL_PLACES,
  unit: ALL_PLACES,
  compact: {},
  scientific: ALL_PLACES,
  parse: ALL_PLACES,
}
