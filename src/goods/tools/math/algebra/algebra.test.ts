import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import interpolate from './interpolate.ts'
import derivative from './derivative.ts'
import integrate from './integrate.ts'
import simplify from './simplify.ts'
import solveEquation from './solve-equation.ts'
import linearSolve from './linear-solve.ts'
import matrix from './matrix.ts'

describe('matrix', () => {
  const a = [
    [2, 1],
    [1, 3],
  ]
  const told = async (input: object) => (await runExample(matrix, { a, ...input }))['result']

  test('determinant, trace, rank and power', async () => {
    expect(await told({ op: 'determinant' })).toBeCloseTo(5, 12)
    expect(await told({ op: 'trace' })).toBe(5)
    expect(await told({ op: 'rank' })).toBe(2)
    expect(await told({ op: 'power', power: 3 })).toEqual([
      [15, 20],
      [20, 35],
    ])
  })

  test('eigenvalues of a rotation are complex', async () => {
    const turn = [
      [0, -1],
      [1, 0],
    ]
    const { values, vectors } = (await told({ op: 'eigen', a: turn })) as Record<string, unknown>
    expect(values).toEqual([
      { re: 0, im: 1 },
      { re: 0, im: -1 },
    ])
    expect(vectors).toBeNull()
  })

  test('the Hilbert matrix of 6 has the known condition number', async () => {
    const hilbert = Array.from({ length: 6 }, (_, row) =>
      Array.from({ length: 6 }, (_, column) => 1 / (row + column + 1)),
    )
    const { condition } = await runExample(matrix, { op: 'rank', a: hilbert })
    expect(Number(condition) / 1.495105864e7).toBeCloseTo(1, 6)
  })

  test.each([
    [
      {
        op: 'inverse',
        a: [
          [1, 2],
          [2, 4],
        ],
      },
      /^a: must not be singular/,
    ],
    [{ op: 'determinant', a: [[1, 2]] }, /^a: must be square/],
    [{ op: 'multiply' }, /^b: must be given/],
    [{ op: 'multiply', b: [[1, 2]] }, /^b: must have 2 rows/],
    [{ op: 'rank', a: [[1], [1, 2]] }, /^a: must have rows of equal length/],
  ])('%j is refused', async (input, why) => {
    await expect(runExample(matrix, { a, ...input })).rejects.toThrow(why)
  })
})

describe('linear-solve', () => {
  test('of many solutions the shortest is answered; of none the nearest or none', async () => {
    const many = await runExample(linearSolve, { a: [[1, 1]], b: [2] })
    expect(many).toMatchObject({ rank: 1, unique: false })
    expect((many['x'] as number[])[0]).toBeCloseTo(1, 12)
    const none = { a: [[1], [1]], b: [1, 3] }
    expect((await runExample(linearSolve, none))['residual']).toBeCloseTo(Math.SQRT2, 12)
    const strict = runExample(linearSolve, { ...none, leastSquares: false })
    await expect(strict).rejects.toThrow(/^leastSquares: must be true/)
  })
})

describe('interpolate', () => {
  const x = [0, 1, 2, 3, 5]
  const y = [0, 1, 0, 2, 7]
  // Values of scipy.interpolate: CubicSpline(bc_type='natural'), PchipInterpolator, interp1d.
  test.each(['linear', 'cubic', 'pchip', 'nearest', 'lagrange'])(
    '%s goes through its points',
    async (method) => {
      const told = await runExample(interpolate, { x, y, at: x, method })
      for (const [at, value] of (told['values'] as number[]).entries())
        expect(value).toBeCloseTo(y[at] ?? 0, 10)
    },
  )

  test('a polynomial is reproduced', async () => {
    const at = [-1, 2.5, 7]
    const cube = x.map((place) => place ** 3 - place)
    const told = await runExample(interpolate, { x, y: cube, at, method: 'lagrange' })
    for (const [place, value] of (told['values'] as number[]).entries())
      expect(value).toBeCloseTo(at[place]! ** 3 - at[place]!, 9)
    expect(told['extrapolated']).toEqual([true, false, true])
  })

  test('repeated places are refused', async () => {
    const told = runExample(interpolate, { x: [1, 1], y: [1, 2], at: [1] })
    await expect(told).rejects.toThrow(/^x: must be different/)
  })
})

describe('formulas as people write them', () => {
  test('ln is the natural logarithm, and ** a power', async () => {
    expect(await runExample(integrate, { expression: 'ln(x)', from: 1, to: 2 })).toMatchObject({
      value: expect.closeTo(2 * Math.log(2) - 1, 12) as number,
    })
    expect(await runExample(derivative, { expression: 'x**3' })).toMatchObject({
      simplified: '3 * x ^ 2',
    })
    const { roots } = await runExample(solveEquation, { expression: 'ln(x) = 1' })
    expect(roots).toHaveLength(1)
  })

  test.each(['NaN', 'Infinity', '1 + Infinity'])('%s is refused', async (expression) => {
    await expect(runExample(simplify, { expression })).rejects.toThrow(/^expression: /)
  })
})
