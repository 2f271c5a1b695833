import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'

export const SIDE_MAX = 200

export const matrixField = () =>
  z
    .array(z.array(z.number().min(-1e15).max(1e15)).min(1).max(SIDE_MAX))
    .min(1)
    .max(SIDE_MAX)

export type Rows = readonly (readonly number[])[]

export function assertRectangle(field: string, rows: Rows): void {
  const width = rows[0]?.length ?? 0
  if (rows.some(({ length }) => length !== width))
    throw badInput(`${field}: must have rows of equal length`)
}

/** Singular values above this count for the rank. */
export const rankLimit = (rows: number, columns: number, largest: number): number =>
  Math.max(rows, columns) * Number.EPSILON * largest
