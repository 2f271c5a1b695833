/** @module-tag long */
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import autocorrelation from './autocorrelation.ts'
import changepoints from './changepoints.ts'
import decompose from './decompose.ts'
import forecast from './forecast.ts'
import forecastEvaluate from './forecast-evaluate.ts'
import technicalIndicator from './technical-indicator.ts'

const near = (values: unknown, expected: readonly (number | null)[]) => {
  expect(values).toHaveLength(expected.length)
  for (const [at, value] of (values as (number | null)[]).entries())
    if (expected[at] === null) expect(value).toBeNull()
    else expect(value).toBeCloseTo(expected[at] ?? 0, 6)
}

interface Reference {
  readonly method: string
  readonly period?: number
  readonly values: readonly number[]
  readonly rmse: number
  readonly forecast: readonly number[]
  readonly truth: readonly number[]
}

describe('forecast', () => {
  test('a straight line continues, with intervals of no width', async () => {
    const values = [1, 3, 5, 7, 9, 11]
    for (const method of ['drift', 'holt']) {
      const told = await runExample(forecast, { values, horizon: 2, method })
      near(told['forecast'], [13, 15])
      near(told['lower'], [13, 15])
    }
  })

  test('smoothing fits and forecasts as well as that of another program', async () => {
    const { series } = JSON.parse(
      await readFile('test/fixtures/smoothing-references.json', 'utf8'),
    ) as { series: readonly Reference[] }
    const misses = (ahead: readonly number[], truth: readonly number[]): number =>
      truth.reduce((sum, value, at) => sum + (value - (ahead[at] ?? 0)) ** 2, 0)
    for (const method of ['holt', 'holt-winters']) {
      let [ours, theirs] = [0, 0]
      for (const { rmse, forecast: ahead, truth, ...input } of series) {
        if (input.method !== method) continue
        const told = await runExample(forecast, { ...input, horizon: 6 })
        expect(Number(told['rmse'])).toBeLessThan(rmse * 1.05)
        ours += misses(told['forecast'] as number[], truth)
        theirs += misses(ahead, truth)
      }
      expect(Math.sqrt(ours)).toBeLessThan(1.05 * Math.sqrt(theirs))
    }
  })

  test('a season repeats, and auto finds it', async () => {
    const values = Array.from({ length: 24 }, (_, at) => [10, 20, 30, 40][at % 4] ?? 0)
    const told = await runExample(forecast, { values, horizon: 4, period: 4 })
    near(told['forecast'], [10, 20, 30, 40])
    expect(['seasonal-naive', 'holt-winters']).toContain(told['method'])
  })

  test('intervals widen with the level and the horizon', async () => {
    const values = [3, 5, 2, 6, 4, 7, 3, 6]
    const widths = await Promise.all(
      [80, 95].map(async (levelPct) => {
        const told = await runExample(forecast, { values, horizon: 3, method: 'naive', levelPct })
        return (told['upper'] as number[]).map((top, at) => top - (told['lower'] as number[])[at]!)
      }),
    )
    const [narrow = [], wide = []] = widths
    expect(narrow[2]! / narrow[0]!).toBeCloseTo(Math.sqrt(3), 9)
    expect(wide[0]! / narrow[0]!).toBeCloseTo(1.959964 / 1.281552, 5)
  })

  test.each([
    [{ method: 'holt-winters' }, /^period: must be given/],
    [{ method: 'holt-winters', period: 4 }, /^values: must be at least 9/],
  ])('%j is refused', async (more, why) => {
    const told = runExample(forecast, { values: [1, 2, 3, 4], horizon: 1, ...more })
    await expect(told).rejects.toThrow(why)
  })
})

describe('forecast-evaluate', () => {
  test('errors of the naive method by hand', async () => {
    const values = [1, 2, 4, 0, 5, 4]
    const told = await runExample(forecastEvaluate, { values, testSize: 3, methods: ['naive'] })
    const [row] = told['results'] as Record<string, number>[]
    // Errors -4, 5, -1; in training the steps are 1 and 2.
    expect(row).toMatchObject({ mae: 10 / 3, mape: 62.5, mapeLeftOut: 1, mase: 10 / 3 / 1.5 })
    expect(row?.['rmse']).toBeCloseTo(Math.sqrt(14), 12)
  })

  test('too much work is refused', async () => {
    const values = Array.from({ length: 9_000 }, (_, at) => at)
    const told = runExample(forecastEvaluate, { values, testSize: 1_000 })
    await expect(told).rejects.toThrow(/^testSize: must be smaller/)
  })
})

test('factors of a multiplicative season average 1', async () => {
  const values = [10, 20, 12, 24, 14, 28, 16, 32]
  const told = await runExample(decompose, { values, period: 2, model: 'multiplicative' })
  const [one = 0, other = 0] = told['seasonal'] as number[]
  expect((one + other) / 2).toBeCloseTo(1, 12)
  const short = runExample(decompose, { values: [1, 2, 3, 4], period: 3 })
  await expect(short).rejects.toThrow(/^values: must hold at least two periods/)
})

test('the period of a wave is found', async () => {
  const values = Array.from({ length: 120 }, (_, at) => Math.sin((2 * Math.PI * at) / 12))
  expect(await runExample(autocorrelation, { values })).toMatchObject({ likelyPeriod: 12 })
  const flat = runExample(autocorrelation, { values: [1, 1, 1, 1] })
  await expect(flat).rejects.toThrow(/^values: must vary/)
})

describe('changepoints', () => {
  const flat = (level: number, count: number) =>
    Array.from({ length: count }, (_, at) => level + (at % 2 === 0 ? 0.1 : -0.1))

  test('the level, the slope and the spread', async () => {
    const levels = [...flat(0, 20), ...flat(5, 20), ...flat(-3, 20)]
    expect(await runExample(changepoints, { values: levels })).toMatchObject({
      changepoints: [20, 40],
    })
    const slopes = Array.from({ length: 40 }, (_, at) => (at < 20 ? at : 40 - at))
    expect(
      await runExample(changepoints, { values: slopes, kind: 'trend', penalty: 0.5 }),
    ).toMatchObject({ count: 1, segments: [{ slope: 1 }, { slope: -1 }] })
    const wide = [...flat(0, 30), ...flat(0, 30).map((value) => value * 50)]
    expect(await runExample(changepoints, { values: wide, kind: 'variance' })).toMatchObject({
      changepoints: [30],
    })
  })

  test('the worst series ends in time', { tags: 'long' }, async () => {
    const values = Array.from({ length: 20_000 }, (_, at) => Math.sin(at * at))
    const told = await runExample(changepoints, { values, penalty: 1e9 })
    expect(told).toMatchObject({ count: 0 })
  })
})

describe('technical-indicator', () => {
  test('the first value of an EMA is the simple mean', async () => {
    const told = await runExample(technicalIndicator, {
      name: 'ema',
      close: [2, 4, 6, 8, 12],
      period: 3,
    })
    near(told['values'], [null, null, 4, 6, 9])
  })

  test('bollinger bands use the deviation of a population', async () => {
    const close = [1, 2, 3, 4, 5]
    const told = await runExample(technicalIndicator, { name: 'bollinger', close, period: 5 })
    expect(told['latest']).toMatchObject({ middle: 3, upper: 3 + 2 * Math.SQRT2 })
  })

  test.each([
    [{ name: 'atr', close: [1, 2, 3, 4, 5] }, /^high: must be given/],
    [{ name: 'obv', close: [1, 2, 3, 4, 5], volume: [1, 2, 3, 4, 5, 6] }, /^volume: must be as/],
    [
      { name: 'atr', close: [1, 2, 3, 4, 5], high: [1, 2, 3, 4, 5], low: [2, 2, 3, 4, 5] },
      /^high: must be at least low; bar 0/,
    ],
  ])('%j is refused', async (input, why) => {
    await expect(runExample(technicalIndicator, input)).rejects.toThrow(why)
  })
})
