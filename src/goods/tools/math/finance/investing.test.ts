import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import bond from './bond.ts'
import dcf from './dcf.ts'
import optionPrice from './option-price.ts'
import portfolio from './portfolio.ts'
import returnMetrics from './return-metrics.ts'

describe('bond', () => {
  test('the price at the coupon yield is the face value, and a price gives its yield', async () => {
    const par = await runExample(bond, { couponPct: 4, years: 7, yieldPct: 4 })
    expect(par).toMatchObject({ price: 100 })
    const price = await runExample(bond, { couponPct: 5, years: 9.3, yieldPct: 6.5 })
    const back = await runExample(bond, { couponPct: 5, years: 9.3, price: price['price'] })
    expect(back['yieldPct']).toBeCloseTo(6.5, 8)
  })

  test('the duration of a zero bond is its maturity', async () => {
    const told = await runExample(bond, { couponPct: 0, years: 10, yieldPct: 5, perYear: 1 })
    expect(told).toMatchObject({ macaulayYears: 10, price: 61.3913253541 })
  })

  test.each([
    [{}, /^yieldPct: exactly one/],
    [{ price: 1e9 }, /^price: must fit a yield/],
    [{ yieldPct: 3, perYear: 3 }, /^perYear: /],
  ])('%j is refused', async (input, why) => {
    const told = runExample(bond, { couponPct: 5, years: 2, ...input })
    await expect(told).rejects.toThrow(why)
  })
})

describe('option-price', () => {
  // Hull, Options, Futures and Other Derivatives, example 15.6: 4.76 and 0.81.
  const hull = { spot: 42, strike: 40, years: 0.5, ratePct: 10, volatilityPct: 20 }
  test('the example of the book is reproduced', async () => {
    expect((await runExample(optionPrice, { ...hull, kind: 'call' }))['price']).toBeCloseTo(4.76, 2)
    expect((await runExample(optionPrice, { ...hull, kind: 'put' }))['price']).toBeCloseTo(0.81, 2)
  })

  test.each([
    ['a call at its least worth', { kind: 'call', strike: 10, marketPrice: 90 }, /up to 113\.1 %/],
    ['within rounding of it', { kind: 'call', strike: 10, marketPrice: 90 + 1e-10 }, /nearby/],
    ['a put worth nothing', { kind: 'put', strike: 1, marketPrice: 0 }, /up to \d/],
    [
      'an american put that is exercised now',
      { kind: 'put', strike: 200, years: 1, ratePct: 5, style: 'american', marketPrice: 100 },
      /up to 49\.8 %/,
    ],
  ])(
    'there is no volatility if many give the price: %s',
    { tags: 'long' },
    async (_name, given, expected) => {
      const input = { spot: 100, years: 0.1, ratePct: 0, ...given }
      const answer = await runExample(optionPrice, input)
      expect(answer).toMatchObject({ impliedVolatilityPct: null, vega: null })
      expect(answer['problems']).toEqual([expect.stringMatching(/not determined/)])
      expect(answer['problems']).toEqual([expect.stringMatching(expected)])
    },
  )

  test('an American call without dividends equals a European one, a put does not', async () => {
    const american = { ...hull, style: 'american', steps: 1001 }
    const call = await runExample(optionPrice, { ...american, kind: 'call' })
    const plain = await runExample(optionPrice, { ...hull, kind: 'call' })
    for (const name of ['price', 'delta', 'gamma', 'theta', 'vega', 'rho'])
      expect(Number(call[name]) / Number(plain[name])).toBeCloseTo(1, 2)
    const put = await runExample(optionPrice, { ...american, kind: 'put' })
    expect(Number(put['price'])).toBeGreaterThan(0.85)
  })

  test('the volatility is recovered, and there is none outside the bounds', async () => {
    const { volatilityPct, ...rest } = hull
    const { price } = await runExample(optionPrice, { ...hull, kind: 'put' })
    const told = await runExample(optionPrice, { ...rest, kind: 'put', marketPrice: price })
    expect(told['impliedVolatilityPct']).toBeCloseTo(volatilityPct, 6)
    expect(await runExample(optionPrice, { ...rest, kind: 'call', marketPrice: 50 })).toMatchObject(
      { impliedVolatilityPct: null, problems: [expect.any(String)] },
    )
  })

  test('at expiry an option is worth its exercise value', async () => {
    const told = await runExample(optionPrice, { ...hull, kind: 'call', years: 0 })
    expect(told).toMatchObject({ price: 2, delta: null })
  })
})

test('returns that never fall have no Sortino and no Calmar ratio', async () => {
  const told = await runExample(returnMetrics, { returns: [0.1, 0.2, 0.1], perYear: 3 })
  expect(told).toMatchObject({ sortino: null, calmar: null, maxDrawdownPct: 0, totalPct: 45.2 })
  const twice = runExample(returnMetrics, { returns: [1, 1], prices: [1, 2, 3] })
  await expect(twice).rejects.toThrow(/^returns: exactly one/)
})

describe('portfolio', () => {
  const returns = {
    a: [0.01, 0.03, -0.02, 0.04],
    b: [0.02, -0.01, 0.01, 0],
    c: [-0.05, 0.06, 0.02, 0.01],
  }
  test('equal risks are shared equally', async () => {
    const told = await runExample(portfolio, { returns, objective: 'riskParity' })
    for (const share of Object.values(told['contributions'] as object))
      expect(share).toBeCloseTo(1 / 3, 8)
  })

  test('constant returns have no ratio and no correlation', async () => {
    const flat = { a: [0.1, 0.1, 0.1], b: [0.2, 0.2, 0.2] }
    expect(
      await runExample(portfolio, { returns: flat, weights: { a: 0.5, b: 0.5 } }),
    ).toMatchObject({ volatilityPct: 0, sharpe: null, correlation: { a: { a: null, b: null } } })
    const best = runExample(portfolio, { returns: flat, objective: 'maxSharpe' })
    await expect(best).rejects.toThrow(/^returns: must vary/)
  })

  test('no other weights have less variance or a better ratio', async () => {
    for (const [objective, name, sign] of [
      ['minVariance', 'volatilityPct', -1],
      ['maxSharpe', 'sharpe', 1],
    ] as const) {
      const best = await runExample(portfolio, { returns, objective })
      for (let at = 0; at < 50; at += 1) {
        const [a, b] = [Math.abs(Math.sin(at * 3)), Math.abs(Math.cos(at * 7))]
        const weights = { a: a * b, b: a * (1 - b), c: 1 - a }
        const other = await runExample(portfolio, { returns, weights })
        expect(sign * (Number(best[name]) - Number(other[name]))).toBeGreaterThan(-1e-9)
      }
    }
  })

  test.each([
    [{ weights: { a: 1, b: 1 } }, /^weights: must sum to 1/],
    [{}, /^weights: must be given/],
    [{ objective: 'maxSharpe', riskFreePct: 50 }, /^riskFreePct: must be below/],
  ])('%j is refused', async (input, why) => {
    await expect(runExample(portfolio, { returns, ...input })).rejects.toThrow(why)
  })
})

test('growth at or above the rate has no value', async () => {
  const input = { cashflows: [100], discountPct: 5, terminalGrowthPct: 5 }
  await expect(runExample(dcf, input)).rejects.toThrow(/^terminalGrowthPct: must be below/)
  const both = { cashflows: [100], discountPct: 9, terminalGrowthPct: 2, exitMultiple: 8 }
  await expect(runExample(dcf, both)).rejects.toThrow(/^exitMultiple: must not be given/)
  const plain = await runExample(dcf, { cashflows: [110], discountPct: 10 })
  expect(plain).toMatchObject({ enterpriseValue: 100, terminalValue: 0 })
})
