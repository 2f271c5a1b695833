import { z } from 'zod'
import { isoTime } from '../../base/lib/iso-time.ts'

/** Parts of an answer that a provider may leave out, or write as null or as an empty text. */

/** Text; null for a missing or an empty one. */
export const fact = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null)

export const figure = z
  .number()
  .nullish()
  .transform((value) => value ?? null)

/** A number, or one that is written as text. */
export const numeric = z.union([
  z.number(),
  z
    .string()
    .regex(/^\s*[+-]?\d+(\.\d+)?([eE][+-]?\d+)?\s*$/)
    .transform(Number),
])

export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null)

/** A moment as an ISO text; without an offset it means UTC. */
export const moment = z
  .string()
  .nullish()
  .transform((text) => momentOf(text))

export const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])

/**
 * Rows that stand by themselves: one that does not fit costs only itself. Where none of them fits,
 * the answer has another shape.
 */
export const rowsOf = <T extends z.ZodType>(row: T) =>
  z.array(z.unknown()).transform((given, context): z.output<T>[] => {
    const fit = given.flatMap((one) => {
      const read = row.safeParse(one)
      return read.success ? [read.data] : []
    })
    if (fit.length === 0 && given.length > 0) context.addIssue('has no row that fits')
    return fit
  })

/** As `rowsOf`, for members by name. */
export const membersOf = <T extends z.ZodType>(member: T) =>
  z.record(z.string(), z.unknown()).transform((given, context): Record<string, z.output<T>> => {
    const fit = Object.entries(given).flatMap(([name, one]) => {
      const read = member.safeParse(one)
      return read.success ? [[name, read.data] as const] : []
    })
    if (fit.length === 0 && Object.keys(given).length > 0)
      context.addIssue('has no member that fits')
    return Object.fromEntries(fit)
  })

/** A time of a provider as an ISO text; null for one that does not begin with a day. */
export function momentOf(text: string | null | undefined): string | null {
  // The engine reads a time into almost any text that has a number.
  if (!text || !/^\d{4}-\d\d-\d\d/.test(text)) return null
  const isComplete = /(Z|[+-]\d\d:?\d\d)$/i.test(text) || !/\d[T ]\d/.test(text)
  return isoTime(Date.parse(isComplete ? text : `${text.replace(' ', 'T')}Z`))
}

/** As `moment`, of an answer that is nothing without it. */
export const instant = moment.transform((iso, context): string => {
  if (iso === null) context.addIssue('is no moment')
  return iso ?? ''
})

/** A day as YYYY-MM-DD; null if the text does not begin with one. */
export function dayOf(text: string | null | undefined): string | null {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)(?!\d)/.exec(text?.trim() ?? '') ?? []
  return year ? `${year}-${month}-${day}` : null
}

/** A day that a provider writes as YYYY-MM-DD, YYYYMMDD or the beginning of a moment. */
export const day = z
  .string()
  .nullish()
  .transform((text) => dayOf(text))
