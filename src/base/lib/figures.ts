import { z } from 'zod'
import { SECOND_MS } from '../core/milliseconds.ts'

/** Figures of two answers about one fact, and how far they may be from each other. */

type Value = number | string | boolean | readonly string[] | null

type Tolerance =
  | { readonly relative: number }
  | { readonly absolute: number }
  | { readonly withinMs: number }
  | null

interface Figure {
  /** Null where the source does not know it; it is not compared then. */
  readonly value: Value
  readonly tolerance: Tolerance
}

/** By its place in the answer, such as `price` or `days.2026-06-01.tempMaxC`. */
export type Figures = Readonly<Record<string, Figure>>

/** A number that may differ by this share of it: 0.01 is one percent. */
export const nearly = (value: number | null, relative: number): Figure => ({
  value,
  tolerance: { relative },
})

/** A number that may differ by so much, in its own unit. */
export const about = (value: number | null, absolute: number): Figure => ({
  value,
  tolerance: { absolute },
})

/** A moment as an ISO text. */
export const around = (value: string | null, withinMs: number): Figure => ({
  value,
  tolerance: { withinMs },
})

/** A text, a yes or no, or a list whose order does not matter. */
export const exactly = (value: Value): Figure => ({ value, tolerance: null })

export const Difference = z.object({
  field: z.string().describe('Place of the figure in the answer.'),
  values: z
    .record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.array(z.string())]))
    .describe('What each source says.'),
  relative: z
    .number()
    .nullable()
    .describe('Difference of two numbers as a share of the larger one; else null.'),
  tolerance: z
    .string()
    .describe('How much they may differ: 1 %, ±3 in the unit of the figure, 60 s, or none.'),
  agrees: z.boolean().describe('Whether they are within it.'),
})
export type Difference = z.output<typeof Difference>

interface Told {
  readonly title: string
  readonly figures: Figures
}

/** Compares the figures that both know; those that are the same are only counted. */
export function compareFigures(first: Told, second: Told) {
  const differences: Difference[] = []
  let compared = 0
  for (const [field, { value, tolerance }] of Object.entries(first.figures)) {
    const other = second.figures[field]?.value ?? null
    if (value === null || other === null) continue
    compared += 1
    if (isSame(value, other)) continue
    differences.push({
      field,
      values: { [first.title]: shownOf(value), [second.title]: shownOf(other) },
      relative: relativeGap(value, other),
      tolerance: wordsOf(tolerance),
      agrees: isWithin(value, other, tolerance),
    })
  }
  return { compared, differences }
}

type Known = NonNullable<Value>

const isList = (value: Known): value is readonly string[] => Array.isArray(value)

function isSame(one: Known, other: Known): boolean {
  if (!isList(one) || !isList(other)) return one === other
  return one.toSorted().join('\n') === other.toSorted().join('\n')
}

function isWithin(one: Known, other: Known, tolerance: Tolerance): boolean {
  if (tolerance === null) return false
  if ('withinMs' in tolerance)
    return Math.abs(Date.parse(String(one)) - Date.parse(String(other))) <= tolerance.withinMs
  if (typeof one !== 'number' || typeof other !== 'number') return false
  if ('absolute' in tolerance) return Math.abs(one - other) <= tolerance.absolute
  return gapOf(one, other) <= tolerance.relative
}

const gapOf = (one: number, other: number): number =>
  Math.abs(one - other) / Math.max(Math.abs(one), Math.abs(other))

const relativeGap = (one: Known, other: Known): number | null =>
  typeof one === 'number' && typeof other === 'number'
    ? Number(gapOf(one, other).toPrecision(3))
    : null

function wordsOf(tolerance: Tolerance): string {
  if (tolerance === null) return 'none'
  if ('relative' in tolerance) return `${Number((tolerance.relative * 100).toPrecision(6))} %`
  if ('absolute' in tolerance) return `±${tolerance.absolute}`
  return `${tolerance.withinMs / SECOND_MS} s`
}

const LIST_MAX = 100

const shownOf = (value: Known): number | string | boolean | string[] =>
  isList(value) ? value.slice(0, LIST_MAX) : value
