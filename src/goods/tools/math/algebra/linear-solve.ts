import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { assertRectangle, matrixField, rankLimit, SIDE_MAX } from './_matrices.ts'

export default defineTool({
  route: 'POST /api/linear-solve',
  name: 'Linear equations',
  description:
    'Solves a system of linear equations, by least squares where it is not square, with rank and residual.',
  asks: [
    'solve a system of linear equations',
    'least squares solution of linear equations',
    'three equations with three unknowns',
    'simultaneous equations',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    a: matrixField().describe('Coefficients: a row for each equation, a column for each unknown.'),
    b: z
      .array(z.number().min(-1e15).max(1e15))
      .min(1)
      .max(SIDE_MAX)
      .describe('Right side of each equation.'),
    leastSquares: z
      .boolean()
      .default(true)
      .describe('Whether to answer the nearest x if no x fits; otherwise that is refused.'),
  }),
  output: z.object({
    x: z.array(z.number()).describe('Solution; the shortest one if several fit.'),
    residual: z.number().describe('Length of a x - b.'),
    rank: z.int(),
    unique: z.boolean().describe('Whether no other x fits as well.'),
  }),
  examples: [
    {
      input: {
        a: [
          [2, 1],
          [1, 3],
        ],
        b: [3, 5],
      },
    },
  ],

  async run({ a, b, leastSquares }) {
    assertRectangle('a', a)
    if (b.length !== a.length) throw badInput('b: must have one number for each row of a')
    const { LuDecomposition, Matrix, QrDecomposition, SingularValueDecomposition } =
      await import('ml-matrix')
    const matrix = new Matrix(a)
    const right = Matrix.columnVector(b)
    const parts = new SingularValueDecomposition(matrix, { autoTranspose: true })
    const limit = rankLimit(matrix.rows, matrix.columns, Math.max(...parts.diagonal))
    const rank = parts.diagonal.filter((value) => value > limit).length
    const isFull = rank === matrix.columns
    const solution = !isFull
      ? shortest()
      : matrix.isSquare()
        ? new LuDecomposition(matrix).solve(right)
        : new QrDecomposition(matrix).solve(right)
    const residual = Matrix.sub(matrix.mmul(solution), right).norm('frobenius')
    const scale = Math.max(...parts.diagonal) * solution.norm('frobenius') + right.norm('frobenius')
    if (!leastSquares && residual > 1e-9 * scale)
      throw badInput('leastSquares: must be true, because no x fits all equations')
    return { x: solution.to1DArray().map((value) => value + 0), residual, rank, unique: isFull }

    function shortest() {
      const found = Matrix.zeros(matrix.columns, 1)
      for (const [at, size] of parts.diagonal.entries()) {
        if (size <= limit) continue
        const left = parts.leftSingularVectors.getColumnVector(at)
        const share = left.transpose().mmul(right).get(0, 0) / size
        found.add(parts.rightSingularVectors.getColumnVector(at).mul(share))
      }
      return found
    }
  },
})
