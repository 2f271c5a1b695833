import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { paybackOf } from './_flows.ts'
import amortization from './amortization.ts'
import annuity from './annuity.ts'
import compoundInterest from './compound-interest.ts'
import debtPayoff from './debt-payoff.ts'
import effectiveRate from './effective-rate.ts'
import loanPayment from './loan-payment.ts'
import npvIrr from './npv-irr.ts'

const loan = { principal: 300_000, annualRatePct: 6, years: 30 }

describe('loan-payment', () => {
  test('an instalment that is rounded up ends the loan early, and the answer says so', async () => {
    const rounded = { principal: 10, annualRatePct: 0, years: 1, decimals: 0 }
    expect(await runExample(loanPayment, rounded)).toMatchObject({
      payment: '1',
      payments: 10,
      lastPayment: '1',
      paymentsFewer: 2,
    })
    const short = { solveFor: 'years', principal: 1050, payment: 100, annualRatePct: 0 }
    expect(await runExample(loanPayment, short)).toMatchObject({
      payments: 11,
      lastPayment: '50.00',
      paymentsFewer: 0,
    })
    const extra = { principal: 1000, annualRatePct: 0, years: 1, extraPayment: 100 }
    expect(await runExample(amortization, extra)).toMatchObject({ payoffMonths: 6, monthsSaved: 6 })
  })

  test('each of the four is computed from the others', async () => {
    expect(await runExample(loanPayment, { ...loan, annualRatePct: 0 })).toMatchObject({
      payment: '833.33',
      totalPaid: '300000.00',
      totalInterest: '0.00',
    })
    const { annualRatePct, years, principal } = loan
    const payment = '1798.65'
    const rate = await runExample(loanPayment, { principal, years, payment, solveFor: 'rate' })
    expect(rate['solved']).toBeCloseTo(6, 4)
    const term = { principal, annualRatePct, payment, solveFor: 'years' }
    expect((await runExample(loanPayment, term))['solved']).toBeCloseTo(30, 3)
    const sum = await runExample(loanPayment, {
      annualRatePct,
      years,
      payment,
      solveFor: 'principal',
    })
    expect(Number(sum['solved'])).toBeCloseTo(300_000, -1)
  })

  test.each([
    [{ principal: 1, years: 1 }, /^annualRatePct: must be given/],
    [{ ...loan, years: '0.3' }, /^years: must make a whole number of periods/],
    [{ ...loan, principal: 0 }, /^principal: must be a number/],
    [{ ...loan, solveFor: 'years', payment: 1500 }, /^payment: must be above the interest/],
    [{ ...loan, solveFor: 'rate', payment: 1 }, /^payment: must pay back/],
    [{ ...loan, principal: '0.004' }, /^principal: must make amounts of at least 0\.01/],
    [{ ...loan, principal: '0.5' }, /^principal: must make amounts of at least 0\.01/],
    [{ ...loan, decimals: 0, principal: 50 }, /^principal: must make amounts of at least 1;/],
    [{ ...loan, solveFor: 'years', principal: '0.004', payment: 1 }, /^principal: must make/],
    [{ ...loan, solveFor: 'principal', payment: '0.004' }, /^payment: must make amounts/],
  ])('%j is refused', async (input, why) => {
    await expect(runExample(loanPayment, input)).rejects.toThrow(why)
  })
})

describe('amortization', () => {
  test('a loan whose instalment is less than a cent is refused', async () => {
    const told = runExample(amortization, { ...loan, principal: '0.004' })
    await expect(told).rejects.toThrow(/^principal: must make amounts of at least 0\.01/)
  })

  test('principal parts add up to the loan, and the balance ends at 0', async () => {
    const told = await runExample(amortization, { ...loan, startDate: '2024-01-31' })
    const schedule = told['schedule'] as { date: string; principal: string; balance: string }[]
    const cents = schedule.reduce(
      (sum, { principal }) => sum + Math.round(Number(principal) * 100),
      0,
    )
    expect(cents).toBe(30_000_000)
    expect(schedule.at(-1)?.balance).toBe('0.00')
    expect(schedule[1]?.date).toBe('2024-02-29')
    expect(told).toMatchObject({ payoffMonths: 360, interestSaved: '0.00' })
  })

  test('extra payments end it earlier', async () => {
    const told = await runExample(amortization, { ...loan, extraPayment: 500, limit: 1 })
    expect(Number(told['payoffMonths'])).toBeLessThan(240)
    expect(Number(told['interestSaved'])).toBeGreaterThan(100_000)
    expect(told['schedule']).toHaveLength(1)
  })
})

test('compound interest at a rate of 0 answers the contributions', async () => {
  const input = { principal: 100, annualRatePct: 0, years: 1, contribution: 10 }
  expect(await runExample(compoundInterest, input)).toMatchObject({
    futureValue: '220.00',
    interest: '0.00',
  })
  const total = runExample(compoundInterest, { ...input, annualRatePct: -99, perYear: 1 })
  expect((await total)['futureValue']).toBe('11.00')
})

test('an annuity that grows as fast as the rate has no perpetuity', async () => {
  const input = { payment: 100, ratePct: 2, growthPct: 2, periods: 10 }
  expect(await runExample(annuity, input)).toMatchObject({
    presentValue: '980.39',
    perpetuityValue: null,
  })
  expect(await runExample(annuity, { ...input, growthPct: 0, due: true })).toMatchObject({
    presentValue: '916.22',
    perpetuityValue: '5100.00',
  })
})

test('the effective rate converts back to the nominal one, and fees raise the APR', async () => {
  const back = await runExample(effectiveRate, { effectivePct: 12.6825030131969 })
  expect(back).toMatchObject({ nominalPct: 12 })
  const input = { nominalPct: 6, fees: 300, principal: 10_000, years: 5 }
  expect(Number((await runExample(effectiveRate, input))['aprPct'])).toBeCloseTo(7.2739913588, 9)
  await expect(runExample(effectiveRate, {})).rejects.toThrow(/^nominalPct: exactly one/)
  await expect(runExample(effectiveRate, { nominalPct: 1, fees: 1 })).rejects.toThrow(
    /^principal: /,
  )
})

describe('npv-irr', () => {
  test('several roots are reported', async () => {
    const told = await runExample(npvIrr, { cashflows: [-1000, 2500, -1540] })
    expect(told).toMatchObject({ irrPct: 10 })
    expect(JSON.stringify(told['problems'])).toContain('several rates do: 10, 40')
  })

  test('flows of one sign have no root', async () => {
    const told = await runExample(npvIrr, { cashflows: [1, 2], ratePct: 0 })
    expect(told).toMatchObject({ irrPct: null, npv: 3, paybackPeriods: null })
  })

  test('dates count by actual/365, in any order', async () => {
    const dates = ['2023-01-01', '2024-01-01']
    const told = await runExample(npvIrr, { cashflows: [-100, 110], dates })
    expect(told).toMatchObject({ irrPct: 10, dated: true, paybackPeriods: 0.909090909091 })
    const turned = { cashflows: [110, -100], dates: dates.toReversed() }
    expect(await runExample(npvIrr, turned)).toEqual(told)
  })
})

test('a later outlay delays the payback', () => {
  const flows = [-10, 20, -15, 10].map((amount, time) => ({ amount, time }))
  expect(paybackOf(flows)).toBe(2.5)
  expect(paybackOf(flows.slice(0, 3))).toBeNull()
})

describe('debt-payoff', () => {
  const debts = [
    { name: 'small', balance: 500, annualRatePct: 5, minPayment: 20 },
    { name: 'dear', balance: 3000, annualRatePct: 25, minPayment: 80 },
  ]

  test('avalanche costs less, and snowball pays off the small debt first', async () => {
    const told = await runExample(debtPayoff, { debts, budget: 300, strategy: 'snowball' })
    expect(told).toMatchObject({ order: ['small', 'dear'] })
    const { extraInterest } = told['otherStrategy'] as { extraInterest: string }
    expect(Number(extraInterest)).toBeLessThan(0)
  })

  test.each([
    [{ debts, budget: 50 }, /^budget: must cover/],
    [{ debts: [debts[0], debts[0]], budget: 500 }, /^debts: must have different names/],
    [
      { debts: [{ name: 'x', balance: 1000, annualRatePct: 100, minPayment: 1 }], budget: 50 },
      /^budget: must be higher/,
    ],
  ])('%j is refused', async (input, why) => {
    await expect(runExample(debtPayoff, input)).rejects.toThrow(why)
  })
})
