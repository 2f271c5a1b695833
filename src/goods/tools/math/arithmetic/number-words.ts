import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { parseDecimal, rounded, textOf } from '../../../../engines/numbers/decimal.ts'
import { numericText } from '../../../../base/lib/fields.ts'
import { cardinal, ordinal } from './_number-words.ts'
import { parseWords } from './_words-number.ts'
import { currencyNames } from './_currency-names.ts'

const LENGTH_MAX = 400
const DIGITS_MAX = 60

export default defineTool({
  route: 'POST /api/number-words',
  name: 'Number in words',
  description:
    'Writes a number in English words, as an ordinal or as cheque wording, or reads words back as a number.',
  asks: [
    'spell out the number 1234 in words',
    'how to write a dollar amount in words on a cheque',
    'write an amount on a cheque in words',
    'spell out a number',
    '42 in words',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    value: numericText(LENGTH_MAX).describe(
      'Decimal text of at most 60 digits; with mode parse, English words of at most 400 characters.',
    ),
    mode: z
      .enum(['cardinal', 'ordinal', 'currency', 'parse'])
      .default('cardinal')
      .describe(
        'cardinal: forty-two; ordinal: forty-second; currency: with its name; parse: words to number.',
      ),
    currency: z
      .string()
      .regex(/^[A-Za-z]{3}$/)
      .default('USD')
      .describe('ISO 4217 code for mode currency.'),
  }),
  output: z.object({ words: z.string(), value: z.string().describe('Amount, as decimal text.') }),
  examples: [
    {
      input: { value: '1234.5', mode: 'currency' },
      output: {
        words: 'one thousand two hundred thirty-four US dollars and fifty cents',
        value: '1234.50',
      },
    },
    {
      input: { value: '-1021', mode: 'ordinal' },
      output: { words: 'minus one thousand twenty-first', value: '-1021' },
    },
    {
      input: { value: 'two million and five point zero seven', mode: 'parse' },
      output: { words: 'two million five point zero seven', value: '2000005.07' },
    },
  ],

  run({ value, mode, currency }) {
    if (mode === 'parse') {
      const plain = parseWords(value)
      return { words: cardinal(plain), value: plain }
    }
    const read = parseDecimal(value.trim())
    const plain = read === undefined ? '' : textOf(read)
    if (plain === '' || plain.replace(/[-.]/g, '').length > DIGITS_MAX)
      throw badInput(`value: must be a decimal number of at most ${DIGITS_MAX} digits`)
    if (mode === 'cardinal') return { words: cardinal(plain), value: plain }
    if (mode === 'currency') return amount(plain, currency.toUpperCase())
    if (plain.includes('.')) throw badInput('value: must be a whole number for mode ordinal')
    return { words: ordinal(plain), value: plain }
  },
})

function amount(plain: string, code: string): { words: string; value: string } {
  const { places, major, minor } = currencyNames(code)
  const read = parseDecimal(plain)
  if (read === undefined || read.scale > places)
    throw badInput(`value: must have at most ${places} decimals in ${code}; round it first`)
  const value = textOf(rounded(read, places))
  const [front = '0', part = ''] = value.split('.')
  const words = `${cardinal(front)} ${major(front)}`
  if (part === '') return { words, value }
  const count = part.replace(/^0+(?=\d)/, '')
  const rest =
    minor === undefined ? `${part}/1${'0'.repeat(places)}` : minor(count, cardinal(count))
  return { words: `${front === '-0' ? `minus ${words}` : words} and ${rest}`, value }
}
