import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  compare,
  decimal,
  minus,
  rounded,
  roundedQuotient,
  tenTo,
  textOf,
  ZERO,
} from '../../../../engines/numbers/decimal.ts'
import { decimalField } from '../../../../engines/numbers/number-fields.ts'
import * as exact from '../algebra/_rationals.ts'

/** IRS Publication 946, table A-1: percent of the cost in each year, half-year convention. */
const MACRS: ReadonlyMap<number, string> = new Map([
  [3, '33.33 44.45 14.81 7.41'],
  [5, '20 32 19.20 11.52 11.52 5.76'],
  [7, '14.29 24.49 17.49 12.49 8.93 8.92 8.93 4.46'],
  [10, '10 18 14.40 11.52 9.22 7.37 6.55 6.55 6.56 6.55 3.28'],
  [15, '5 9.5 8.55 7.7 6.93 6.23 5.90 5.90 5.91 5.90 5.91 5.90 5.91 5.90 5.91 2.95'],
  [
    20,
    '3.750 7.219 6.677 6.177 5.713 5.285 4.888 4.522 4.462 4.461 4.462 4.461 4.462 ' +
      '4.461 4.462 4.461 4.462 4.461 4.462 4.461 2.231',
  ],
])

export default defineTool({
  route: 'POST /api/depreciation',
  name: 'Depreciation schedule',
  description:
    'Yearly depreciation of an asset: straight line, declining balance, sum of years digits or MACRS.',
  asks: [
    'depreciate a 10000 machine over 5 years',
    'macrs half year table for an asset',
    'value of a machine after five years',
    'write off a laptop',
    'loss in value per year',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    cost: decimalField({ above: 0 }).describe('Purchase price.'),
    salvage: decimalField({ min: 0 }).default(0).describe('Value at the end; MACRS ignores it.'),
    years: z.int().min(1).max(100).describe('Life; for MACRS the class 3, 5, 7, 10, 15 or 20.'),
    method: z
      .enum(['straight', 'declining', 'double-declining', 'sum-of-years', 'macrs'])
      .default('straight')
      .describe(
        'declining and double-declining switch to straight line when that is more; macrs is the ' +
          'US table with the half-year convention, one year longer than the class.',
      ),
    factor: decimalField({ min: 1, max: 4 })
      .default(2)
      .describe('Multiple of the straight-line rate, for declining, 1 to 4.'),
    decimals: z.int().min(0).max(8).default(2).describe('Decimals of amounts, 0 to 8.'),
  }),
  output: z.object({
    schedule: z.array(
      z.object({
        year: z.int(),
        expense: z.string(),
        accumulated: z.string(),
        bookValue: z.string(),
      }),
    ),
    total: z.string(),
  }),
  examples: [
    {
      input: { cost: 1000, salvage: 100, years: 3 },
      output: {
        schedule: [
          { year: 1, expense: '300.00', accumulated: '300.00', bookValue: '700.00' },
          { year: 2, expense: '300.00', accumulated: '600.00', bookValue: '400.00' },
          { year: 3, expense: '300.00', accumulated: '900.00', bookValue: '100.00' },
        ],
        total: '900.00',
      },
    },
    { input: { cost: 10_000, years: 5, method: 'macrs' } },
  ],

  run({ cost: sentCost, salvage: sentSalvage, years, method, factor, decimals }) {
    const cost = decimal(sentCost)
    const salvage = decimal(sentSalvage)
    if (compare(salvage, cost) > 0) throw badInput('salvage: must be at most the cost')
    const rate = fraction(method === 'declining' ? factor : 2)
    const terms = [fraction(sentCost), fraction(sentSalvage)] as const
    const sums = accumulated(EXPENSES[method](...terms, years, rate)).map(({ top, bottom }) => ({
      digits: roundedQuotient(top * tenTo(decimals), bottom, 'half-even'),
      scale: decimals,
    }))
    return {
      schedule: sums.map((sum, at) => ({
        year: at + 1,
        expense: textOf(minus(sum, sums[at - 1] ?? rounded(ZERO, decimals))),
        accumulated: textOf(sum),
        bookValue: textOf(minus(rounded(cost, decimals), sum)),
      })),
      total: textOf(sums.at(-1) ?? rounded(ZERO, decimals)),
    }
  },
})

type Method = 'straight' | 'declining' | 'double-declining' | 'sum-of-years' | 'macrs'
type Fraction = exact.Rational

const fraction = (literal: string | number): Fraction =>
  exact.rationalOf(String(literal)) ?? exact.NONE
const count = (value: number): Fraction => exact.rational(BigInt(value))
const less = (a: Fraction, b: Fraction): Fraction => exact.plus(a, exact.minus(b))
const isMore = (a: Fraction, b: Fraction): boolean => a.top * b.bottom > b.top * a.bottom

/** The running sum is rounded, so that the expenses add up. */
function accumulated(expenses: readonly Fraction[]): Fraction[] {
  let sum = exact.NONE
  return expenses.map((expense) => (sum = exact.plus(sum, expense)))
}

/** The expense of each year, exact, so that half a cent stays half a cent. */
type Expenses = (
  cost: Fraction,
  salvage: Fraction,
  years: number,
  factor: Fraction,
) => readonly Fraction[]

const straight: Expenses = (cost, salvage, years) =>
  Array.from({ length: years }, () => exact.over(less(cost, salvage), count(years)))

/** A share of the book value, or an equal part of the rest if that is more. */
const declining: Expenses = (cost, salvage, years, factor) => {
  const expenses: Fraction[] = []
  let book = cost
  for (let year = 0; year < years; year += 1) {
    const left = less(book, salvage)
    const share = exact.over(exact.times(book, factor), count(years))
    const even = exact.over(left, count(years - year))
    const more = isMore(share, even) ? share : even
    const expense = isMore(more, left) ? left : more
    expenses.push(expense)
    book = less(book, expense)
  }
  return expenses
}

const sumOfYears: Expenses = (cost, salvage, years) =>
  Array.from({ length: years }, (_, at) =>
    exact.over(
      exact.times(less(cost, salvage), count(years - at)),
      count((years * (years + 1)) / 2),
    ),
  )

const macrs: Expenses = (cost, _salvage, years) => {
  const table = MACRS.get(years)
  if (table === undefined)
    throw badInput(`years: must be one of ${[...MACRS.keys()].join(', ')} for macrs`)
  return table
    .split(' ')
    .map((percent) => exact.over(exact.times(cost, fraction(percent)), count(100)))
}

const EXPENSES: Readonly<Record<Method, Expenses>> = {
  straight,
  declining,
  'double-declining': declining,
  'sum-of-years': sumOfYears,
  macrs,
}
