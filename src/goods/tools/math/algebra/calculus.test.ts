import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import derivative from './derivative.ts'
import integrate from './integrate.ts'
import simplify from './simplify.ts'
import solveEquation from './solve-equation.ts'

describe('derivative', () => {
  test.each([
    ['x^x', 'log(x) * x ^ x + x ^ x'],
    ['sin(x)^2', '2 * cos(x) * sin(x)'],
    ['a x^2', '2 * a * x'],
    ['log(x, 2)', '1 / (log(2) * x)'],
  ])('of %s', async (expression, simplified) => {
    expect(await runExample(derivative, { expression })).toMatchObject({
      simplified,
      verified: true,
    })
  })

  test('what has no rule is named; one that grows too far is refused', async () => {
    await expect(runExample(derivative, { expression: 'floor(x)' })).rejects.toThrow(/"floor"/)
    const nested = `${'sin(cos(tan('.repeat(3)}x${')))'.repeat(3)}`
    const deep = runExample(derivative, { expression: nested, order: 5 })
    await expect(deep).rejects.toThrow(/^order: must be lower/)
  })
})

describe('integrate', () => {
  test.each([';', '# x', '\n;'])('%j is no expression', async (expression) => {
    await expect(runExample(integrate, { expression, from: 0, to: 1 })).rejects.toThrow(
      /^expression: must hold/,
    )
  })

  test('an end without a value is told, and does not matter', async () => {
    const told = await runExample(integrate, { expression: '1 / sqrt(x)', from: 0, to: 1 })
    expect(told).toMatchObject({ converged: true, singularities: [0] })
    expect(told['value']).toBeCloseTo(2, 8)
  })

  test.each([
    ['1 / x', -1, 2],
    ['1 / x', 1, 'inf'],
    ['sqrt(x)', -1, 1],
    ['1 / (x - 0.5)^2', 0, 1],
    ['1 / (x - 1/3)^2', 0, 1],
    ['1 / (x - 0.3)^3', 0, 1],
    ['tan(x)', 0, 3],
    ['sin(x)', 0, 'inf'],
  ])('%s from %s to %s has no value', async (expression, from, to) => {
    const told = await runExample(integrate, { expression, from, to })
    expect(told).toMatchObject({ value: null, converged: false })
  })

  test('a peak in a wide range is found, and ends may change places', async () => {
    const peak = { expression: 'exp(-(x - 3.3)^2)', from: 1000, to: -1000 }
    expect((await runExample(integrate, peak))['value']).toBeCloseTo(-Math.sqrt(Math.PI), 10)
  })

  test('another unknown is refused', async () => {
    const told = runExample(integrate, { expression: 'x y', from: 0, to: 1 })
    await expect(told).rejects.toThrow(/^expression: must not hold the unknown name y/)
  })
})

describe('solve-equation', () => {
  const rootsOf = async (expression: string, range = {}) =>
    (await runExample(solveEquation, { expression, ...range }))['roots']

  test('roots of a polynomial of Wilkinson are exact, which eigenvalues miss', async () => {
    const factors = Array.from({ length: 20 }, (_, at) => `(x - ${at + 1})`)
    expect(await rootsOf(factors.join('*'))).toEqual(factors.map((_, at) => at + 1))
  })

  test('roots that lie close together are two, repeated ones are counted', async () => {
    expect(await rootsOf('x^2 - 2x + 1 = 1e-20')).toEqual([0.9999999999, 1.0000000001])
    const told = await runExample(solveEquation, { expression: '(x - 1)^5 (x + 2)^2 (x^2 + 1)' })
    expect(told).toMatchObject({ roots: [-2, 1], multiplicities: [2, 5], complete: true })
    expect(told['complexRoots']).toEqual([
      { re: 0, im: -1, multiplicity: 1 },
      { re: 0, im: 1, multiplicity: 1 },
    ])
  })

  test('poles are no roots; touched roots are', async () => {
    expect(await rootsOf('1 / x = 0')).toEqual([])
    expect(await rootsOf('tan(x)', { from: 1, to: 2 })).toEqual([])
    expect(await rootsOf('1 - sin(x)', { from: 0, to: 3 })).toEqual([expect.closeTo(1.570796, 6)])
    expect(await rootsOf('exp(x) = 3')).toEqual([expect.closeTo(Math.log(3), 14)])
  })

  test.each([
    ['x = x', /every number/],
    ['x = 1 = 2', /one =/],
    ['x >= 2', /one =/],
    ['y = 2', /unknown name y/],
    ['2 = 3', /must hold the unknown x/],
  ])('%s is refused', async (expression, why) => {
    await expect(rootsOf(expression)).rejects.toThrow(why)
  })
})

describe('simplify', () => {
  test.each([
    ['sin(x)^2 + cos(x)^2', 'simplify', '1'],
    ['(x + 1)^10', 'simplify', '(x + 1) ^ 10'],
    ['0.1x + 0.2x', 'simplify', '3 * x / 10'],
    ['sqrt(x^2)', 'simplify', 'sqrt(x ^ 2)'],
    ['(a + b)^2 - (a - b)^2', 'expand', '4 * a * b'],
    ['x / y + y / x', 'rationalize', '(x ^ 2 + y ^ 2) / (x * y)'],
    ['(x^3 - 1) / (x - 1)', 'rationalize', 'x ^ 2 + x + 1'],
  ])('%s by %s', async (expression, mode, made) => {
    expect((await runExample(simplify, { expression, mode }))['expression']).toBe(made)
  })

  test.each([
    ['-7 mod 3', -1],
    ['7 % -3', 1],
    ['mod(-7.5, 2)', -1.5],
    ['7 mod 0', undefined],
  ])('%s has the sign of the dividend, as in calc', async (expression, value) => {
    const told = await runExample(simplify, { expression, values: {}, mode: 'evaluate' })
    expect(told['value']).toBe(value)
  })

  test('a long product ends, and is refused', async () => {
    const told = runExample(simplify, { expression: '(a + b + c + d + f)^90', mode: 'expand' })
    await expect(told).rejects.toThrow(/too long/)
  })

  test('a value for a name that does not occur is refused', async () => {
    const told = runExample(simplify, { expression: 'x', values: { y: 1 } })
    await expect(told).rejects.toThrow(/^values.y/)
  })
})
