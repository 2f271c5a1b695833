import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import calc from './calc.ts'
import unitConvert from './unit-convert.ts'

describe('calc', () => {
  test.each([
    ['0.1 * 3', '0.3'],
    ['2^3^2', '512'],
    ['-7 % 3', '-1'],
    ['-7 mod 3', '-1'],
    ['7 % -3', '1'],
    ['25!', '15511210043330985984000000'],
    ['1/3', '0.3333333333333333333333333333333333'],
    ['log(8, 2)', '3'],
    ['2**10', '1024'],
    ['ln(1) + 2ln(e)', '2'],
    ['2^200', '1.606938044258990275541962092341163e+60'],
  ])('%s is %s', async (expression, exact) => {
    expect(await runExample(calc, { expression })).toMatchObject({ exact, type: 'number' })
  })

  test('more digits where they are asked for', async () => {
    expect(await runExample(calc, { expression: 'sqrt(2)', precision: 50 })).toMatchObject({
      exact: '1.4142135623730950488016887242096980785696718753769',
    })
  })

  test('units are carried along', async () => {
    expect(await runExample(calc, { expression: '2 inch to cm' })).toMatchObject({
      result: '5.08 cm',
      type: 'unit',
    })
  })

  test.each([
    ['10!!', /^expression: n!! can mean two things/],
    ['sum(1:50000000)', /^expression: has no function sum/],
    ['zeros(20000, 20000)', /^expression: has no function zeros/],
    ['import({})', /^expression: has no function import/],
    ['f(x) = x', /^expression: must hold numbers/],
    ['"a"', /^expression: must hold numbers/],
    ['x.constructor', /^expression: must hold numbers/],
    ['(1 + 2', /^expression: cannot be read/],
    ['y + 1', /^expression: has no value for y/],
    ['5 m mod 2 m', /^expression: cannot be computed: /],
    ['5 m + 3 s', /^expression: must not add/],
    ['NaN', /^expression: must hold finite/],
    ['1/0', /^expression: must make one finite/],
    ['('.repeat(200), /^expression: must be nested/],
  ])('%s is refused', async (expression, why) => {
    await expect(runExample(calc, { expression })).rejects.toThrow(why)
  })
})

describe('unit-convert', () => {
  test.each([
    [100, 'degC', 'degF', 212],
    [0, 'K', 'degC', -273.15],
    [1, 'knot', 'km/h', 1.852],
    [1, 'psi', 'Pa', 6894.757293168361],
    [1, 'MeV', 'J', 1.602176634e-13],
    [1, 'tablespoon', 'teaspoon', 3],
    [1, 'GiB', 'MB', 1073.741824],
    [1, 'acre', 'm^2', 4046.8564224],
    [1, 'kcal', 'J', 4184],
    [30, 'inHg', 'mbar', 1015.9165921023],
    [8, 'furlong', 'mile', 1],
    [1, 'fathom', 'ft', 6],
    [1, 'troy oz', 'g', 31.1034768],
    [1, 'light_year', 'lightyear', 1],
    [1, 'barrel', 'gallon', 42],
    [1, 'bushel', 'cuin', 2150.42],
    [1, 'Fluid Ounce', 'mL', 29.5735295625],
    [1, 'square foot', 'm²', 0.09290304],
    [2, 'rev', 'deg', 720],
    [500, 'mrem', 'mSv', 5],
    [1, 'footcandle', 'lx', 10.763910416709722],
    [1, 'µm', 'm', 1e-6],
    [1, 'ft2', 'm2', 0.09290304],
    [1, 'Mbit/s', 'kB/s', 125],
    [1, 'pounds', 'kg', 0.45359237],
    [1, 'kilometres', 'metres', 1000],
    [1, 'yr', 'd', 365.25],
  ])('%d %s in %s', async (value, from, to, expected) => {
    const told = await runExample(unitConvert, { value, from, to })
    expect(Number(told['value']) / expected).toBeCloseTo(1, 12)
  })

  test.each([
    [{ from: 'kg', to: 'm' }, /^to: must measure the same as kg/],
    [{ from: 'foo', to: 'm' }, /^from: must be a known unit/],
  ])('%j is refused', async (input, why) => {
    await expect(runExample(unitConvert, { value: 1, ...input })).rejects.toThrow(why)
  })
})
