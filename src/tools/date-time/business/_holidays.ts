import type Holidays from 'date-holidays'
import { badInput } from '../../../core/fault.ts'

export interface Holiday {
  readonly date: string
  readonly name: string
}

/** Public holidays of a country, or of a region of it, by year. */
export interface HolidayCalendar {
  of(year: number): readonly Holiday[]
}

/** The data are large, so they load when first asked for. */
export async function calendarOf(
  countryCode: string,
  region: string | undefined,
): Promise<HolidayCalendar> {
  const { default: Calendar } = await import('date-holidays')
  const country = countryCode.toUpperCase()
  const known = new Calendar()
  if (!Object.hasOwn(known.getCountries('en'), country))
    throw badInput(`countryCode: no holidays are known of ${country}; must be a code such as DE.`)
  const calendar = regional(new Calendar(country), country, region, Calendar)
  return { of: (year) => publicOf(calendar, year) }
}

function regional(
  calendar: Holidays,
  country: string,
  region: string | undefined,
  Calendar: typeof Holidays,
): Holidays {
  if (region === undefined) return calendar
  // As ISO 3166-2 has it, the country is said again: DE-BY.
  const state = region.toUpperCase().replace(new RegExp(`^${country}-`), '')
  const states = calendar.getStates(country, 'en') ?? {}
  if (Object.hasOwn(states, state)) return new Calendar(country, state)
  const codes = Object.keys(states)
  const allowed = codes.length > 0 ? `one of ${codes.join(', ')}` : 'left out: none is known'
  throw badInput(`region: of ${country} must be ${allowed}.`)
}

function publicOf(calendar: Holidays, year: number): readonly Holiday[] {
  return calendar
    .getHolidays(year, 'en')
    .filter(({ type, date }) => type === 'public' && date.slice(11, 16) === '00:00')
    .flatMap(({ date, start, end, name }) =>
      daysOf(date, start, end).map((day) => ({ date: day, name })),
    )
}

const DAY_MS = 86_400_000
const DAYS_MAX = 14

/** A clock change takes an hour off, and no day; a part of a day at the end is none. */
const HOUR_OFF = 0.1

function daysOf(date: string, start: Date, end: Date): readonly string[] {
  const first = Date.parse(date.slice(0, 10))
  const lasting = Math.floor((end.getTime() - start.getTime()) / DAY_MS + HOUR_OFF)
  const days = Math.min(Math.max(lasting, 1), DAYS_MAX)
  return Array.from({ length: days }, (_, at) =>
    new Date(first + at * DAY_MS).toISOString().slice(0, 10),
  )
}
