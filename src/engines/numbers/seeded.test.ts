import { describe, expect, test } from 'vitest'
import { createSeeded, createUnseeded, shuffled } from './seeded.ts'

/** Below this, counts of 20 equal chances are even in all but one of a million runs. */
const CHI_SQUARE_MAX = 62

function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

const countsOf = (values: readonly number[], kinds: number): readonly number[] => {
  const counts = Array<number>(kinds).fill(0)
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

describe('numbers by a seed', () => {
  test('never change', () => {
    const draw = createSeeded('farebox')
    expect([draw.below(100), draw.below(100), draw.below(100)]).toMatchInlineSnapshot(`
      [
        67,
        88,
        97,
      ]
    `)
    expect(draw.bytes(4).toString('hex')).toMatchInlineSnapshot(`"feb47f21"`)
    expect(draw.unit()).toMatchInlineSnapshot(`0.34290001032055295`)
  })

  test('differ between seeds, but not between runs', () => {
    const ten = (seed: string) => {
      const draw = createSeeded(seed)
      return Array.from({ length: 10 }, () => draw.below(1_000))
    }
    expect(ten('a')).toEqual(ten('a'))
    expect(ten('a')).not.toEqual(ten('b'))
  })
})

describe.each([
  ['by a seed', createSeeded('even')],
  ['without', createUnseeded()],
])('%s', (_how, draw) => {
  const times = <T>(make: () => T) => Array.from({ length: 20_000 }, make)

  test('all whole numbers are equally likely', () => {
    expect(
      chiSquare(
        countsOf(
          times(() => draw.below(20)),
          20,
        ),
      ),
    ).toBeLessThan(CHI_SQUARE_MAX)
  })

  test('numbers of the unit interval are spread evenly', () => {
    const units = times(() => draw.unit())
    expect(Math.min(...units)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...units)).toBeLessThan(1)
    const twentieths = units.map((unit) => Math.floor(unit * 20))
    expect(chiSquare(countsOf(twentieths, 20))).toBeLessThan(CHI_SQUARE_MAX)
  })

  test('normal numbers have mean 0 and deviation 1', () => {
    const all = times(() => draw.normal())
    const mean = all.reduce((sum, one) => sum + one, 0) / all.length
    const variance = all.reduce((sum, one) => sum + one * one, 0) / all.length
    expect(Math.abs(mean)).toBeLessThan(0.05)
    expect(Math.abs(variance - 1)).toBeLessThan(0.08)
  })

  test('all orders of three items are equally likely', () => {
    const orders = ['abc', 'acb', 'bac', 'bca', 'cab', 'cba']
    const found = times(() => orders.indexOf(shuffled(['a', 'b', 'c'], draw).join('')))
    expect(chiSquare(countsOf(found, 6))).toBeLessThan(40)
  })
})

test('all numbers below a bound that is not a power of two are equally likely', () => {
  const draw = createSeeded('large')
  const bound = 3 * 2 ** 51
  const thirds = Array.from({ length: 9_000 }, () => Math.floor(draw.below(bound) / 2 ** 51))
  expect(chiSquare(countsOf(thirds, 3))).toBeLessThan(30)
})
