import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { defineTool } from '../../../core/tool.ts'
import { algebra, expressionField, functionOf, unknownsIn, variableField } from './_formula.ts'
import { formOf, lowest } from './_forms.ts'
import { coefficientsOf, type Polynomial } from './_polynomials.ts'
import { partsOf } from './_shapes.ts'
import { polynomialRoots } from './_polynomial-roots.ts'
import { rootsIn } from '../../../lib/root-search.ts'
import type { Coefficients } from './_univariate.ts'

const DEGREE_MAX = 40
const PARTS_MAX = 200

export default defineTool({
  route: 'POST /api/solve-equation',
  name: 'Solve an equation',
  description:
    'Real roots of an equation in one unknown; all roots of a polynomial, complex ones and multiplicities too.',
  asks: ['solve x^2 - 5x + 6 = 0', 'find the roots of a polynomial or of cos(x) = x'],
  price: '$0.001',
  uses: {},
  place: 'thread',
  heavyField: 'expression',
  input: z.object({
    expression: expressionField(1_000).describe(
      'Equation with one =, or an expression that is to be 0. Up to 1000 characters.',
    ),
    variable: variableField().default('x').describe('Name of the unknown.'),
    from: z
      .number()
      .min(-1e9)
      .max(1e9)
      .optional()
      .describe('Least root wanted; without it -1000, and for polynomials no bound.'),
    to: z
      .number()
      .min(-1e9)
      .max(1e9)
      .optional()
      .describe('Greatest root wanted; without it 1000, and for polynomials no bound.'),
  }),
  output: z.object({
    roots: z.array(z.number()).describe('Different real roots in the range, the least first.'),
    multiplicities: z
      .array(z.int().nullable())
      .describe('How often each comes; null where it is no polynomial.'),
    complexRoots: z
      .array(z.object({ re: z.number(), im: z.number(), multiplicity: z.int() }))
      .describe('Those of a polynomial that are not real.'),
    residuals: z.array(z.number()).describe('Left side minus right side at each root.'),
    method: z.enum(['polynomial', 'search']),
    polynomial: z.boolean(),
    complete: z.boolean().describe('Proven to be all in the range; a search may have missed some.'),
  }),
  examples: [
    {
      input: { expression: 'x^2 - 5x + 6 = 0' },
      output: {
        roots: [2, 3],
        multiplicities: [1, 1],
        complexRoots: [],
        residuals: [0, 0],
        method: 'polynomial',
        polynomial: true,
        complete: true,
      },
    },
    { input: { expression: 'cos(x) = x', from: 0, to: 2 } },
  ],

  async run({ expression, variable, from, to }) {
    const [low, high] = [from ?? -1_000, to ?? 1_000]
    if (low > high) throw badInput('to: must not be below from')
    const { read } = await algebra()
    const tree = read(asOne(expression))
    const worth = functionOf(tree, variable)
    if (!unknownsIn(tree).includes(variable))
      throw badInput(`expression: must hold the unknown ${variable}`)
    const factors = partsOf(tree) > PARTS_MAX ? undefined : asPolynomial(lowest(formOf(tree)))
    if (!factors) {
      const roots = rootsIn(worth, low, high)
      return {
        roots,
        multiplicities: roots.map(() => null),
        complexRoots: [],
        residuals: roots.map(worth),
        method: 'search' as const,
        polynomial: false,
        complete: false,
      }
    }
    if (factors.length === 0) throw badInput('expression: must not hold for every number')
    const { real, complex } = await polynomialRoots(factors)
    const inside = real.filter(
      ({ root }) => root >= (from ?? -Infinity) && root <= (to ?? Infinity),
    )
    return {
      roots: inside.map(({ root }) => root),
      multiplicities: inside.map(({ multiplicity }) => multiplicity),
      complexRoots: complex,
      residuals: inside.map(({ root }) => finite(worth(root))),
      method: 'polynomial' as const,
      polynomial: true,
      complete: true,
    }

    function asPolynomial(form: { top: Polynomial; bottom: Polynomial }): Coefficients | undefined {
      // A fraction is 0 where its upper part is, but for roots that both parts share.
      const isWhole = coefficientsOf(form.bottom, variable)?.length === 1
      const read = isWhole ? coefficientsOf(form.top, variable) : undefined
      return read && read.length <= DEGREE_MAX + 1 ? read : undefined
    }
  },
})

/** A residual that is too large for a float says only that. */
const finite = (value: number): number => (Number.isFinite(value) ? value + 0 : Number.MAX_VALUE)

function asOne(equation: string): string {
  const sides = equation.split('=')
  if (sides.length > 2 || /[<>!]=|=\s*$|^\s*=/.test(equation))
    throw badInput('expression: must have one =, with something on either side, or none')
  const [left = '', right] = sides
  return right === undefined ? left : `(${left}) - (${right})`
}
