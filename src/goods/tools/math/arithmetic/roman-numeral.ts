import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { numericText } from '../../../../base/lib/fields.ts'

const VALUE_MAX = 3_999

/** Symbols by descending value; those of two letters subtract the first from the second. */
const SIGNS = [
  ['M', 1000],
  ['CM', 900],
  ['D', 500],
  ['CD', 400],
  ['C', 100],
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
] as const

export default defineTool({
  route: 'POST /api/roman-numeral',
  name: 'Roman numerals',
  description: 'Converts an Arabic number to Roman numerals and Roman numerals to a number.',
  asks: [
    'which number is the roman numeral MCMXCIV',
    'write 2024 the way the Romans did',
    'what year is MCMXCIV',
    'XIV as a number',
    'write 2026 in Roman',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    value: numericText(20).describe(
      'A whole number from 1 to 3999, or Roman numerals in standard form and either case.',
    ),
  }),
  output: z.object({ roman: z.string(), arabic: z.int() }),
  examples: [
    { input: { value: 'MCMXCIV' }, output: { roman: 'MCMXCIV', arabic: 1994 } },
    { input: { value: '2024' }, output: { roman: 'MMXXIV', arabic: 2024 } },
  ],

  run({ value }) {
    const text = value.trim().toUpperCase()
    if (/^\d+$/.test(text)) {
      const arabic = Number(text)
      if (arabic < 1 || arabic > VALUE_MAX)
        throw badInput(`value: must be from 1 to ${VALUE_MAX}, the range of Roman numerals`)
      return { roman: romanOf(arabic), arabic }
    }
    const arabic = arabicOf(text)
    if (arabic === 0 || arabic > VALUE_MAX || romanOf(arabic) !== text)
      throw badInput(standardForm(arabic))
    return { roman: text, arabic }
  },
})

function romanOf(value: number): string {
  let left = value
  let roman = ''
  for (const [sign, worth] of SIGNS) {
    roman += sign.repeat(Math.floor(left / worth))
    left %= worth
  }
  return roman
}

/** Reads from the left, the longest symbol first; 0 if a letter is not a symbol. */
function arabicOf(text: string): number {
  let total = 0
  for (let at = 0; at < text.length;) {
    const found = SIGNS.toSorted(([a], [b]) => b.length - a.length).find(([sign]) =>
      text.startsWith(sign, at),
    )
    if (found === undefined) return 0
    total += found[1]
    at += found[0].length
  }
  return total
}

const standardForm = (arabic: number): string =>
  arabic > 0 && arabic <= VALUE_MAX
    ? `value: is not the standard form; ${arabic} is written ${romanOf(arabic)}`
    : `value: must be a whole number from 1 to ${VALUE_MAX}, or Roman numerals I V X L C D M`
