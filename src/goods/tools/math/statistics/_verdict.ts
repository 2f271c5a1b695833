import { badInput } from '../../../../base/core/fault.ts'
import { student } from '../../../../engines/numbers/distributions/continuous.ts'
import { quantileOf } from '../../../../engines/numbers/distributions/distribution.ts'
import {
  normalAbove,
  normalBelow,
  normalQuantile,
} from '../../../../engines/numbers/special/normal.ts'

/** Types and fields that all significance tests share. */

export type Tails = 'two' | 'left' | 'right'
export type Numbers = readonly number[]
export type Table = readonly Numbers[]

export interface Question {
  readonly a?: Numbers | Table | undefined
  readonly b?: Numbers | undefined
  readonly groups?: Table | undefined
  readonly mu: number
  readonly tails: Tails
  readonly equalVariance: boolean
  readonly correction: boolean
}

export interface TestVerdict {
  readonly statistic: number | null
  readonly df: number | null
  readonly df2?: number
  readonly pValue: number
  readonly effectSize: { readonly name: string; readonly value: number | null } | null
  readonly confidenceInterval: readonly number[]
  readonly method: string
  readonly assumptions: readonly string[]
}

export function sample(field: 'a' | 'b', value: Question['a'], countMin = 2): Numbers {
  if (value === undefined || value.some((one) => typeof one !== 'number'))
    throw badInput(`${field}: must be a list of numbers for this test`)
  if (value.length < countMin) throw badInput(`${field}: must have at least ${countMin} numbers`)
  return value as Numbers
}

export function tableIn(value: Question['a']): Table {
  const rows = (value ?? []).filter((row) => typeof row !== 'number')
  const width = rows[0]?.length ?? 0
  if (value?.length !== rows.length || rows.length < 2 || width < 2)
    throw badInput('a: must be a table for this test: at least 2 rows of at least 2 counts')
  if (rows.some((row) => row.length !== width)) throw badInput('a: must have rows of equal length')
  if (rows.flat().some((count) => !Number.isInteger(count) || count < 0))
    throw badInput('a: must hold whole counts from 0')
  return rows
}

export function groupsIn(value: Table | undefined): Table {
  if (value === undefined) throw badInput('groups: must be given for this test')
  if (value.some((group) => group.length < 2))
    throw badInput('groups: must each have at least 2 numbers')
  return value
}

export function tailShare(tails: Tails, below: number, above: number): number {
  if (tails === 'left') return below
  return tails === 'right' ? above : Math.min(1, 2 * Math.min(below, above))
}

export const normalTail = (z: number, tails: Tails): number =>
  tailShare(tails, normalBelow(z), normalAbove(z))

export const studentTail = (t: number, df: number, tails: Tails): number => {
  const of = student(df)
  return tailShare(tails, of.below(t), of.above(t))
}

const LEVEL = 0.95

/** The two-sided 95 % interval. */
export const studentInterval = (centre: number, error: number, df: number): number[] => {
  const reach = -quantileOf(student(df), (1 - LEVEL) / 2) * error
  return [centre - reach, centre + reach]
}

export const normalInterval = (centre: number, error: number): number[] => {
  const reach = -normalQuantile((1 - LEVEL) / 2) * error
  return [centre - reach, centre + reach]
}

/** A size that divides by 0 is null. */
export const sizeOf = (name: string, value: number) => ({
  name,
  value: Number.isFinite(value) ? value : null,
})
