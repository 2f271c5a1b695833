import type { Matrix } from 'ml-matrix'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { assertRectangle, matrixField, rankLimit } from './_matrices.ts'

const OPERATIONS = [
  'multiply',
  'add',
  'subtract',
  'transpose',
  'inverse',
  'determinant',
  'rank',
  'trace',
  'power',
  'eigen',
  'svd',
  'qr',
  'lu',
  'norm',
] as const

export default defineTool({
  route: 'POST /api/matrix',
  name: 'Matrix',
  description:
    'Matrix operations: product, inverse, determinant, rank, eigenvalues, singular values, QR, LU, power, norm.',
  asks: [
    'inverse and determinant of a 3x3 matrix',
    'eigenvalues and eigenvectors of a matrix',
    'multiply two matrices',
    'determinant',
    'eigenvalues',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    op: z.enum(OPERATIONS).describe('Operation; multiply, add and subtract need b too.'),
    a: matrixField().describe('Rows of numbers, up to 200 x 200.'),
    b: matrixField().optional().describe('The second matrix.'),
    power: z.int().min(-20).max(50).default(2).describe('Exponent for power, -20 to 50.'),
  }),
  output: z.object({
    result: z
      .unknown()
      .describe(
        'Rows, or a number; eigen: values (re, im) and vectors; svd: u, s, v; qr: q, r; ' +
          'lu: l, u, pivots; norm: frobenius, one, infinity, two.',
      ),
    rows: z.int().describe('Number of rows of a.'),
    columns: z.int().describe('Number of columns of a.'),
    condition: z
      .number()
      .nullable()
      .describe('Condition number of a in the 2-norm; null if a is singular.'),
  }),
  examples: [
    {
      input: {
        op: 'inverse',
        a: [
          [1, 2],
          [3, 4],
        ],
      },
    },
    {
      input: {
        op: 'multiply',
        a: [
          [1, 2],
          [3, 4],
        ],
        b: [[5], [6]],
      },
      output: { result: [[17], [39]], rows: 2, columns: 2, condition: 14.93303437365927 },
    },
  ],

  async run({ op, a, b, power }) {
    assertRectangle('a', a)
    if (b !== undefined) assertRectangle('b', b)
    const library = await load()
    const matrix = new library.Matrix(a)
    const singular = new library.SingularValueDecomposition(matrix, { autoTranspose: true })
    const other = b === undefined ? undefined : new library.Matrix(b)
    const result = OF[op]({ library, matrix, other, power, singular })
    const [largest, least] = [Math.max(...singular.diagonal), Math.min(...singular.diagonal)]
    const isSingular = least <= rankLimit(matrix.rows, matrix.columns, largest)
    const { rows, columns } = matrix
    if (!isFinite(result)) throw badInput('a: must give a result within the range of numbers')
    return { result, rows, columns, condition: isSingular ? null : largest / least }
  },
})

const isFinite = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isFinite(value)
    : typeof value !== 'object' || value === null || Object.values(value).every(isFinite)

const load = () => import('ml-matrix')
type Library = Awaited<ReturnType<typeof load>>

interface Work {
  readonly library: Library
  readonly matrix: Matrix
  readonly other: Matrix | undefined
  readonly power: number
  readonly singular: InstanceType<Library['SingularValueDecomposition']>
}

type Operation = (work: Work) => unknown

function second({ matrix, other }: Work, hasSameShape: boolean): Matrix {
  if (other === undefined) throw badInput('b: must be given for this op')
  if (hasSameShape && (other.rows !== matrix.rows || other.columns !== matrix.columns))
    throw badInput('b: must have as many rows and columns as a')
  if (!hasSameShape && other.rows !== matrix.columns)
    throw badInput(`b: must have ${matrix.columns} rows, as many as a has columns`)
  return other
}

function square({ matrix }: Work): Matrix {
  if (!matrix.isSquare()) throw badInput('a: must be square for this op')
  return matrix
}

function inverseOf(work: Work): Matrix {
  const matrix = square(work)
  if (rankOf(work) < matrix.rows) throw badInput('a: must not be singular, or it has no inverse')
  return work.library.inverse(matrix)
}

const rankOf = ({ matrix, singular }: Work): number => {
  const limit = rankLimit(matrix.rows, matrix.columns, Math.max(...singular.diagonal))
  return singular.diagonal.filter((value) => value > limit).length
}

function powerOf(work: Work): Matrix {
  const { library, power } = work
  let base = power < 0 ? inverseOf(work) : square(work)
  let result = library.Matrix.eye(base.rows)
  for (let left = Math.abs(power); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = result.mmul(base)
    if (left > 1) base = base.mmul(base)
  }
  return result
}

const OF: Readonly<Record<(typeof OPERATIONS)[number], Operation>> = {
  multiply: (work) => work.matrix.mmul(second(work, false)).to2DArray(),
  add: (work) => work.library.Matrix.add(work.matrix, second(work, true)).to2DArray(),
  subtract: (work) => work.library.Matrix.sub(work.matrix, second(work, true)).to2DArray(),
  transpose: ({ matrix }) => matrix.transpose().to2DArray(),
  inverse: (work) => inverseOf(work).to2DArray(),
  determinant: (work) => work.library.determinant(square(work)),
  rank: rankOf,
  trace: (work) => square(work).trace(),
  power: (work) => powerOf(work).to2DArray(),
  eigen(work) {
    const parts = new work.library.EigenvalueDecomposition(square(work))
    const values = parts.realEigenvalues.map((re, at) => ({
      re,
      im: parts.imaginaryEigenvalues[at] ?? 0,
    }))
    const isReal = values.every(({ im }) => im === 0)
    return { values, vectors: isReal ? parts.eigenvectorMatrix.to2DArray() : null }
  },
  svd: ({ singular }) => ({
    u: singular.leftSingularVectors.to2DArray(),
    s: singular.diagonal,
    v: singular.rightSingularVectors.to2DArray(),
  }),
  qr({ library, matrix }) {
    if (matrix.rows < matrix.columns) throw badInput('a: must not have more columns than rows')
    const parts = new library.QrDecomposition(matrix)
    return { q: parts.orthogonalMatrix.to2DArray(), r: parts.upperTriangularMatrix.to2DArray() }
  },
  lu(work) {
    const parts = new work.library.LuDecomposition(square(work))
    return {
      l: parts.lowerTriangularMatrix.to2DArray(),
      u: parts.upperTriangularMatrix.to2DArray(),
      pivots: [...parts.pivotPermutationVector],
    }
  },
  norm: ({ matrix, singular }) => ({
    frobenius: matrix.norm('frobenius'),
    one: Math.max(...matrix.transpose().to2DArray().map(absoluteSum)),
    infinity: Math.max(...matrix.to2DArray().map(absoluteSum)),
    two: Math.max(...singular.diagonal),
  }),
}

const absoluteSum = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + Math.abs(value), 0)
