import { z } from 'zod'
import { isRecord, part } from './_results.ts'

/** A field of every row of a list, where it is a number. */
export function numbersAt(list: unknown, field: string): readonly number[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((row) => {
    const value = isRecord(row) ? row[field] : undefined
    return typeof value === 'number' ? value : []
  })
}

/** The same for a list within a result; null if there are too few for a tool. */
export function seriesAt(
  result: unknown,
  list: string,
  field: string,
  least: number,
): readonly number[] | null {
  const values = numbersAt(part(result, list), field)
  return values.length < least ? null : values
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i
const BETWEEN = /[\s,;]+/

/** Numbers separated by commas or spaces, without commas between thousands. */
export const numbersIn = (text: string): readonly number[] =>
  text.split(BETWEEN).filter(Boolean).map(Number)

export const numberList = (least: number, most: number) =>
  z.string().refine(
    (text) => {
      const words = text.split(BETWEEN).filter(Boolean)
      return (
        words.length >= least && words.length <= most && words.every((word) => NUMBER.test(word))
      )
    },
    { error: `must be ${least} to ${most} numbers with commas or spaces between them` },
  )

/** A number in text, as inputs of packs are. */
export const numberText = (what: string) =>
  z
    .string()
    .max(24)
    .regex(/^-?\d{1,15}(\.\d{1,8})?$/, { error: 'must be a number such as 4.25' })
    .describe(what)

export const countText = (what: string) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: 'must be a whole number such as 120' })
    .describe(what)
