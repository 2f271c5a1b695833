import type { MathNode } from 'mathjs'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  agree,
  algebra,
  expressionField,
  functionOf,
  slopeOf,
  unknownsIn,
  valueOf,
  variableField,
} from './_formula.ts'
import { folded, partsOf, sameForm } from './_shapes.ts'

const NODES_MAX = 1_000

export default defineTool({
  route: 'POST /api/derivative',
  name: 'Derivative',
  description:
    'Symbolic derivative of an expression, of the first to the fifth order, and its value at a point.',
  asks: [
    'differentiate x^3 + sin(x)',
    'slope of a function at a point',
    'slope of a function',
    'differentiate x^3',
    'calculus',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  heavyField: 'expression',
  input: z.object({
    expression: expressionField(1_000).describe(
      'Expression such as x^3 + sin(x); names other than the variable are constants. Up to 1000 characters.',
    ),
    variable: variableField().default('x').describe('Variable of differentiation.'),
    order: z.int().min(1).max(5).default(1).describe('Order of the derivative, 1 to 5.'),
    at: z
      .number()
      .min(-1e15)
      .max(1e15)
      .optional()
      .describe('Point at which to compute the value; the expression must have no other names.'),
  }),
  output: z.object({
    derivative: z.string().describe('Derivative by the rules, with constants combined.'),
    simplified: z.string().describe('Shortest form that was found.'),
    verified: z
      .boolean()
      .nullable()
      .describe('Whether it agrees with numerical differences; null if none could be computed.'),
    value: z.number().nullable().optional().describe('Value at that point; null if there is none.'),
  }),
  examples: [
    {
      input: { expression: 'x^3 + sin(x)', at: 0 },
      output: {
        derivative: '3 * x ^ 2 + cos(x)',
        simplified: '3 * x ^ 2 + cos(x)',
        verified: true,
        value: 1,
      },
    },
    {
      input: { expression: '(2x + 1)^4', order: 2 },
      output: {
        derivative: '4 * 2 * 3 * 2 * (2 x + 1) ^ 2',
        simplified: '192 * x ^ 2 + 192 * x + 48',
        verified: true,
      },
    },
  ],

  async run({ expression, variable, order, at }) {
    const { math, read } = await algebra()
    const tree = read(expression)
    const names = [...new Set([...unknownsIn(tree), variable])]
    let [before, derived, shortest] = [tree, tree, tree]
    for (let round = 0; round < order; round += 1) {
      before = shortest
      derived = folded(math, bounded(derivedOnce(shortest)))
      shortest = shortestOf(read, derived)
    }
    const value = at === undefined ? undefined : functionOf(derived, variable)(at)
    return {
      derivative: derived.toString(),
      simplified: shortest.toString(),
      verified: agree(slopeOf(valueOf(before), variable), valueOf(shortest), names),
      ...(value !== undefined && { value: Number.isFinite(value) ? value + 0 : null }),
    }

    function derivedOnce(node: MathNode): MathNode {
      try {
        return math.derivative(node, variable, { simplify: false })
      } catch (thrown) {
        const [, piece = ''] = /process (\w+ "[^"]{1,20}")/.exec((thrown as Error).message) ?? []
        throw badInput(`expression: must have a derivative by rules; ${piece} has none`)
      }
    }
  },
})

function bounded(node: MathNode): MathNode {
  if (partsOf(node) > NODES_MAX) throw badInput('order: must be lower for this expression')
  return node
}

/** The expression, or its form as one sum or fraction if that is shorter and has the same value. */
function shortestOf(read: (text: string) => MathNode, tree: MathNode): MathNode {
  const form = sameForm(read, tree)
  return form && form.toString().length <= tree.toString().length ? form : tree
}
