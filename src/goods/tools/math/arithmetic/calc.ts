import type { FactoryFunctionMap } from 'mathjs'
import { z } from 'zod'
import { badInput, Fault } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { loadMath, parsedExpression, setRemainder } from '../../../../engines/numbers/expression.ts'
import { decimalField } from '../../../../engines/numbers/number-fields.ts'

const EXPRESSION_MAX = 5_000
const VARIABLES_MAX = 100
const NAME = /^[A-Za-z][A-Za-z0-9_]{0,30}$/

export default defineTool({
  route: 'POST /api/calc',
  name: 'Calculator',
  description:
    'Evaluates an arithmetic expression with as many digits as wanted: big numbers, functions, units and variables.',
  asks: [
    'evaluate an expression with big numbers',
    'calculate sqrt(2) to 50 digits',
    'how much is 17 times 23',
    'work out a sum',
    '2 to the power of 100',
    'square root',
    'add these numbers',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  heavyField: 'expression',
  input: z.object({
    expression: z
      .string()
      .min(1)
      .max(EXPRESSION_MAX)
      .describe(
        'Such as 2^100 + sqrt(2), 3 km / 5 minute to km/h; angles are radians; mod and % have ' +
          'the sign of the dividend: -7 mod 3 is -1.',
      ),
    variables: z
      .record(z.string().regex(NAME), decimalField())
      .refine((all) => Object.keys(all).length <= VARIABLES_MAX, {
        error: `must be at most ${VARIABLES_MAX} variables`,
      })
      .default({})
      .describe('Numbers by name, as text where they must keep all digits.'),
    precision: z.int().min(15).max(100).default(34).describe('Significant digits, 15 to 100.'),
  }),
  output: z.object({
    result: z
      .union([z.number(), z.string(), z.boolean()])
      .describe('A number; text where it would lose digits, and for units.'),
    exact: z
      .string()
      .describe('All digits that were computed, in powers of ten above the precision.'),
    type: z.enum(['number', 'unit', 'boolean']),
  }),
  examples: [
    {
      input: { expression: '2^100 + sqrt(2)' },
      output: {
        result: '1267650600228229401496703205377.414',
        exact: '1267650600228229401496703205377.414',
        type: 'number',
      },
    },
    { input: { expression: '0.1 + 0.2' }, output: { result: 0.3, exact: '0.3', type: 'number' } },
    {
      input: { expression: 'rate * 3', variables: { rate: '0.1' } },
      output: { result: 0.3, exact: '0.3', type: 'number' },
    },
  ],

  async run({ expression, variables, precision }) {
    const bundle = await loadMath()
    const math = bundle.create((bundle as unknown as { readonly all: FactoryFunctionMap }).all)
    math.config({ number: 'BigNumber', precision })
    setRemainder(math)
    const tree = parsedExpression(math, 'expression', expression)
    const scope = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, math.bignumber(String(value))]),
    )
    const value: unknown = evaluated(() => tree.compile().evaluate(scope) as unknown)
    if (typeof value === 'boolean') return { result: value, exact: String(value), type: 'boolean' }
    if (math.isUnit(value)) {
      const text = math.format(value, { precision })
      return { result: text, exact: text, type: 'unit' }
    }
    if (!math.isBigNumber(value) || !value.isFinite())
      throw badInput('expression: must make one finite real number, a unit or a truth value')
    // Zeros beyond the precision would be digits that nobody computed.
    const exact = value.e < precision ? value.toFixed() : value.toString()
    return { result: isShort(exact) ? Number(exact) : exact, exact, type: 'number' }
  },
})

/** Whether the nearest float is written the same. */
const isShort = (exact: string): boolean => String(Number(exact)) === exact

function evaluated(work: () => unknown): unknown {
  try {
    return work()
  } catch (thrown) {
    if (thrown instanceof Fault) throw thrown
    const { message } = thrown as Error
    const name = /^Undefined symbol (\w{1,100})/.exec(message)?.[1]
    if (name !== undefined)
      throw badInput(`expression: has no value for ${name}; give it in variables`)
    throw badInput(
      message.startsWith('Units do not match')
        ? 'expression: must not add, compare or convert units of different kinds'
        : 'expression: cannot be computed: a function or an operator does not take such values',
    )
  }
}
