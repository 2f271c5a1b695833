import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const DIGIT_COUNT_MAX = 5_000
/** Up to this base, upper and lower case mean the same. */
const CASELESS_BASE_MAX = 36
const PREFIXES: Readonly<Record<number, string>> = { 2: '0b', 8: '0o', 16: '0x' }

export default defineTool({
  route: 'POST /api/base-convert',
  name: 'Number base converter',
  description: 'Converts a whole number of any size between number bases 2 and 62.',
  asks: [
    'convert a hex number to base 2',
    'write 255 in base 36',
    'binary to decimal',
    'number in base 36',
    '255 in hexadecimal',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    value: z
      .string()
      .min(1)
      .max(DIGIT_COUNT_MAX)
      .describe(
        'Digits 0-9 and letters, at most 5000, with an optional minus sign. Up to base 36 the ' +
          'case does not matter; above, A-Z come before a-z. The prefixes 0b, 0o and 0x fit bases 2, 8 and 16.',
      ),
    from: z.int().min(2).max(DIGITS.length).describe('Base of the value, 2 to 62.'),
    to: z.int().min(2).max(DIGITS.length).describe('Base of the result, 2 to 62.'),
  }),
  output: z.object({
    value: z.string().describe('Lower-case letters up to base 36; above, A-Z before a-z.'),
    decimal: z.string(),
    bits: z.int().describe('Bits of the magnitude.'),
  }),
  examples: [
    {
      input: { value: 'ff', from: 16, to: 2 },
      output: { value: '11111111', decimal: '255', bits: 8 },
    },
    {
      input: { value: '-0x1F', from: 16, to: 62 },
      output: { value: '-V', decimal: '-31', bits: 5 },
    },
  ],

  run({ value, from, to }) {
    const isNegative = value.startsWith('-')
    const magnitude = read(isNegative ? value.slice(1) : value, from)
    const sign = isNegative && magnitude > 0n ? '-' : ''
    return {
      value: sign + digitsIn(magnitude, to),
      decimal: sign + String(magnitude),
      bits: magnitude === 0n ? 0 : magnitude.toString(2).length,
    }
  },
})

function read(text: string, base: number): bigint {
  const prefix = PREFIXES[base]
  const bare = prefix !== undefined && text.toLowerCase().startsWith(prefix) ? text.slice(2) : text
  if (bare === '') throw badInput('value: must have at least one digit')
  let value = 0n
  for (const letter of bare) {
    const digit = DIGITS.indexOf(base <= CASELESS_BASE_MAX ? letter.toUpperCase() : letter)
    if (digit < 0 || digit >= base)
      throw badInput(
        `value: "${letter}" is not a digit of base ${base}; digits are ${digitsOf(base)}`,
      )
    value = value * BigInt(base) + BigInt(digit)
  }
  return value
}

const digitsOf = (base: number): string => DIGITS.slice(0, base)

function digitsIn(value: bigint, base: number): string {
  if (base <= CASELESS_BASE_MAX) return value.toString(base)
  const digits: string[] = []
  for (let left = value; left > 0n; left /= BigInt(base))
    digits.push(DIGITS[Number(left % BigInt(base))] ?? '')
  return digits.length === 0 ? '0' : digits.toReversed().join('')
}
