import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { badInput } from '../../../../base/core/fault.ts'
import { saying } from '../../../../engines/numbers/number-fields.ts'
import { algebra, expressionField, functionOf, variableField } from './_formula.ts'
import { integral } from './_quadrature.ts'

const bound = () =>
  z.union([z.number().min(-1e9).max(1e9), z.enum(['-inf', 'inf'])], {
    error: saying('must be a number from -1e9 to 1e9, "-inf" or "inf"'),
  })

export default defineTool({
  route: 'POST /api/integrate',
  name: 'Definite integral',
  description:
    'Definite integral of an expression by numbers, with an error estimate, also to infinity.',
  asks: [
    'area under the curve exp(-x^2) from 0 to 1',
    'numerical integration of a function',
    'area under a curve',
    'integral of a function',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  heavyField: 'expression',
  input: z.object({
    expression: expressionField(1_000).describe(
      'Expression such as exp(-x^2). Up to 1000 characters.',
    ),
    variable: variableField().default('x').describe('Variable of integration.'),
    from: bound().describe('Lower end, -1e9 to 1e9, or "-inf".'),
    to: bound().describe(
      'Upper end, -1e9 to 1e9, or "inf"; if it is below the lower end, the sign changes.',
    ),
    tolerance: z
      .number()
      .min(1e-13)
      .max(0.1)
      .default(1e-10)
      .describe('Error to reach, absolute or relative, whichever is larger.'),
  }),
  output: z.object({
    value: z
      .number()
      .nullable()
      .describe('Value of the integral; null if it cannot be determined.'),
    errorEstimate: z
      .number()
      .nullable()
      .describe('Estimated error, not a proven bound; narrow peaks can be missed.'),
    converged: z.boolean().describe('Whether the estimate is within the tolerance.'),
    evaluations: z.int(),
    singularities: z
      .array(z.number())
      .describe('Up to 10 points in the range, ends included, without a finite value.'),
  }),
  examples: [
    { input: { expression: 'exp(-x^2)', from: 0, to: 1 } },
    { input: { expression: '1 / (1 + x^2)', from: '-inf', to: 'inf' } },
  ],

  async run({ expression, variable, from, to, tolerance }) {
    const { read } = await algebra()
    const worth = functionOf(read(expression), variable)
    const [low, high] = [numberOf(from), numberOf(to)]
    if (Number.isNaN(worth(1)) && Number.isNaN(worth(-1)) && low === high)
      throw badInput('expression: must have a real value in the range')
    if (low === high)
      return { value: 0, errorEstimate: 0, converged: true, evaluations: 0, singularities: [] }
    const found = integral(worth, Math.min(low, high), Math.max(low, high), tolerance)
    const { value, ...others } = found
    return { value: value === null ? null : (high < low ? -value : value) + 0, ...others }
  },
})

const numberOf = (end: number | 'inf' | '-inf'): number =>
  end === 'inf' ? Infinity : end === '-inf' ? -Infinity : end
