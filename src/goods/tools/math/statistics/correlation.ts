import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { student } from '../../../../engines/numbers/distributions/continuous.ts'
import { productsOf, ranksOf, spreadOf } from '../../../../engines/numbers/moments.ts'
import { normalAbove } from '../../../../engines/numbers/special/normal.ts'
import { discordantPairs, shareUpTo } from './_rank-counts.ts'

const SERIES_MAX = 50
const NUMBERS_MAX = 100_000
const EXACT_MAX = 50

export default defineTool({
  route: 'POST /api/correlation',
  name: 'Correlation',
  description:
    'Correlation matrix of several series by Pearson, Spearman or Kendall, with p-values for each pair.',
  asks: [
    'pearson correlation matrix of several series',
    'spearman correlation with p-values',
    'do ice cream sales depend on heat',
    'are two things related',
    'which factors go together',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    series: z
      .record(
        z.string().min(1).max(200),
        z.array(z.number().min(-1e15).max(1e15).nullable()).min(3).max(NUMBERS_MAX),
      )
      .describe(
        '2 to 50 series of equal length by name, at least 3 numbers each and 100000 in all; ' +
          'null is a missing value.',
      ),
    method: z
      .enum(['pearson', 'spearman', 'kendall'])
      .default('pearson')
      .describe('Method; pearson: of values; spearman: of ranks; kendall: tau-b.'),
  }),
  output: z.object({
    matrix: z
      .record(z.string(), z.record(z.string(), z.number().nullable()))
      .describe('Coefficient for each pair of names.'),
    pairs: z.array(
      z.object({
        a: z.string(),
        b: z.string(),
        r: z.number().nullable().describe('Coefficient, -1 to 1; kendall is tau-b.'),
        pValue: z.number().nullable().describe('Two-sided p-value, for no correlation.'),
        n: z.int().describe('Number of pairs without a missing value.'),
      }),
    ),
    problems: z.array(z.string()).describe('Which coefficients are null and why.'),
  }),
  examples: [
    {
      input: { series: { x: [1, 2, 3, 4], y: [2, 4, 7, 6] } },
      output: {
        matrix: { x: { x: 1, y: 0.873333764609373 }, y: { x: 0.873333764609373, y: 1 } },
        pairs: [{ a: 'x', b: 'y', r: 0.873333764609373, pValue: 0.12666623539062694, n: 4 }],
        problems: [],
      },
    },
    {
      input: { series: { x: [1, 2, 3, 4, 5], y: [3, 1, null, 2, 9] }, method: 'kendall' },
      output: {
        matrix: { x: { x: 1, y: 0.3333333333333334 }, y: { x: 0.3333333333333334, y: 1 } },
        pairs: [{ a: 'x', b: 'y', r: 0.3333333333333334, pValue: 0.75, n: 4 }],
        problems: [],
      },
    },
  ],

  run({ series, method }) {
    const names = Object.keys(series)
    const columns = Object.values(series)
    if (names.length < 2 || names.length > SERIES_MAX)
      throw badInput(`series: must be 2 to ${SERIES_MAX} series`)
    const length = columns[0]?.length ?? 0
    if (columns.some((column) => column.length !== length))
      throw badInput('series: must all have the same length')
    if (length * names.length > NUMBERS_MAX)
      throw badInput(`series: must hold at most ${NUMBERS_MAX} numbers in all`)
    const problems: string[] = []
    const pairs = names.flatMap((a, first) =>
      names.slice(first + 1).map((b, apart) => {
        const both = complete(columns[first] ?? [], columns[first + 1 + apart] ?? [])
        const told = both.a.length < 3 ? null : METHODS[method](both.a, both.b)
        if (told === null)
          problems.push(`pairs: ${a} and ${b} have fewer than 3 pairs, or do not vary`)
        return { a, b, r: told?.r ?? null, pValue: told?.pValue ?? null, n: both.a.length }
      }),
    )
    return { matrix: matrixOf(names, pairs), pairs, problems }
  },
})

interface Coefficient {
  readonly r: number
  readonly pValue: number
}

function matrixOf(
  names: readonly string[],
  pairs: readonly { a: string; b: string; r: number | null }[],
) {
  const rows = new Map(names.map((name) => [name, new Map<string, number | null>([[name, 1]])]))
  for (const { a, b, r } of pairs) {
    rows.get(a)?.set(b, r)
    rows.get(b)?.set(a, r)
  }
  return Object.fromEntries(
    names.map((name) => [
      name,
      Object.fromEntries(names.map((other) => [other, rows.get(name)?.get(other) ?? null])),
    ]),
  )
}

type Column = readonly (number | null)[]

/** The pairs without a missing value. */
function complete(a: Column, b: Column): { a: number[]; b: number[] } {
  const kept = [...a.keys()].filter((at) => a[at] !== null && b[at] !== null)
  return { a: kept.map((at) => a[at] ?? 0), b: kept.map((at) => b[at] ?? 0) }
}

type Method = (a: readonly number[], b: readonly number[]) => Coefficient | null

const pearson: Method = (a, b) => {
  const [spreadA, spreadB] = [spreadOf(a).squares, spreadOf(b).squares]
  if (spreadA === 0 || spreadB === 0) return null
  const r = clamped(productsOf(a, b) / Math.sqrt(spreadA) / Math.sqrt(spreadB))
  const df = a.length - 2
  const t = Math.abs(r) * Math.sqrt(df / ((1 - r) * (1 + r)))
  return { r, pValue: Math.abs(r) === 1 ? 0 : 2 * student(df).above(t) }
}

const kendall: Method = (a, b) => {
  const counts = pairCounts(a, b)
  const { n, all, tiedA, tiedB, apart } = counts
  if (tiedA.pairs === all || tiedB.pairs === all) return null
  const r = clamped(apart / Math.sqrt(all - tiedA.pairs) / Math.sqrt(all - tiedB.pairs))
  if (n <= EXACT_MAX && tiedA.pairs + tiedB.pairs === 0) {
    const least = Math.min((all - apart) / 2, (all + apart) / 2)
    return { r, pValue: Math.min(1, 2 * shareUpTo(discordantPairs(n), least)) }
  }
  const base = (all * (2 * n + 5) - tiedA.fives - tiedB.fives) / 9
  const both = (tiedA.pairs * tiedB.pairs) / all
  const triples = n > 2 ? (tiedA.triples * tiedB.triples) / (18 * all * (n - 2)) : 0
  const deviation = Math.sqrt(base + both + triples)
  return { r, pValue: Math.min(1, 2 * normalAbove(Math.abs(apart) / deviation)) }
}

const METHODS: Readonly<Record<'pearson' | 'spearman' | 'kendall', Method>> = {
  pearson,
  spearman: (a, b) => pearson(ranksOf(a).ranks, ranksOf(b).ranks),
  kendall,
}

const clamped = (r: number): number => Math.max(-1, Math.min(1, r))

/** How much ties reduce the counts of pairs, of triples, and the variance. */
function tiesOf(values: readonly number[]) {
  const { ties } = ranksOf(values)
  const total = (of: (t: number) => number) => ties.reduce((sum, t) => sum + of(t), 0)
  return {
    pairs: total((t) => (t * (t - 1)) / 2),
    triples: total((t) => t * (t - 1) * (t - 2)),
    fives: total((t) => ((t * (t - 1)) / 2) * (2 * t + 5)),
  }
}

/** Pairs in the same order minus pairs in the other order, by sorting (Knight 1966). */
function pairCounts(a: readonly number[], b: readonly number[]) {
  const n = a.length
  const order = [...a.keys()].toSorted(
    (x, y) => (a[x] ?? 0) - (a[y] ?? 0) || (b[x] ?? 0) - (b[y] ?? 0),
  )
  const swaps = swapsOf(order.map((at) => b[at] ?? 0))
  const joint = tiesOf(jointRanks(a, b, order))
  const all = (n * (n - 1)) / 2
  const [tiedA, tiedB] = [tiesOf(a), tiesOf(b)]
  const apart = all - tiedA.pairs - tiedB.pairs + joint.pairs - 2 * swaps
  return { n, all, tiedA, tiedB, apart }
}

/** Numbers that are equal where both values are equal. */
function jointRanks(a: readonly number[], b: readonly number[], order: readonly number[]) {
  let rank = 0
  return order.map((at, place) => {
    const before = order[place - 1]
    if (before !== undefined && (a[before] !== a[at] || b[before] !== b[at])) rank += 1
    return rank
  })
}

/** Number of swaps of neighbours that sort a list. */
function swapsOf(values: readonly number[]): number {
  let swaps = 0
  let from = Float64Array.from(values)
  let to = new Float64Array(values.length)
  for (let width = 1; width < values.length; width *= 2) {
    for (let low = 0; low < values.length; low += 2 * width) {
      const middle = Math.min(low + width, values.length)
      const high = Math.min(low + 2 * width, values.length)
      let [left, right] = [low, middle]
      for (let at = low; at < high; at += 1) {
        const isLeft =
          left < middle && (right >= high || (from[left] as number) <= (from[right] as number))
        if (!isLeft) swaps += middle - left
        to[at] = (isLeft ? from[left++] : from[right++]) as number
      }
    }
    ;[from, to] = [to, from]
  }
  return swaps
}
