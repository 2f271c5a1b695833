import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import breakEven from './break-even.ts'
import depreciation from './depreciation.ts'
import financialRatios from './financial-ratios.ts'
import invoiceTotal from './invoice-total.ts'
import knapsack from './knapsack.ts'
import margin from './margin.ts'
import saasMetrics from './saas-metrics.ts'
import setOps from './set-ops.ts'
import splitAmount from './split-amount.ts'

test('break-even units are whole, and a price below the cost never breaks even', async () => {
  const input = { fixedCost: 100, price: '9.99', variableCost: '6.66' }
  expect(await runExample(breakEven, input)).toMatchObject({ units: '31', revenue: '309.69' })
  const never = runExample(breakEven, { ...input, variableCost: 10 })
  await expect(never).rejects.toThrow(/^variableCost: must be below the price/)
})

test.each([
  [{ price: 100, marginPct: 60 }, { cost: '40.00' }],
  [{ price: 100, markupPct: 150 }, { cost: '40.00' }],
  [
    { cost: 40, markupPct: 150 },
    { price: '100.00', marginPct: 60 },
  ],
  [{ cost: 80, price: 100, discountPct: 20, taxPct: 10 }, { grossPrice: '137.50' }],
  [
    { cost: 0, price: 10 },
    { markupPct: null, marginPct: 100 },
  ],
])('margin of %j', async (input, answer) => {
  expect(await runExample(margin, input)).toMatchObject(answer)
})

test.each([
  [{ cost: 1 }, /^cost: exactly two/],
  [{ marginPct: 1, markupPct: 1 }, /^marginPct: must be given with cost or price/],
])('margin of %j is refused', async (input, why) => {
  await expect(runExample(margin, input)).rejects.toThrow(why)
})

const expenses = async (input: object) =>
  ((await runExample(depreciation, { ...input }))['schedule'] as { expense: string }[]).map(
    ({ expense }) => Number(expense),
  )

describe('depreciation', () => {
  test.each([
    [3, [33.33, 44.45, 14.81, 7.41]],
    [5, [20, 32, 19.2, 11.52, 11.52, 5.76]],
    [7, [14.29, 24.49, 17.49, 12.49, 8.93, 8.92, 8.93, 4.46]],
  ])('MACRS of %d years is the table of Publication 946', async (years, table) => {
    expect(await expenses({ cost: 100, years, method: 'macrs' })).toEqual(table)
  })

  test('declining balance switches to straight line and stops at the salvage value', async () => {
    const input = { cost: 10_000, years: 5, method: 'double-declining' }
    expect(await expenses(input)).toEqual([4000, 2400, 1440, 1080, 1080])
    expect(await expenses({ ...input, salvage: 3000 })).toEqual([4000, 2400, 600, 0, 0])
    expect(await expenses({ ...input, method: 'sum-of-years', cost: 1500 })).toEqual([
      500, 400, 300, 200, 100,
    ])
  })

  test('thirds add up to the cost', async () => {
    expect(await runExample(depreciation, { cost: 100, years: 3 })).toMatchObject({
      total: '100.00',
    })
    const refused = runExample(depreciation, { cost: 100, years: 4, method: 'macrs' })
    await expect(refused).rejects.toThrow(/^years: must be one of 3, 5, 7/)
  })
})

test('a ratio that divides by 0 is left out or null', async () => {
  const statement = { debt: 10, equity: 0, cash: 5, currentLiabilities: 2 }
  expect(await runExample(financialRatios, { statement })).toMatchObject({
    leverage: {},
    liquidity: { cashRatio: 2.5 },
    dupont: null,
  })
  await expect(runExample(financialRatios, { statement: {} })).rejects.toThrow(/^statement: /)
})

test('saas figures without churn say why there is no lifetime value', async () => {
  const input = { customersStart: 1, newCustomers: 0, churnedCustomers: 0, mrrStart: '0.3' }
  const told = await runExample(saasMetrics, { ...input, newMrr: '0.1', churnedMrr: '0.1' })
  expect(told).toMatchObject({ mrr: '0.3', arr: '3.6', ltv: null, cac: null, churnPct: 0 })
  expect(told['problems']).toContain('ltv: needs customers, and some that are lost')
})

describe('invoice-total', () => {
  const lines = [
    { unitPrice: '0.33', taxPct: 19 },
    { unitPrice: '0.33', taxPct: 19 },
    { unitPrice: '10', taxPct: 7, discountPct: 10 },
  ]

  test('tax by line and tax by rate differ', async () => {
    expect(await runExample(invoiceTotal, { lines })).toMatchObject({
      taxes: [
        { taxPct: 19, base: '0.66', tax: '0.12' },
        { taxPct: 7, base: '9.00', tax: '0.63' },
      ],
      discount: '1.00',
      total: '10.41',
    })
    expect(await runExample(invoiceTotal, { lines, rounding: 'total' })).toMatchObject({
      taxes: [{ tax: '0.13' }, { tax: '0.63' }],
      total: '10.42',
    })
  })

  test('gross prices keep their sum, and yen have no decimals', async () => {
    const told = await runExample(invoiceTotal, { lines, pricesIncludeTax: true })
    expect(told).toMatchObject({ total: '9.66' })
    const yen = { lines: [{ unitPrice: 105, taxPct: 10 }], currency: 'jpy' }
    expect(await runExample(invoiceTotal, yen)).toMatchObject({ total: '115' })
    const up = await runExample(invoiceTotal, { ...yen, halves: 'half-up' })
    expect(up).toMatchObject({ total: '116' })
    const refused = runExample(invoiceTotal, { ...yen, currency: 'XQQ' })
    await expect(refused).rejects.toThrow(/^currency: /)
  })
})

test('parts always add up', async () => {
  for (const amount of ['0.01', '99.99', '-7.77', '1000000.00']) {
    const told = await runExample(splitAmount, { amount, shares: [3, '1.5', 0, 7, '0.001'] })
    const cents = (told['parts'] as string[]).map((part) => Math.round(Number(part) * 100))
    expect(cents.reduce((sum, part) => sum + part, 0)).toBe(Math.round(Number(amount) * 100))
    expect(cents[2]).toBe(0)
  }
  await expect(runExample(splitAmount, { amount: '1.005', shares: [1] })).rejects.toThrow(
    /^amount: /,
  )
  await expect(runExample(splitAmount, { amount: 1, shares: [0] })).rejects.toThrow(/^shares: /)
})

describe('knapsack', () => {
  test('agrees with trying every choice', async () => {
    for (let seed = 1; seed < 30; seed += 1) {
      const items = Array.from({ length: 8 }, (_, at) => ({
        name: `i${at}`,
        weight: (seed * (at + 3) * 7) % 13,
        value: (seed * (at + 5) * 11) % 17,
      }))
      const told = await runExample(knapsack, { items, capacity: 20 })
      let best = 0
      for (let mask = 0; mask < 256; mask += 1) {
        const some = items.filter((_, at) => (mask >> at) % 2 === 1)
        const weight = some.reduce((sum, item) => sum + item.weight, 0)
        const value = some.reduce((sum, item) => sum + item.value, 0)
        if (weight <= 20) best = Math.max(best, value)
      }
      expect(told['totalValue']).toBe(best)
      expect(Number(told['totalWeight'])).toBeLessThanOrEqual(20)
    }
  })

  test('limits are respected, and too large inputs are refused', async () => {
    const items = [{ name: 'a', weight: 2, value: 3, limit: 5 }]
    expect(await runExample(knapsack, { items, capacity: 7 })).toMatchObject({
      chosen: [{ name: 'a', count: 3 }],
    })
    const large = { items: [{ name: 'a', weight: 9 }], capacity: 7, mode: 'binPack' }
    await expect(runExample(knapsack, large)).rejects.toThrow(/^capacity: must be at least/)
    const many = Array.from({ length: 2000 }, (_, at) => ({
      name: 'x',
      weight: 1e6 + at,
      value: 1,
    }))
    const work = runExample(knapsack, { items: many, capacity: 1e9 })
    await expect(work).rejects.toThrow(/^capacity: must be smaller/)
  })
})

test('lists are compared by value', async () => {
  const told = await runExample(setOps, { a: [{ x: 1, y: 2 }, 1, '1'], b: [{ y: 2, x: 1 }, 'A'] })
  expect(told).toMatchObject({ intersection: [{ x: 1, y: 2 }], onlyA: [1, '1'], jaccard: 0.25 })
  const folded = { a: ['A', 'a'], b: ['a'], caseSensitive: false }
  expect(await runExample(setOps, folded)).toMatchObject({ union: ['A'], duplicatesA: ['A'] })
  expect(await runExample(setOps, { a: [], b: [] })).toMatchObject({ jaccard: null })
  await expect(runExample(setOps, { a: [1], b: [], key: 'id' })).rejects.toThrow(
    /^a: must hold only/,
  )
})
