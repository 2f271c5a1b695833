import type Holidays from 'date-holidays'
import type { HolidaysTypes } from 'date-holidays'
import { badInput } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { loadEngine } from '../../../../base/core/optional-engines.ts'

type LibraryHoliday = HolidaysTypes.Holiday

export interface Holiday {
  readonly date: string
  readonly name: string
}

/** A day of any kind that a country marks. */
export interface NamedDay extends Holiday {
  readonly localName: string
  readonly kind: string
  /** Whether it replaces a holiday that fell on a day off. */
  readonly substitute: boolean
}

/** Public holidays of a country, or of a region of it, by year. */
export interface HolidayCalendar {
  of(year: number): readonly Holiday[]
  /** All days that the country marks, by kind. */
  allOf(year: number): readonly NamedDay[]
  /** Codes of the parts of the country that have their own days. */
  readonly regions: readonly string[]
  /** Weekend days that are working days by decree. */
  readonly worked: ReadonlySet<string>
  /** What is not known about a year. */
  gapsOf(year: number): readonly string[]
}

/** The data are large, so they load when first asked for. */
export async function calendarOf(
  countryCode: string,
  region: string | undefined,
): Promise<HolidayCalendar> {
  const { default: Calendar } = await loadEngine('holidays', () => import('date-holidays'))
  const country = countryCode.toUpperCase()
  const known = new Calendar()
  if (!Object.hasOwn(known.getCountries('en'), country))
    throw badInput(`countryCode: no holidays are known for ${country}; must be a code such as DE.`)
  const calendar = regional(new Calendar(country), country, region, Calendar)
  // A calendar that is asked for one language loses its other languages, such as German as in CH.
  const local = regional(new Calendar(country), country, region, Calendar)
  const english = calendar.getLanguages().find((language) => /^en\b/.test(language)) ?? 'en'
  const worked = new Set(
    country === 'CN' ? Object.values(DECREED).flatMap((one) => one.worked) : [],
  )
  const isHeld = (holiday: Holiday) => !isNotHeld(country, region, holiday)
  return {
    worked,
    regions: Object.keys(known.getStates(country, 'en') ?? {}),
    gapsOf: (year) => gapsOf(country, year),
    allOf: (year) =>
      namedOf(calendar.getHolidays(year, english), local.getHolidays(year)).filter(
        (day) => day.kind !== 'public' || isHeld(day),
      ),
    of(year) {
      const holidays = publicOf(calendar.getHolidays(year, english)).filter(isHeld)
      const decree = country === 'CN' ? DECREED[year] : undefined
      if (!decree) return holidays
      const names = new Map(holidays.map(({ date, name }) => [date, name]))
      return decree.off.map((date) => ({ date, name: names.get(date) ?? 'Decreed day off' }))
    },
  }
}

/**
 * Holidays of the library that do not count: those of a part of the country, or of a part of its
 * people.
 */
function isNotHeld(country: string, region: string | undefined, { name, date }: Holiday): boolean {
  const place = region === undefined ? country : `${country}-${region.replace(/^\w+-/, '')}`
  if (place.toUpperCase() === 'CA-ON') return name === 'Easter Monday'
  if (country === 'US') return name === 'Martin Luther King Jr. Day' && date < '1986'
  if (place === 'ES') return name.endsWith('(substitute day)')
  return country === 'CN' && name === "Children's Day"
}

interface Decree {
  readonly off: readonly string[]
  readonly worked: readonly string[]
}

const decree = (year: number, off: string, worked: string): Decree => {
  const dates = (days: string) =>
    days.split(' ').map((day) => `${year}-${day.slice(0, 2)}-${day.slice(2)}`)
  return { off: dates(off), worked: dates(worked) }
}

/** China decrees each autumn which days of the next year are off, and which weekends are worked. */
const DECREED: Readonly<Record<number, Decree>> = {
  2023: decree(
    2023,
    '0101 0102 0122 0123 0124 0125 0126 0127 0405 0501 0502 0503 0622 0623 0929 1001 1002 1003 1004 1005 1006',
    '0128 0129 0423 0506 0625 1007 1008',
  ),
  2024: decree(
    2024,
    '0101 0210 0211 0212 0213 0214 0215 0216 0404 0405 0501 0502 0503 0610 0916 0917 1001 1002 1003 1004 1007',
    '0204 0218 0407 0428 0511 0914 0929 1012',
  ),
  2025: decree(
    2025,
    '0101 0128 0129 0130 0131 0203 0204 0404 0501 0502 0505 0531 0602 1001 1002 1003 1006 1007 1008',
    '0126 0208 0427 0928 1011',
  ),
  2026: decree(
    2026,
    '0101 0102 0216 0217 0218 0219 0220 0223 0405 0406 0501 0502 0504 0505 0619 0925 1001 1002 1003 1005 1006 1007',
    '0104 0214 0228 0509 0920 1010',
  ),
}

function gapsOf(country: string, year: number): readonly string[] {
  if (year < FIRST_SURE_YEAR)
    return [
      `${country} ${year}: holidays before ${FIRST_SURE_YEAR} may be missing, or follow a later rule.`,
    ]
  if (country === 'CN' && !DECREED[year]) {
    return [
      `CN ${year}: the days off and worked weekends of the yearly decree are not known; only the holidays themselves are counted.`,
    ]
  }
  const unknown = UNKNOWN[country]
  return unknown === undefined ? [] : [`${country}: ${unknown}`]
}

const FIRST_SURE_YEAR = 2_000
const UNKNOWN: Readonly<Record<string, string>> = {
  IN: 'holidays whose date depends on the moon, such as Diwali, Holi and Eid, are not known.',
  KR: 'election days and holidays that the government adds are not known.',
}

function regional(
  calendar: Holidays,
  country: string,
  region: string | undefined,
  Calendar: typeof Holidays,
): Holidays {
  if (region === undefined) return calendar
  // ISO 3166-2 repeats the country: DE-BY.
  const state = region.toUpperCase().replace(new RegExp(`^${country}-`), '')
  const states = calendar.getStates(country, 'en') ?? {}
  if (Object.hasOwn(states, state)) return new Calendar(country, state)
  const codes = Object.keys(states)
  const allowed =
    codes.length > 0 ? `one of ${codes.join(', ')}` : 'left out, because none is known'
  throw badInput(`region: for ${country} it must be ${allowed}.`)
}

const publicOf = (days: readonly LibraryHoliday[]): readonly Holiday[] =>
  days
    .filter(({ type, date }) => type === 'public' && date.slice(11, 16) === '00:00')
    .flatMap((day) => daysOf(day).map((date) => ({ date, name: day.name })))

function namedOf(
  days: readonly LibraryHoliday[],
  localDays: readonly LibraryHoliday[],
): readonly NamedDay[] {
  const local = new Map(localDays.map((day) => [`${day.rule} ${day.date}`, day.name]))
  return days.flatMap((day) => {
    const { type, date, name, rule, substitute } = day
    const localName = local.get(`${rule} ${date}`) ?? name
    return daysOf(day).map((one) => ({
      date: one,
      name,
      localName,
      kind: type,
      substitute: substitute === true,
    }))
  })
}

const DAYS_MAX = 14

/**
 * A clock change takes an hour off, but not a day; the part of a day that is left at the end does
 * not count.
 */
const HOUR_OFF = 0.1

/** The library begins these three days on the new year itself, not on its eve. */
const KOREAN_NEW_YEAR = 'korean 01-0-01 P3D'

function daysOf({ date, start, end, rule }: LibraryHoliday): readonly string[] {
  const first = Date.parse(date.slice(0, 10)) - (rule === KOREAN_NEW_YEAR ? DAY_MS : 0)
  const lasting = Math.floor((end.getTime() - start.getTime()) / DAY_MS + HOUR_OFF)
  const days = Math.min(Math.max(lasting, 1), DAYS_MAX)
  return Array.from({ length: days }, (_, at) =>
    new Date(first + at * DAY_MS).toISOString().slice(0, 10),
  )
}
