import type { MathNode } from 'mathjs'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { type Algebra, algebra, expressionField, unknownsIn, valueOf } from './_formula.ts'
import { withoutCosineSquares } from './_forms.ts'
import { folded, sameForm } from './_shapes.ts'

const VALUES_MAX = 50

export default defineTool({
  route: 'POST /api/simplify',
  name: 'Simplify',
  description:
    'Simplifies, expands or rationalises an algebraic expression with exact fractions, fills in values, and writes LaTeX.',
  asks: [
    'expand (x + 1)^3 (x - 2)',
    'simplify 2x + 3x - (x - 1) and give the LaTeX',
    'make a formula shorter',
    'expand brackets',
    'factor an expression',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  heavyField: 'expression',
  input: z.object({
    expression: expressionField(500).describe(
      'Such as 2x + 3x - (x - 1). Up to 500 characters. mod and % have the sign of the ' +
        'dividend: -7 mod 3 is -1.',
    ),
    mode: z
      .enum(['simplify', 'expand', 'rationalize', 'latex', 'evaluate'])
      .default('simplify')
      .describe(
        'simplify: the shortest form found; expand: a sum of products; rationalize: one reduced ' +
          'fraction; latex: as it is; evaluate: with values filled in.',
      ),
    values: z
      .record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,30}$/), z.number().min(-1e15).max(1e15))
      .refine((all) => Object.keys(all).length <= VALUES_MAX, {
        error: `must be at most ${VALUES_MAX} names`,
      })
      .default({})
      .describe('Numbers by name, filled in first in every mode.'),
  }),
  output: z.object({
    expression: z
      .string()
      .describe('Worth the same wherever the given one has a value; a reduced one may have more.'),
    latex: z.string(),
    variables: z.array(z.string()).describe('Names that are left.'),
    value: z.number().optional().describe('Where no name is left.'),
  }),
  examples: [
    {
      input: { expression: '2x + 3x - (x - 1)' },
      output: { expression: '4 * x + 1', latex: '4\\cdot x+1', variables: ['x'] },
    },
    {
      input: { expression: '(x^2 - 1) / (x - 1) + 1 / x', mode: 'rationalize' },
    },
    { input: { expression: 'a * (b + 1)', mode: 'evaluate', values: { a: 2, b: 3 } } },
  ],

  async run({ expression, mode, values }) {
    const { math, read } = await algebra()
    const given = read(expression)
    const names = unknownsIn(given)
    const foreign = Object.keys(values).find((name) => !names.includes(name))
    if (foreign !== undefined)
      throw badInput(`values.${foreign}: must be a name of the expression: ${names.join(', ')}`)
    const tree = filled(given)
    const answer = buildResult()
    const left = unknownsIn(answer)
    const value = left.length === 0 ? valueOf(tree)({}) : NaN
    return {
      expression: mode === 'evaluate' && Number.isFinite(value) ? String(value) : answer.toString(),
      latex: answer.toTex({ handler: nameOf }).trim(),
      variables: [...left],
      ...(Number.isFinite(value) && { value: value + 0 }),
    }

    function filled(node: MathNode): MathNode {
      return node.transform((one) => {
        const { type, name = '' } = one as unknown as { type: string; name?: string }
        const number = type === 'SymbolNode' ? values[name] : undefined
        // In brackets, because a number below 0 or in powers of ten may stand after a sign.
        return number === undefined ? one : math.parse(number < 0 ? `(${number})` : String(number))
      })
    }

    function buildResult(): MathNode {
      if (mode === 'latex') return tree
      if (mode === 'simplify' || mode === 'evaluate') return shortest({ math, read }, tree)
      const form = sameForm(read, tree)
      if (!form)
        throw badInput(
          `expression: cannot be worked out as one ${mode === 'expand' ? 'sum' : 'fraction'}: it is too long, divides by 0, or has no real values to check with`,
        )
      return form
    }
  },
})

/** One letter stands as it is; it is no unit here. */
const nameOf = (node: MathNode): string | undefined => {
  const { type, name = '' } = node as unknown as { type: string; name?: string }
  return type === 'SymbolNode' && /^[A-Za-z]$/.test(name) ? ` ${name}` : undefined
}

function shortest({ math, read }: Algebra, tree: MathNode): MathNode {
  const forms = [sameForm(read, tree), sameForm(read, tree, withoutCosineSquares)]
  return [...forms.filter((form) => form !== undefined), folded(math, tree), tree].reduce(
    (best, one) => (one.toString().length < best.toString().length ? one : best),
  )
}
