import { Temporal } from 'temporal-polyfill'
import { badInput } from '../../base/core/fault.ts'
import { numericText } from '../../base/lib/fields.ts'

/** Reading a moment from any notation in which one is commonly written. */

export const TIME_TEXT_MAX = 100

/** What `instantOf` reads, for the descriptions of fields. */
export const NOTATIONS =
  'ISO 8601, epoch seconds or milliseconds, HTTP date or RFC 2822; without an offset, in `tz`'

/** A field that `instantOf` reads. */
export const timeText = () => numericText(TIME_TEXT_MAX)

/**
 * The moment that a text names: ISO 8601 with or without offset, epoch seconds or milliseconds,
 * HTTP date, RFC 2822. Without an offset it is read on the clock of `tz`; a date alone is its first
 * moment. A local time that a clock change skips moves forward; one that it repeats is the first.
 */
export function instantOf(field: string, text: string, tz: string): Temporal.Instant {
  const trimmed = text.length > TIME_TEXT_MAX ? '' : text.trim()
  if (/^(19|20|21)\d\d$/.test(trimmed)) {
    throw badInput(
      `${field}: ${trimmed} alone is a year, must name a day, such as ${trimmed}-01-01`,
    )
  }
  const [, offset] = OFFSET_AT_END.exec(trimmed) ?? []
  if (offset !== undefined && !isRealOffset(offset))
    throw badInput(`${field}: ${offset} must be an offset of -14:00 to +14:00`)
  for (const read of [fromCompactDate, fromEpoch, fromIso, fromWeekOrOrdinal, fromMail]) {
    try {
      const found = read(trimmed, tz)
      if (found) return found
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
    }
  }
  throw badInput(
    `${field}: must be a time such as 2026-01-05T10:00:00Z, 2026-01-05, 1767607200 ` +
      '(epoch seconds or milliseconds) or "Mon, 05 Jan 2026 10:00:00 GMT"',
  )
}

const OFFSET_AT_END =
  /(?::\d\d|T\d{2,6})(?:[.,]\d{1,9})? ?([+-]\d\d(?::?\d\d)?)(?::?\d\d)?(?:\[[^\]]*\])?$/i

/** No place on earth is farther than 14 hours from UTC. */
export function isRealOffset(offset: string): boolean {
  const [, hours, minutes = '0'] = /^[+-]?(\d{1,2}):?(\d\d)?$/.exec(offset) ?? []
  return Number(minutes) <= 59 && Number(hours) * 60 + Number(minutes) <= 14 * 60
}

/** ISO 8601 that says its offset. */
export function isInstant(text: string): boolean {
  const [, offset] = OFFSET_AT_END.exec(text.slice(-TIME_TEXT_MAX)) ?? []
  if (offset !== undefined && !isRealOffset(offset)) return false
  try {
    return text.length <= TIME_TEXT_MAX && Boolean(Temporal.Instant.from(text))
  } catch {
    return false
  }
}

type Reader = (text: string, tz: string) => Temporal.Instant | undefined

/** Eight digits that make a date of recent centuries are one, not seconds of the year 1970. */
const fromCompactDate: Reader = (text, tz) =>
  /^(19|20|21)\d{6}$/.test(text) ? startOf(Temporal.PlainDate.from(text), tz) : undefined

/** Digits after the point up to nanoseconds, by the size of the number before it. */
const EPOCH_SCALES = [
  { below: 1e11, digits: 9 },
  { below: 1e14, digits: 6 },
  { below: 1e17, digits: 3 },
  { below: Infinity, digits: 0 },
]

const fromEpoch: Reader = (text) => {
  const [, sign, whole, fraction = '.'] = /^([+-]?)(\d{1,19})(\.\d{1,9})?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const { digits } = EPOCH_SCALES.find(({ below }) => Number(whole) < below) ?? { digits: 0 }
  const nanoseconds = BigInt(whole + fraction.slice(1).padEnd(digits, '0').slice(0, digits))
  return new Temporal.Instant(sign === '-' ? -nanoseconds : nanoseconds)
}

const fromIso: Reader = (text, tz) => {
  const iso = text
    .replace(/ (UTC|GMT)$/i, 'Z')
    .replace(/ (?=[+-]\d\d(:?\d\d)?$)/, '')
    .replace(/^(\d{4})\/(\d\d)\/(\d\d)/, '$1-$2-$3')
  const [, time] = /^[+-]?\d{4,6}-?\d\d-?\d\d(?:[Tt ](.+))?$/.exec(iso) ?? []
  if (time === undefined) return startOf(Temporal.PlainDate.from(iso), tz)
  if (/(Z|[+-]\d\d(:?\d\d)?)(\[.*)?$/i.test(time)) return Temporal.Instant.from(iso)
  if (iso.endsWith(']')) return Temporal.ZonedDateTime.from(iso).toInstant()
  return Temporal.PlainDateTime.from(iso).toZonedDateTime(tz).toInstant()
}

const fromWeekOrOrdinal: Reader = (text, tz) => {
  const [, yearText, weekText, weekday = '1', ordinal] =
    /^(\d{4})-?(?:W(\d\d)(?:-?([1-7]))?|(\d{3}))$/.exec(text) ?? []
  if (yearText === undefined) return undefined
  const year = Number(yearText)
  if (ordinal !== undefined) {
    const day = new Temporal.PlainDate(year, 1, 1).add({ days: Number(ordinal) - 1 })
    return day.year === year ? startOf(day, tz) : undefined
  }
  const fourth = new Temporal.PlainDate(year, 1, 4)
  const days = (Number(weekText) - 1) * 7 + Number(weekday) - fourth.dayOfWeek
  const day = fourth.add({ days })
  return day.yearOfWeek === year ? startOf(day, tz) : undefined
}

const startOf = (day: Temporal.PlainDate, tz: string): Temporal.Instant =>
  day.toZonedDateTime(tz).toInstant()

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const MAIL_ZONES: ReadonlyMap<string, string> = new Map([
  ['GMT', '+00:00'],
  ['UTC', '+00:00'],
  ['UT', '+00:00'],
  ['Z', '+00:00'],
  ['EDT', '-04:00'],
  ['EST', '-05:00'],
  ['CDT', '-05:00'],
  ['CST', '-06:00'],
  ['MDT', '-06:00'],
  ['MST', '-07:00'],
  ['PDT', '-07:00'],
  ['PST', '-08:00'],
])

/** RFC 2822 and the first two dates of HTTP: `Sun, 06 Nov 1994 08:49:37 GMT`. */
const DAY_FIRST = new RegExp(
  String.raw`^(?:[a-z]{3,9},? +)?(?<day>\d{1,2})[ -](?<month>[a-z]{3})[a-z]*[ -](?<year>\d\d(?:\d\d)?)` +
    String.raw` +(?<clock>\d\d:\d\d(?::\d\d)?) *(?<zone>[a-z]{1,3}|[+-]\d{4})?(?: *\([^()]*\))?$`,
  'i',
)

/** The third date of HTTP, in UTC, and what `date` prints: `Sun Nov  6 08:49:37 1994`. */
const MONTH_FIRST = new RegExp(
  String.raw`^[a-z]{3} +(?<month>[a-z]{3}) +(?<day>\d{1,2}) +(?<clock>\d\d:\d\d(?::\d\d)?)` +
    String.raw` +(?:(?<zone>[a-z]{1,3}) +)?(?<year>\d{4})$`,
  'i',
)

const fromMail: Reader = (text, tz) => {
  const dayFirst = DAY_FIRST.exec(text)
  const { day, month, year, clock, ...said } = (dayFirst ?? MONTH_FIRST.exec(text))?.groups ?? {}
  const zone = said['zone'] ?? (dayFirst ? undefined : 'UTC')
  const number = MONTHS.indexOf(month?.toLowerCase() ?? '') + 1
  if (!year || !day || number === 0) return undefined
  const century = year.length === 4 ? '' : Number(year) < 50 ? '20' : '19'
  const date = `${century}${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  const local = Temporal.PlainDateTime.from(`${date}T${clock}`)
  if (!zone) return local.toZonedDateTime(tz).toInstant()
  const offset = MAIL_ZONES.get(zone.toUpperCase()) ?? (/\d/.test(zone) ? zone : undefined)
  return offset === undefined ? undefined : local.toZonedDateTime(offset).toInstant()
}
