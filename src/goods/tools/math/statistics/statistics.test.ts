import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import abTest from './ab-test.ts'
import bayes from './bayes.ts'
import cluster from './cluster.ts'
import confidenceInterval from './confidence-interval.ts'
import correlation from './correlation.ts'
import distribution from './distribution.ts'
import histogram from './histogram.ts'
import hypothesisTest from './hypothesis-test.ts'
import outliers from './outliers.ts'
import regression from './regression.ts'
import statsSummary from './stats-summary.ts'

describe('stats-summary', () => {
  test('a single value has no sample figures, and the answer says so', async () => {
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
  // The example of the NIST handbook, section 1.3.5.17.1: 245.57 is an outlier.
  const uranium = [199.31, 199.53, 200.19, 200.82, 201.92, 201.95, 202.18, 245.57]
  test('the Grubbs test agrees with the NIST handbook', async () => {
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
  test('evidence that excludes a hypothesis makes the answer certain', async () => {
    const told = await runExample(bayes, {
      prior: 0.5,
      likelihoods: [{ ifTrue: 0.2, ifFalse: 0 }],
    })
    expect(told).toMatchObject({ posterior: 1, odds: null, bayesFactor: null })
  })

  test('impossible evidence is refused', async () => {
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
    [
      { name: 'normal', params: { mean: 0, sd: 1, df: 3 } },
      /^params\.df: .* normal takes only mean, sd/,
    ],
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

describe('regression', () => {
  test('the Longley data of NIST are fitted, though their columns nearly depend', async () => {
    const x = [
      [83, 234_289, 2356, 1590, 107_608, 1947],
      [88.5, 259_426, 2325, 1456, 108_632, 1948],
      [88.2, 258_054, 3682, 1616, 109_773, 1949],
      [89.5, 284_599, 3351, 1650, 110_929, 1950],
      [96.2, 328_975, 2099, 3099, 112_075, 1951],
      [98.1, 346_999, 1932, 3594, 113_270, 1952],
      [99, 365_385, 1870, 3547, 115_094, 1953],
      [100, 363_112, 3578, 3350, 116_219, 1954],
      [101.2, 397_469, 2904, 3048, 117_388, 1955],
      [104.6, 419_180, 2822, 2857, 118_734, 1956],
      [108.4, 442_769, 2936, 2798, 120_445, 1957],
      [110.8, 444_546, 4681, 2637, 121_950, 1958],
      [112.6, 482_704, 3813, 2552, 123_366, 1959],
      [114.2, 502_601, 3931, 2514, 125_368, 1960],
      [115.7, 518_173, 4806, 2572, 127_852, 1961],
      [116.9, 554_894, 4007, 2827, 130_081, 1962],
    ]
    const y = [
      60_323, 61_122, 60_171, 61_187, 63_221, 63_639, 64_989, 63_761, 66_019, 67_857, 68_169,
      66_513, 68_655, 69_564, 69_331, 70_551,
    ]
    const told = await runExample(regression, { x, y })
    const certified = [15.0618722713733, -0.035819179292591, -2.02022980381683]
    for (const [at, value] of certified.entries())
      expect((told['coefficients'] as number[])[at]! / value).toBeCloseTo(1, 8)
    expect(Number(told['intercept']) / -3_482_258.63459582).toBeCloseTo(1, 9)
    expect((told['standardErrors'] as number[])[0]! / 890_420.383607373).toBeCloseTo(1, 8)
  })

  test.each([
    [{ x: [1, 1, 1], y: [1, 2, 3] }, /^x: must vary/],
    [
      {
        x: [
          [1, 2],
          [2, 4],
          [3, 6],
          [4, 8],
        ],
        y: [1, 2, 3, 5],
      },
      /^x: must have columns that do not/,
    ],
    [{ x: [1, 2], y: [1, 2, 3] }, /^y: must have one number for each x/],
    [{ x: [1, 2, 3], y: [1, -2, 3], model: 'exponential' }, /^y: must be above 0/],
    [
      { x: [1, 2, 3, 4], y: [0, 0, 1, 1], model: 'logistic' },
      /^y: must not be separated perfectly/,
    ],
    [{ x: [1, 2, 3], y: [1, 2, 3], predict: [[1, 2]] }, /^predict: must have 1 numbers/],
  ])('%j is refused', async (input, why) => {
    await expect(runExample(regression, input)).rejects.toThrow(why)
  })
})

test('ab-test answers for two equal variants, and for one without a conversion', async () => {
  const equal = { visitorsA: 100, conversionsA: 10, visitorsB: 100, conversionsB: 10 }
  expect(await runExample(abTest, equal)).toMatchObject({ pValue: 1, samplesNeeded: null })
  const none = await runExample(abTest, { ...equal, conversionsA: 0, conversionsB: 0 })
  expect(none).toMatchObject({ upliftPct: null, pValue: 1 })
  expect(none['probabilityBBetter']).toBeCloseTo(0.5, 10)
  const wrong = runExample(abTest, { ...equal, conversionsA: 101 })
  await expect(wrong).rejects.toThrow(/^conversionsA: /)
})

describe('confidence-interval', () => {
  test('the median of ten values lies between the second and the ninth', async () => {
    const values = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    const told = await runExample(confidenceInterval, { kind: 'median', values })
    expect(told).toMatchObject({ lower: 2, upper: 9, estimate: 5.5 })
    const few = runExample(confidenceInterval, { kind: 'median', values: [1, 2, 3] })
    await expect(few).rejects.toThrow(/^values: must be more/)
  })

  test('a bootstrap with a seed is repeatable, and near the t interval', async () => {
    const values = Array.from({ length: 200 }, (_, at) => Math.sin(at))
    const input = { kind: 'bootstrap', values, seed: 'x' }
    const told = await runExample(confidenceInterval, input)
    expect(await runExample(confidenceInterval, input)).toEqual(told)
    const byT = await runExample(confidenceInterval, { kind: 'mean', values })
    expect(told['lower']).toBeCloseTo(Number(byT['lower']), 1)
    expect(Number(told['standardError']) / Number(byT['standardError'])).toBeCloseTo(1, 1)
  })
})

describe('cluster', () => {
  const points = Array.from({ length: 60 }, (_, at) => [
    (at % 3) * 100 + Math.sin(at),
    Math.cos(at * 7),
  ])
  test.each([
    [{ method: 'kmeans', seed: 'a' }],
    [{ method: 'hierarchical' }],
    [{ method: 'hierarchical', linkage: 'single' }],
    [{ method: 'dbscan', eps: 5 }],
  ])('three distant groups are found by %j', async (more) => {
    const told = await runExample(cluster, { points, k: 3, ...more })
    expect(told).toMatchObject({ labels: points.map((_, at) => at % 3), sizes: [20, 20, 20] })
  })

  test('a point at the edge belongs to its cluster wherever it stands in the list', async () => {
    const given = [
      [6, 0],
      [0, 0],
      [3, 0],
      [5, 0],
      [4, 0],
    ]
    const told = await runExample(cluster, {
      points: given,
      method: 'dbscan',
      eps: 1,
      minPoints: 3,
    })
    expect(told).toMatchObject({ labels: [0, -1, 0, 0, 0] })
  })

  test('a point between two clusters belongs to one of them, and others stay', async () => {
    const row = [2, 0, 0.5, 1, 3, 3.5, 4].map((value) => [value])
    const told = await runExample(cluster, { points: row, method: 'dbscan', eps: 1, minPoints: 3 })
    expect((told['labels'] as number[]).every((label) => label >= 0)).toBe(true)
  })

  test('isolated points are noise', async () => {
    const told = await runExample(cluster, {
      points: [[0], [0.1], [0.2], [9]],
      method: 'dbscan',
      eps: 0.5,
    })
    expect(told).toMatchObject({ labels: [0, 0, 0, -1], silhouette: null })
  })
})
