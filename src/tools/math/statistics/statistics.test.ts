import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../test/support/run-tool.ts'
import bayes from './bayes.ts'
import correlation from './correlation.ts'
import distribution from './distribution.ts'
import histogram from './histogram.ts'
import hypothesisTest from './hypothesis-test.ts'
import outliers from './outliers.ts'
import statsSummary from './stats-summary.ts'

describe('stats-summary', () => {
  test('one value has no sample figures, and says so', async () => {
    expect(await runExample(statsSummary, { values: [3] })).toMatchObject({
      sampleStdDev: null,
      skewness: null,
      problems: [
        expect.stringMatching(/^sampleVariance/),
        expect.stringMatching(/^skewness/),
        expect.stringMatching(/^kurtosis/),
      ],
    })
  })

  test('small deviations from a large mean keep their digits (NIST NumAcc3)', async () => {
    const values = [1_000_000.2]
    for (let pair = 0; pair < 500; pair += 1) values.push(1_000_000.1, 1_000_000.3)
    const { sampleStdDev } = await runExample(statsSummary, { values })
    expect(sampleStdDev).toBeCloseTo(0.1, 9)
  })

  test('modes are all values of the highest count, in order', async () => {
    expect(await runExample(statsSummary, { values: [5, 1, 5, 1, 9] })).toMatchObject({
      mode: [1, 5],
    })
  })
})

describe('histogram', () => {
  test('the last bin holds the largest value, and every value is in one bin', async () => {
    const values = Array.from({ length: 101 }, (_, at) => at / 10)
    const { bins } = await runExample(histogram, { values, bins: 10 })
    const rows = bins as { count: number }[]
    expect(rows.map(({ count }) => count)).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 10, 11])
  })

  test('equal values have one bin; half of them equal falls back to Sturges', async () => {
    expect(await runExample(histogram, { values: [4, 4] })).toMatchObject({
      bins: [{ from: 3.5, to: 4.5, count: 2, ratio: 1 }],
    })
    const told = await runExample(histogram, { values: [1, 1, 1, 1, 1, 9] })
    expect(told).toMatchObject({ method: 'sturges' })
  })

  test('the method fixed needs bins', async () => {
    const told = runExample(histogram, { values: [1, 2], method: 'fixed' })
    await expect(told).rejects.toThrow(/^bins: /)
  })
})

test('values that do not vary have no coefficient', async () => {
  const series = { x: [1, 2, 3], y: [5, 5, 5] }
  expect(await runExample(correlation, { series })).toMatchObject({
    matrix: { x: { y: null } },
    problems: [expect.stringContaining('x and y')],
  })
})

test.each([
  [{ a: [1, 2, 3] }, /^series: must be 2 to 50/],
  [{ a: [1, 2, 3], b: [1, 2, 3, 4] }, /^series: must all have the same length/],
])('the series %j are refused', async (series, why) => {
  await expect(runExample(correlation, { series })).rejects.toThrow(why)
})

describe('outliers', () => {
  // The example of the NIST handbook, section 1.3.5.17.1: 245.57 is one.
  const uranium = [199.31, 199.53, 200.19, 200.82, 201.92, 201.95, 202.18, 245.57]
  test('the Grubbs test of the NIST handbook', async () => {
    const told = await runExample(outliers, { values: uranium, method: 'grubbs' })
    const [first] = told['outliers'] as { index: number; score: number }[]
    expect(first?.index).toBe(7)
    expect(first?.score).toBeCloseTo(2.468765, 5)
  })

  test('a median deviation of 0 has no score', async () => {
    const told = await runExample(outliers, { values: [1, 1, 1, 9], method: 'mad' })
    expect(told).toMatchObject({ count: 0, problems: ['outliers: the median deviation is 0'] })
  })
})

describe('bayes', () => {
  test('evidence that excludes an answer makes it certain', async () => {
    const told = await runExample(bayes, {
      prior: 0.5,
      likelihoods: [{ ifTrue: 0.2, ifFalse: 0 }],
    })
    expect(told).toMatchObject({ posterior: 1, odds: null, bayesFactor: null })
  })

  test('evidence that cannot happen is refused', async () => {
    const likelihoods = [{ ifTrue: 0, ifFalse: 0 }]
    const told = runExample(bayes, { prior: 0.5, likelihoods })
    await expect(told).rejects.toThrow(/^likelihoods\.0: /)
  })
})

describe('distribution', () => {
  test('the far tails keep their digits', async () => {
    const told = await runExample(distribution, {
      name: 'normal',
      params: { mean: 0, sd: 1 },
      at: -37,
      quantile: 1e-300,
    })
    expect(Number(told['cdf']) / 5.725571222524576e-300).toBeCloseTo(1, 10)
    expect(told['quantile']).toBeCloseTo(-37.0471, 4)
  })

  test('a discrete quantile is the smallest number with at least that share', async () => {
    const params = { n: 2, p: 0.5 }
    for (const [quantile, k] of [
      [0.25, 0],
      [0.75, 1],
      [0.76, 2],
    ])
      expect(await runExample(distribution, { name: 'binomial', params, quantile })).toMatchObject({
        quantile: k,
      })
  })

  test('a distribution without a mean says so', async () => {
    const told = await runExample(distribution, { name: 't', params: { df: 1 }, at: 0 })
    expect(told).toMatchObject({ mean: null, variance: null })
  })

  test.each([
    [{ name: 'normal', params: { mean: 0 } }, /^params\.sd: /],
    [{ name: 'normal', params: { mean: 0, sd: 1, df: 3 } }, /^params\.df: normal takes mean, sd/],
    [{ name: 'binomial', params: { n: 1.5, p: 0.5 } }, /^params\.n: must be a whole number/],
    [{ name: 'uniform', params: { min: 2, max: 1 } }, /^params\.min: must be below max/],
    [{ name: 't', params: { df: 3 }, between: [2, 1] }, /^between: /],
  ])('%j is refused', async (input, why) => {
    await expect(runExample(distribution, input)).rejects.toThrow(why)
  })
})

describe('hypothesis-test', () => {
  // Fisher's tea tasting, and the worked examples of Royston and of Mann and Whitney's table.
  test('the lady tasting tea', async () => {
    const a = [
      [3, 1],
      [1, 3],
    ]
    const told = await runExample(hypothesisTest, { test: 'fisher', a, tails: 'right' })
    expect(told['pValue']).toBeCloseTo(17 / 70, 12)
  })

  test('the smallest exact p-value of a rank test', async () => {
    const input = { test: 'mann-whitney', a: [1, 2, 3], b: [4, 5, 6] }
    expect((await runExample(hypothesisTest, input))['pValue']).toBeCloseTo(0.1, 12)
    const paired = { test: 'wilcoxon', a: [1, 2, 3, 4, 5], b: [0, 0, 0, 0, 0] }
    expect((await runExample(hypothesisTest, paired))['pValue']).toBeCloseTo(2 / 32, 12)
  })

  test.each([
    [{ test: 't-one', a: [1, 1] }, /^a: must vary/],
    [{ test: 't-two', a: [1, 2] }, /^b: must be a list of numbers/],
    [{ test: 't-paired', a: [1, 2], b: [1, 2, 3] }, /^b: must have as many/],
    [{ test: 'anova', a: [1, 2] }, /^groups: must be given/],
    [
      {
        test: 'kruskal',
        groups: [
          [1, 2],
          [2, 3],
        ],
        tails: 'left',
      },
      /^tails: must be two/,
    ],
    [{ test: 'fisher', a: [1, 2] }, /^a: must be a table/],
    [{ test: 'chi2-fit', a: [1, 2], b: [2, 2] }, /^b: must add up/],
    [{ test: 'z-proportion', a: [5, 4], b: [1, 4] }, /^a: must be \[successes, n\]/],
    [{ test: 'ks', a: [1, 2] }, /^distribution: must be given/],
    [
      { test: 'ks', a: [1, 2], distribution: 'poisson', params: { mean: 1 } },
      /^distribution: must be continuous/,
    ],
  ])('%j is refused', async (input, why) => {
    await expect(runExample(hypothesisTest, input)).rejects.toThrow(why)
  })
})
