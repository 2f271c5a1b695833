import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../base/core/fault.ts'
import { WEEKDAYS } from '../../../engines/time/instants.ts'

/** Date fields that the tools of this family share. */

const YEAR_MAX = 9_999

export const dateField = () =>
  z.iso.date().refine((text) => !text.startsWith('0000'), {
    error: 'must be a date of the years 1 to 9999',
  })

export const countryField = () =>
  z.string().regex(/^[A-Za-z]{2}$/, { error: 'must be a two-letter country code such as DE' })

export const dayOf = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)

/** Today by the clock of the call, in UTC. */
export const todayOf = (nowMs: number): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO('UTC').toPlainDate()

export const WEEKDAY_NAMES = WEEKDAYS.map((name) => name.toLowerCase()) as [string, ...string[]]

/** Arithmetic that must not leave the years of four digits. */
export function withinYears(field: string, work: () => Temporal.PlainDate): Temporal.PlainDate {
  try {
    const day = work()
    if (day.year >= 1 && day.year <= YEAR_MAX) return day
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw badInput(`${field}: must stay within the years 1 to 9999`)
}

export const daysBetween = (from: Temporal.PlainDate, to: Temporal.PlainDate): number =>
  from.until(to, { largestUnit: 'day' }).days
