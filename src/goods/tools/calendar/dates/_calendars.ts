import type { Temporal as Full } from 'temporal-polyfill/full'
import { badInput } from '../../../../base/core/fault.ts'
import { fromChinese, monthNameOf, textOf, toChinese } from './_chinese.ts'

/** Calendars by their names here, and their names in the engine; null for our own. */
export const CALENDARS = {
  gregorian: 'gregory',
  julian: null,
  hebrew: 'hebrew',
  islamic: 'islamic-umalqura',
  'islamic-civil': 'islamic-civil',
  persian: 'persian',
  // That of the engine is minutes off, which moves months that begin near midnight.
  chinese: null,
  japanese: 'japanese',
  buddhist: 'buddhist',
  indian: 'indian',
  coptic: 'coptic',
  ethiopic: 'ethiopic',
  roc: 'roc',
} as const

export type CalendarName = keyof typeof CALENDARS
export const CALENDAR_NAMES = Object.keys(CALENDARS) as [CalendarName, ...CalendarName[]]

type Day = Full.PlainDate

/** All calendars of the engine, which take some 20 ms to load. */
export const loadCalendars = async () => (await import('temporal-polyfill/full')).Temporal

export interface CalendarDate {
  readonly year: number
  readonly era: string | null
  readonly month: number
  readonly monthName: string
  readonly isLeapMonth: boolean
  readonly day: number
  readonly text: string
}

const ISO_DAY = /^(\d{4})-(\d\d)-(\d\d)$/
/** A date: optional era, year, month by number or code (M05L is a leap month), day. */
const FIELDS = /^(?:([a-z]+) ?)?(-?\d{1,6})-(M?\d{1,2}L?)-(\d{1,2})$/i

export async function readDate(
  temporal: typeof Full,
  text: string,
  from: CalendarName,
): Promise<Day> {
  const trimmed = text.trim()
  const gregorian = from === 'gregorian' ? ISO_DAY.exec(trimmed) : null
  const found = FIELDS.exec(trimmed)
  const form = 'date: must be year-month-day in the calendar of `from`, such as 5786-05-27'
  if (!found && !gregorian) throw badInput(form)
  const [, era, year = '', month = '', day = ''] = found ?? []
  try {
    const read =
      from === 'julian'
        ? fromJulian(temporal, Number(year), Number(month), Number(day))
        : from === 'chinese'
          ? await chineseDay(temporal, Number(year), month, Number(day))
          : temporal.PlainDate.from(
              {
                calendar: CALENDARS[from] ?? 'gregory',
                ...yearFields(from, era, Number(year)),
                ...(/^\d+$/.test(month) ? { month: Number(month) } : { monthCode: codeOf(month) }),
                day: Number(day),
              },
              { overflow: 'reject' },
            )
    const iso = read.withCalendar('iso8601')
    if (iso.year >= 1 && iso.year <= 9_999) return iso
  } catch (error) {
    if (!(error instanceof RangeError) && !(error instanceof TypeError)) throw error
    throw badInput(
      `date: does not exist in the ${from} calendar; must be year-month-day, such as 2026-02-14`,
    )
  }
  throw badInput('date: must be within the Gregorian years 1 to 9999')
}

const codeOf = (text: string): string => {
  const [, digits = '', leap = ''] = /^M(\d+)(L?)$/i.exec(text) ?? []
  return `M${digits.padStart(2, '0')}${leap.toUpperCase()}`
}

const ERAS: Readonly<Record<string, string>> = {
  r: 'reiwa',
  h: 'heisei',
  s: 'showa',
  t: 'taisho',
  m: 'meiji',
}

function yearFields(from: CalendarName, era: string | undefined, year: number) {
  if (era === undefined) return { year }
  if (from !== 'japanese') throw badInput('date: may have an era only in the japanese calendar')
  const name = era.toLowerCase()
  return { era: ERAS[name] ?? name, eraYear: year }
}

async function chineseDay(
  temporal: typeof Full,
  year: number,
  month: string,
  day: number,
): Promise<Day> {
  if (year < 0 || year > 9_999) throw new RangeError('no such year')
  const days = await fromChinese(year, month, day)
  if (days === undefined) throw new RangeError('no such day')
  return new temporal.PlainDate(1970, 1, 1).add({ days })
}

async function inChinese(temporal: typeof Full, day: Day): Promise<CalendarDate> {
  const date = await toChinese(
    new temporal.PlainDate(1970, 1, 1).until(day, { largestUnit: 'day' }).days,
  )
  const { year, ordinal: month, isLeapMonth } = date
  const monthName = monthNameOf(date)
  return { year, era: null, month, monthName, isLeapMonth, day: date.day, text: textOf(date) }
}

/** The Gregorian day on which the Julian calendar shows a date. */
function fromJulian(temporal: typeof Full, year: number, month: number, day: number): Day {
  const isLeap = year % 4 === 0
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  if (days === undefined || day < 1 || day > days || year < 1) throw new RangeError('no such day')
  const shifted = month > 2 ? [year, month - 3] : [year - 1, month + 9]
  const [years = 0, months = 0] = shifted
  const number = Math.floor(years * 365.25) + Math.floor((153 * months + 2) / 5) + day
  return new temporal.PlainDate(1, 1, 1).add({ days: number - JULIAN_OFFSET })
}

/**
 * Days from 1 March of the Julian year 0 to the Gregorian day 0001-01-01, which is 3 January there.
 */
const JULIAN_OFFSET = 309

function toJulian(temporal: typeof Full, day: Day): CalendarDate {
  const since =
    new temporal.PlainDate(1, 1, 1).until(day, { largestUnit: 'day' }).days + JULIAN_OFFSET
  const number = since - 1
  const cycle = Math.floor(number / 1_461)
  const inCycle = number - cycle * 1_461
  const yearInCycle = Math.min(3, Math.floor(inCycle / 365))
  const inYear = inCycle - yearInCycle * 365
  const shifted = Math.floor((5 * inYear + 2) / 153)
  const dayOfMonth = inYear - Math.floor((153 * shifted + 2) / 5) + 1
  const month = shifted < 10 ? shifted + 3 : shifted - 9
  const year = cycle * 4 + yearInCycle + (month <= 2 ? 1 : 0)
  const monthName = monthNames[month - 1] ?? ''
  return {
    year,
    era: null,
    month,
    monthName,
    isLeapMonth: false,
    day: dayOfMonth,
    text: `${monthName} ${dayOfMonth}, ${year}`,
  }
}

const monthNames =
  'January February March April May June July August September October November December'.split(' ')

/** A day in a calendar. */
export async function shownIn(
  temporal: typeof Full,
  day: Day,
  name: CalendarName,
): Promise<CalendarDate> {
  if (name === 'julian') return toJulian(temporal, day)
  if (name === 'chinese') return inChinese(temporal, day)
  const id = CALENDARS[name]
  const local = day.withCalendar(id)
  const formatted = new Intl.DateTimeFormat(`en-u-ca-${id}`, { dateStyle: 'long', timeZone: 'UTC' })
  const at = Date.parse(`${day.toString().slice(0, 10)}T00:00:00Z`)
  const parts = formatted.formatToParts(at)
  const era = local.era === undefined || name === 'gregorian' ? null : local.era
  return {
    year: name === 'japanese' ? (local.eraYear ?? local.year) : local.year,
    era,
    month: local.month,
    monthName: parts.find(({ type }) => type === 'month')?.value ?? '',
    isLeapMonth: local.monthCode.endsWith('L'),
    day: local.day,
    text: parts.map(({ value }) => value).join(''),
  }
}
