import { canonicalJson } from '../../../../base/lib/canonical-json.ts'
import type { JsonObject } from '../../../../base/lib/json-object.ts'
import {
  isEmpty,
  meanOf,
  medianOf,
  numberIn,
  sumOf,
  valueIn,
} from '../../../../engines/formats/rows.ts'

export const OPERATIONS = ['sum', 'mean', 'min', 'max', 'count', 'median', 'distinct'] as const

export type Operation = (typeof OPERATIONS)[number] | 'first'

/** One text for the values of some columns; all empty cells are the same value. */
export const keyOf = (row: JsonObject, columns: readonly string[]): string =>
  canonicalJson(
    columns.map((column) => {
      const value = valueIn(row, column)
      return isEmpty(value) ? null : value
    }),
  )

/** Like `keyOf`, but an empty text is a value of its own, as in SQL. */
const groupKeyOf = (row: JsonObject, columns: readonly string[]): string =>
  canonicalJson(columns.map((column) => valueIn(row, column) ?? null))

/** Rows that agree in the columns, in the order of first appearance. */
export function groupsOf(
  rows: readonly JsonObject[],
  columns: readonly string[],
): readonly (readonly JsonObject[])[] {
  const groups = new Map<string, JsonObject[]>()
  for (const row of rows) {
    const key = groupKeyOf(row, columns)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}

export interface Measured {
  readonly value: unknown
  /** Number of values that are neither empty nor of a kind that the operation accepts. */
  readonly leftOut: number
}

/** One figure of the values of a group; empty cells never count. */
export function measured(all: readonly unknown[], op: Operation): Measured {
  const values = all.filter((value) => !isEmpty(value))
  if (op === 'count') return { value: values.length, leftOut: 0 }
  if (op === 'first') return { value: values[0] ?? null, leftOut: 0 }
  if (op === 'distinct') return { value: new Set(values.map(canonicalJson)).size, leftOut: 0 }
  const numbers = values.map(numberIn).filter((number) => number !== null)
  if ((op === 'min' || op === 'max') && numbers.length === 0) return extremeText(values, op)
  return { value: figure(numbers, op), leftOut: values.length - numbers.length }
}

function figure(numbers: readonly number[], op: Operation): unknown {
  if (numbers.length === 0) return null
  if (op === 'sum') return sumOf(numbers)
  if (op === 'mean') return meanOf(numbers)
  if (op === 'median') return medianOf(numbers)
  return numbers.reduce((a, b) => (op === 'min' ? Math.min(a, b) : Math.max(a, b)))
}

/** Text by code unit, so that ISO dates are in order. */
function extremeText(values: readonly unknown[], op: Operation): Measured {
  const texts = values.filter((value) => typeof value === 'string').toSorted()
  const value = (op === 'min' ? texts[0] : texts.at(-1)) ?? null
  return { value, leftOut: values.length - texts.length }
}
