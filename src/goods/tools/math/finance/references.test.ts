import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import depreciation from '../business-planning/depreciation.ts'
import amortization from './amortization.ts'
import bond from './bond.ts'
import effectiveRate from './effective-rate.ts'
import npvIrr from './npv-irr.ts'
import optionPrice from './option-price.ts'

/** Results of QuantLib 1.29; `test/reference/markets.ts` compares many more. */
type Row = readonly [
  tool: keyof typeof TOOLS,
  input: Record<string, unknown>,
  expected: Readonly<Record<string, number>>,
  tolerance: number,
]

const TOOLS = {
  bond,
  'option-price': optionPrice,
  'effective-rate': effectiveRate,
  'npv-irr': npvIrr,
} as const

const file = new URL('../../../../../test/fixtures/finance-references.json', import.meta.url)
const rows = JSON.parse(readFileSync(file, 'utf8')) as readonly Row[]

test.each(rows)('%s %j', async (tool, input, expected, tolerance) => {
  const told = await runExample(TOOLS[tool], input)
  for (const [name, value] of Object.entries(expected)) {
    const off = Math.abs(Number(told[name]) - value)
    expect([name, told[name], off <= tolerance * Math.max(1, Math.abs(value))]).toEqual([
      name,
      told[name],
      true,
    ])
  }
})

test('half a cent of interest is rounded to the even cent, for any rate', async () => {
  // 1818.00 at 1 % is 1.515 a month, although 1/1200 has no last digit.
  const input = { principal: '1818.00', annualRatePct: 1, years: 1 }
  const { schedule } = await runExample(amortization, input)
  expect((schedule as { interest: string }[])[0]?.interest).toBe('1.52')
})

test('half a cent of depreciation stays exact', async () => {
  const input = { cost: '0.05', salvage: '0.02', years: 18 }
  const { schedule } = await runExample(depreciation, input)
  const sums = (schedule as { accumulated: string }[]).map(({ accumulated }) => accumulated)
  // 0.03 x 3 / 18 and 0.03 x 15 / 18 lie half-way.
  expect([sums[2], sums[3], sums[14], sums[15]]).toEqual(['0.00', '0.01', '0.02', '0.03'])
})
