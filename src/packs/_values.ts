import { isRecord, part } from './_results.ts'

/** A field of every row of a list, where it is a number. */
export function numbersAt(list: unknown, field: string): readonly number[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((row) => {
    const value = isRecord(row) ? row[field] : undefined
    return typeof value === 'number' ? value : []
  })
}

/** The same of a list within a result; null where there are fewer than a tool takes. */
export function seriesAt(
  result: unknown,
  list: string,
  field: string,
  least: number,
): readonly number[] | null {
  const values = numbersAt(part(result, list), field)
  return values.length < least ? null : values
}
