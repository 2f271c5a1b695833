import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../base/core/fault.ts'
import { DAY_MS } from '../../base/core/milliseconds.ts'
import { isInstant, isRealOffset, TIME_TEXT_MAX } from './instants-notations.ts'

/** Moments and zones as the time tools take and show them. */

/** An IANA zone or a fixed offset, but no old Java name such as `PST`. */
export const zone = () =>
  z
    .string()
    .max(ZONE_LENGTH_MAX, { error: ZONE_ERROR, abort: true })
    .refine(isZone, { error: ZONE_ERROR })

/** The longest names have half as many. */
const ZONE_LENGTH_MAX = 64

export const ZONE_ERROR = 'must be an IANA time zone such as Europe/Berlin'

/** An ISO 8601 time that says its offset, and so is one moment everywhere. */
export const isoInstant = () =>
  z
    .string()
    .max(TIME_TEXT_MAX, { error: INSTANT_ERROR, abort: true })
    .refine(isInstant, { error: INSTANT_ERROR })

export const INSTANT_ERROR =
  'must be an ISO 8601 time with Z or an offset, such as 2026-01-05T09:00:00Z'

/** A BCP 47 tag for which this runtime has data. */
export const locale = () =>
  z
    .string()
    .max(LOCALE_MAX, { error: LOCALE_ERROR, abort: true })
    .refine(isLocale, { error: LOCALE_ERROR })

const LOCALE_MAX = 64
const LOCALE_ERROR = 'must be a language tag such as en, de-AT or ja'

/** Both have to know it: Temporal also takes whole ISO strings for zones, Intl Java's relics. */
export function isZone(name: string): boolean {
  if (/^[+-]/.test(name) && !isRealOffset(name)) return false
  return (
    attempt(() => {
      void new Intl.DateTimeFormat('en', { timeZone: name })
      return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    }) !== undefined
  )
}

function isLocale(tag: string): boolean {
  const known = attempt(() => Intl.DateTimeFormat.supportedLocalesOf(tag))
  return known !== undefined && known.length > 0
}

/** The result, or undefined if the library throws. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Runs calendar arithmetic. A result outside the representable years is a fault of the field. */
export function withinTime<T>(field: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) {
      throw badInput(`${field}: must stay within the years -271821 to 275760`)
    }
    throw error
  }
}

/** A moment on the clock of a zone, in the fields that the time tools share. */
export function describeMoment(moment: Temporal.ZonedDateTime) {
  return {
    iso: moment.toInstant().toString(),
    epochSeconds: Math.floor(moment.epochMilliseconds / 1000),
    tz: moment.timeZoneId,
    local: localOf(moment),
    offset: moment.offset,
    weekday: weekdayOf(moment),
    date: moment.toPlainDate().toString(),
    isDst: isDst(moment),
  }
}

/** The local time in ISO 8601, without its offset. */
export const localOf = (moment: Temporal.ZonedDateTime): string =>
  moment.toPlainDateTime().toString()

/** ISO 8601 with the offset of the zone; with Z in UTC, and where the offset of old has seconds. */
export const isoIn = (moment: Temporal.ZonedDateTime): string =>
  moment.timeZoneId === 'UTC' || moment.offsetNanoseconds % 60e9 !== 0
    ? moment.toInstant().toString()
    : moment.toString({ timeZoneName: 'never' })

export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export const weekdayOf = ({ dayOfWeek }: { readonly dayOfWeek: number }): string =>
  WEEKDAYS[dayOfWeek - 1] ?? ''

const DST_NAME = / (Summer|Daylight) |^Irish Standard /
const DST_DAYS_MAX = 300

/**
 * Whether clocks are ahead of the zone's standard time. The data behind Intl knows, but says it
 * only in the long name; for zones without one, a short span ahead of both its neighbours counts.
 */
export function isDst(moment: Temporal.ZonedDateTime): boolean {
  const name = zoneName(moment, 'long', 'en')
  if (!/^GMT([+-]|$)/.test(name)) return DST_NAME.test(name)
  const began = moment.getTimeZoneTransition('previous')
  const ends = moment.getTimeZoneTransition('next')
  if (!began || !ends) return false
  const days = (ends.epochMilliseconds - began.epochMilliseconds) / DAY_MS
  const isAhead = Math.max(offsetBefore(began), ends.offsetNanoseconds) < moment.offsetNanoseconds
  return isAhead && days < DST_DAYS_MAX
}

const offsetBefore = (transition: Temporal.ZonedDateTime): number =>
  transition.subtract({ nanoseconds: 1 }).offsetNanoseconds

/** The name by which a zone goes at a moment: `Central European Summer Time`, `CEST`. */
export function zoneName(
  moment: Temporal.ZonedDateTime,
  length: 'short' | 'long' | 'longOffset' | 'shortOffset',
  language: string,
): string {
  const format = new Intl.DateTimeFormat(language, {
    timeZone: moment.timeZoneId,
    timeZoneName: length,
  })
  const parts = format.formatToParts(moment.epochMilliseconds)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
