import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  compare,
  type Decimal,
  decimal,
  rounded,
  sumOf,
  tenTo,
  textOf,
  ZERO,
} from '../../../../engines/numbers/decimal.ts'
import { decimalField } from '../../../../engines/numbers/number-fields.ts'

const SHARES_MAX = 1_000

export default defineTool({
  route: 'POST /api/split-amount',
  name: 'Split an amount',
  description: 'Splits an amount of money by shares so that the rounded parts add up exactly.',
  asks: [
    'divide 100 euros among three people without losing a cent',
    'split an amount so that the parts add up',
    'share the restaurant bill',
    'divide the rent among flatmates',
    'split a cost fairly to the cent',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    amount: decimalField().describe('Amount, preferably as decimal text.'),
    shares: z
      .array(decimalField({ min: 0 }))
      .min(1)
      .max(SHARES_MAX)
      .describe('1 to 1000 weights from 0, not all 0.'),
    decimals: z.int().min(0).max(18).default(2).describe('Decimals of the parts, 0 to 18.'),
  }),
  output: z.object({
    parts: z.array(z.string()).describe('As decimal text, in the order of the shares.'),
    remainderTo: z
      .array(z.int())
      .describe(
        'Indices, from 0, of parts that got one unit more: largest remainder, then earlier.',
      ),
    total: z.string(),
  }),
  examples: [
    {
      input: { amount: '100.00', shares: [1, 1, 1] },
      output: { parts: ['33.34', '33.33', '33.33'], remainderTo: [0], total: '100.00' },
    },
    {
      input: { amount: '-10', shares: [1, 2], decimals: 0 },
      output: { parts: ['-3', '-7'], remainderTo: [1], total: '-10' },
    },
  ],

  run({ amount, shares, decimals }) {
    const whole = decimal(amount)
    const total = rounded(whole, decimals)
    if (compare(total, whole) !== 0)
      throw badInput(`amount: must have at most ${decimals} decimals; raise decimals for more`)
    const weights = shares.map(decimal)
    const sum = sumOf(weights)
    if (compare(sum, ZERO) === 0) throw badInput('shares: must not all be 0')
    const { parts, remainderTo } = divided(
      total,
      weights.map((one) => unitsOf(one, sum.scale)),
    )
    return {
      parts: parts.map((digits) => textOf({ digits, scale: decimals })),
      remainderTo,
      total: textOf(total),
    }
  },
})

const unitsOf = ({ digits, scale }: Decimal, places: number): bigint =>
  digits * tenTo(places - scale)

/**
 * Largest remainder (Hamilton): all parts are rounded down, then those that lost most get a unit.
 */
function divided({ digits }: Decimal, weights: readonly bigint[]) {
  const sign = digits < 0n ? -1n : 1n
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  const cut = weights.map((weight) => (digits * sign * weight) / all)
  const rests = weights.map((weight, at) => ({ at, rest: (digits * sign * weight) % all }))
  const left = digits * sign - cut.reduce((sum, part) => sum + part, 0n)
  const remainderTo = rests
    .toSorted((a, b) => (a.rest > b.rest ? -1 : a.rest < b.rest ? 1 : a.at - b.at))
    .slice(0, Number(left))
    .map(({ at }) => at)
    .toSorted((a, b) => a - b)
  const more = new Set(remainderTo)
  return { parts: cut.map((part, at) => sign * (part + (more.has(at) ? 1n : 0n))), remainderTo }
}
