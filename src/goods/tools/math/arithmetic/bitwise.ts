import { z } from 'zod'
import { saying } from '../../../../engines/numbers/number-fields.ts'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'

const WIDTH_MAX = 512
const LITERAL = /^-?(0x[0-9a-f]+|0b[01]+|0o[0-7]+|\d+)$/i

export default defineTool({
  route: 'POST /api/bitwise',
  name: 'Bitwise operations',
  description:
    'And, or, xor, not, shifts, rotations and counts of bits at any word width, signed or unsigned.',
  asks: [
    'xor two hex numbers',
    'shift or rotate the bits of a 32 bit word',
    'and or xor of numbers',
    'shift bits',
    'flags in an integer',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    op: z
      .enum(['and', 'or', 'xor', 'not', 'shl', 'shr', 'sar', 'rotl', 'rotr', 'popcount', 'parity'])
      .describe(
        'shl, shr: shift left and right with zeros; sar: right with the sign; rotl, rotr: ' +
          'rotate; popcount: number of ones; parity: 1 if that is odd.',
      ),
    a: bits().describe('Whole number as decimal, 0x hex, 0b binary or 0o octal text.'),
    b: bits()
      .optional()
      .describe('Second number, or number of bits to shift; not for not and counts.'),
    widthBits: z.int().min(1).max(WIDTH_MAX).default(32).describe('Width of the word, 1 to 512.'),
    signed: z.boolean().default(false).describe("Whether to read the result as two's complement."),
  }),
  output: z.object({
    decimal: z.string().describe('The result; the count itself for popcount and parity.'),
    hex: z.string().describe('The word, padded to its width.'),
    binary: z.string().describe('The word, padded to its width.'),
    ones: z.int().describe('Number of one bits in the result.'),
  }),
  examples: [
    {
      input: { op: 'xor', a: '0xff', b: '0x0f', widthBits: 8 },
      output: { decimal: '240', hex: '0xf0', binary: '0b11110000', ones: 4 },
    },
    {
      input: { op: 'sar', a: '-16', b: '2', widthBits: 8, signed: true },
      output: { decimal: '-4', hex: '0xfc', binary: '0b11111100', ones: 6 },
    },
  ],

  run({ op, a, b, widthBits, signed }) {
    const word = wordOf('a', a, widthBits)
    const isUnary = op === 'not' || op === 'popcount' || op === 'parity'
    if (b === undefined && !isUnary) throw badInput(`b: must be given for ${op}`)
    if (b !== undefined && isUnary) throw badInput(`b: must be left out for ${op}`)
    const result = BigInt.asUintN(widthBits, computed(op, word, b, widthBits))
    const isCount = op === 'popcount' || op === 'parity'
    const shown = signed && !isCount ? BigInt.asIntN(widthBits, result) : result
    return {
      decimal: String(shown),
      hex: `0x${result.toString(16).padStart(Math.ceil(widthBits / 4), '0')}`,
      binary: `0b${result.toString(2).padStart(widthBits, '0')}`,
      ones: onesOf(result),
    }
  },
})

type Op =
  | 'and'
  | 'or'
  | 'xor'
  | 'not'
  | 'shl'
  | 'shr'
  | 'sar'
  | 'rotl'
  | 'rotr'
  | 'popcount'
  | 'parity'

function computed(op: Op, a: bigint, b: string | number | undefined, width: number): bigint {
  if (op === 'not') return ~a
  if (op === 'popcount') return counted(onesOf(a), width)
  if (op === 'parity') return BigInt(onesOf(a) % 2)
  const right = b ?? '0'
  if (op === 'and') return a & wordOf('b', right, width)
  if (op === 'or') return a | wordOf('b', right, width)
  if (op === 'xor') return a ^ wordOf('b', right, width)
  return shifted(op, a, distanceOf(right), width)
}

function shifted(
  op: 'shl' | 'shr' | 'sar' | 'rotl' | 'rotr',
  a: bigint,
  by: bigint,
  width: number,
) {
  const size = BigInt(width)
  const far = by > size ? size : by
  if (op === 'shl') return a << far
  if (op === 'shr') return a >> far
  if (op === 'sar') return BigInt.asIntN(width, a) >> far
  const left = op === 'rotl' ? by % size : (size - (by % size)) % size
  return (a << left) | (a >> (size - left))
}

const onesOf = (value: bigint): number => value.toString(2).replaceAll('0', '').length

function counted(ones: number, width: number): bigint {
  const count = BigInt(ones)
  if (count >> BigInt(width) > 0n)
    throw badInput(
      `widthBits: must be larger, because the count ${ones} does not fit ${width} bits`,
    )
  return count
}

function wordOf(field: string, text: string | number, width: number): bigint {
  const value = valueOf(text)
  if (value >= 1n << BigInt(width) || value < -(1n << BigInt(width - 1)))
    throw badInput(`${field}: must fit ${width} bits; widthBits sets another width`)
  return BigInt.asUintN(width, value)
}

function distanceOf(text: string | number): bigint {
  const value = valueOf(text)
  if (value < 0n) throw badInput('b: must not be negative; shift the other way')
  return value
}

function valueOf(literal: string | number): bigint {
  const text = String(literal)
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text)
}

function bits() {
  const error = saying(
    'must be a whole number as decimal, 0x, 0b or 0o text of at most 520 characters',
  )
  return z.union([z.int(), z.string().max(520, { error }).regex(LITERAL, { error })], { error })
}
