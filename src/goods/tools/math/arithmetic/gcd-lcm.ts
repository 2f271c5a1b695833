import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { integerField } from '../../../../engines/numbers/number-fields.ts'
import { absolute, extendedGcd, gcdOf } from './_primes.ts'

const VALUES_MAX = 1_000
const DIGITS_MAX = 100
/** For more numbers the coefficients would be much longer than the numbers. */
const BEZOUT_MAX = 20

export default defineTool({
  route: 'POST /api/gcd-lcm',
  name: 'Greatest common divisor and least common multiple',
  description:
    'Greatest common divisor and least common multiple of whole numbers, with Bezout coefficients.',
  asks: [
    'lcm and gcd of 84 and 36',
    'are these numbers coprime',
    'largest common divisor',
    'when do two cycles meet again',
    'smallest common multiple',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    values: z
      .array(integerField(DIGITS_MAX))
      .min(2)
      .max(VALUES_MAX)
      .describe('2 to 1000 whole numbers of at most 100 digits.'),
  }),
  output: z.object({
    gcd: z.string().describe('Greatest common divisor; 0 if all values are 0.'),
    lcm: z.string().describe('Least common multiple; 0 if a value is 0.'),
    bezout: z
      .object({ coefficients: z.array(z.string()) })
      .nullable()
      .describe(
        'Coefficients: the sum of each value times its coefficient is gcd. null above 20 values.',
      ),
    coprime: z.boolean().describe('Whether gcd is 1.'),
  }),
  examples: [
    {
      input: { values: ['84', '36'] },
      output: { gcd: '12', lcm: '252', bezout: { coefficients: ['1', '-2'] }, coprime: false },
    },
    {
      input: { values: [6, 10, 15] },
      output: {
        gcd: '1',
        lcm: '30',
        bezout: { coefficients: ['-14', '7', '1'] },
        coprime: true,
      },
    },
  ],

  run({ values }) {
    const numbers = values.map(BigInt)
    const gcd = numbers.reduce(gcdOf, 0n)
    const lcm = numbers.reduce(
      (multiple, value) =>
        value === 0n || multiple === 0n
          ? 0n
          : absolute((multiple / gcdOf(multiple, value)) * value),
      1n,
    )
    return {
      gcd: String(gcd),
      lcm: String(lcm),
      bezout: numbers.length > BEZOUT_MAX ? null : { coefficients: coefficients(numbers) },
      coprime: gcd === 1n,
    }
  },
})

function coefficients(values: readonly bigint[]): string[] {
  let gcd = 0n
  const found: bigint[] = []
  for (const value of values) {
    const step = extendedGcd(gcd, value)
    for (const [at, coefficient] of found.entries()) found[at] = coefficient * step.x
    found.push(step.y)
    gcd = step.gcd
  }
  return found.map(String)
}
