import type { Temporal } from 'temporal-polyfill'
import { badInput } from '../../../../base/core/fault.ts'
import { zoneName } from '../../../../engines/time/instants.ts'
import { CLDR_NAMES } from './_cldr-names.ts'

/** Date patterns of Unicode (UTS 35), such as `EEEE d MMMM yyyy`. */
type Moment = Temporal.ZonedDateTime

interface Place {
  readonly moment: Moment
  readonly locale: string
  readonly pattern: string
}

/** Writes a run of so many equal letters; undefined if that is not a token. */
type Token = (width: number, place: Place) => string | undefined

const PIECES = /'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+/gy

export function writeByPattern(pattern: string, moment: Moment, locale: string): string {
  if (/%[A-Za-z]/.test(pattern)) {
    throw badInput('format: must be a Unicode pattern such as yyyy-MM-dd, not strftime')
  }
  const pieces = [...pattern.matchAll(PIECES)]
  if (pieces.reduce((length, [piece]) => length + piece.length, 0) < pattern.length) {
    throw badInput("format: has a quote that does not end; '' stands for one quote")
  }
  const place = { moment, locale, pattern }
  return pieces
    .map(([piece, quoted, letter]) => {
      if (quoted !== undefined) return quoted === '' ? "'" : quoted.replaceAll("''", "'")
      return letter === undefined ? piece : writeLetter(letter, piece, place)
    })
    .join('')
}

const HINTS: ReadonlyMap<string, string> = new Map([
  ['Y', ', the year is yyyy; YYYY is the year of the ISO week, and allowed only beside w'],
  ['D', ', the day of the month is dd; DDD is the day of the year'],
])

function writeLetter(letter: string, piece: string, place: Place): string {
  const text = TOKENS.get(letter)?.(piece.length, place)
  if (text !== undefined) return text
  const hint = HINTS.get(letter) ?? `, allowed are ${[...TOKENS.keys()].join(' ')}`
  throw badInput(`format: ${piece.slice(0, 20)} is not a token${hint}; quote words as in 'week' w`)
}

const number = (value: number, width: number, locale: string): string =>
  new Intl.NumberFormat(locale, { useGrouping: false, minimumIntegerDigits: width }).format(value)

const NUMBER_WIDTH_MAX = 9

const numeric =
  (value: (moment: Moment) => number, widthMax = 2): Token =>
  (width, { moment, locale }) =>
    width <= widthMax ? number(value(moment), width, locale) : undefined

const yearOf = (moment: Moment): number => (moment.year > 0 ? moment.year : 1 - moment.year)

const year =
  (value: (moment: Moment) => number): Token =>
  (width, { moment, locale }) => {
    if (width === 2) return number(Math.abs(value(moment)) % 100, 2, locale)
    return width <= NUMBER_WIDTH_MAX ? number(value(moment), width, locale) : undefined
  }

type Names = Readonly<Partial<Record<number, 'short' | 'long' | 'narrow'>>>
const NAMES: Names = { 1: 'short', 2: 'short', 3: 'short', 4: 'long', 5: 'narrow' }
const MONTH_NAMES: Names = { 3: 'short', 4: 'long', 5: 'narrow' }

function part(
  { moment, locale }: Place,
  type: Intl.DateTimeFormatPartTypes,
  options: Intl.DateTimeFormatOptions,
): string {
  const format = new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    timeZone: moment.timeZoneId,
    ...options,
  })
  const parts = format.formatToParts(moment.epochMilliseconds)
  return parts.find((one) => one.type === type)?.value ?? ''
}

/** Some languages decline the name of a month next to a day; some have only its number. */
const month =
  (besideDay: boolean): Token =>
  (width, place) => {
    const name = MONTH_NAMES[width]
    if (!name) return width <= 2 ? number(place.moment.month, width, place.locale) : undefined
    const declined = besideDay ? part(place, 'month', { month: name, day: 'numeric' }) : ''
    if (/\p{L}/u.test(declined)) return declined
    const alone = new Intl.DateTimeFormat(place.locale, {
      calendar: 'gregory',
      timeZone: place.moment.timeZoneId,
      month: name,
    })
    return alone.format(place.moment.epochMilliseconds)
  }

const quarter: Token = (width, { moment, locale }) => {
  const value = Math.ceil(moment.month / 3)
  if (width < 3) return number(value, width, locale)
  if (width > 4) return undefined
  const names =
    CLDR_NAMES[new Intl.Locale(locale).language]?.[width === 3 ? 'quarters' : 'longQuarters']
  return names?.split('|').at(value - 1) ?? unknownName('Q'.repeat(width), locale)
}

const weekYear: Token = (width, place) => {
  if (!place.pattern.includes('w')) return undefined
  return year(({ yearOfWeek }) => yearOfWeek ?? 0)(width, place)
}

const fraction: Token = (width, { moment, locale }) => {
  const { millisecond, microsecond, nanosecond } = moment
  const digits = [millisecond, microsecond, nanosecond].map((one) => String(one).padStart(3, '0'))
  const cut = digits.join('').slice(0, width)
  return width <= NUMBER_WIDTH_MAX ? number(Number(cut), width, locale) : undefined
}

/** `+01`, `+0530` or `+05:30` for the widths 1, 2 and 3. */
function offset(moment: Moment, width: number): string | undefined {
  const full = moment.offset.slice(0, 6)
  if (width === 3) return full
  if (width === 1 && full.endsWith(':00')) return full.slice(0, 3)
  return width <= 2 ? full.replace(':', '') : undefined
}

const TOKENS: ReadonlyMap<string, Token> = new Map<string, Token>([
  ['G', (width, place) => nameAt(width, place, 'era')],
  ['y', year(yearOf)],
  ['u', year((moment) => moment.year)],
  ['Y', weekYear],
  ['Q', quarter],
  ['M', month(true)],
  ['L', month(false)],
  ['w', numeric((moment) => moment.weekOfYear ?? 0)],
  ['d', numeric((moment) => moment.day)],
  [
    'D',
    (width, place) =>
      width === 3 ? numeric(({ dayOfYear }) => dayOfYear, 3)(3, place) : undefined,
  ],
  ['E', (width, place) => nameAt(width, place, 'weekday')],
  [
    'a',
    (width, place) =>
      width <= 4 ? part(place, 'dayPeriod', { hour: 'numeric', hour12: true }) : undefined,
  ],
  ['H', numeric((moment) => moment.hour)],
  ['h', numeric((moment) => moment.hour % 12 || 12)],
  ['K', numeric((moment) => moment.hour % 12)],
  ['k', numeric((moment) => moment.hour || 24)],
  ['m', numeric((moment) => moment.minute)],
  ['s', numeric((moment) => moment.second)],
  ['S', fraction],
  [
    'z',
    (width, { moment, locale }) =>
      width <= 4 ? zoneName(moment, width === 4 ? 'long' : 'short', locale) : undefined,
  ],
  ['O', (width, place) => (width === 1 || width === 4 ? gmt(width, place) : undefined)],
  [
    'Z',
    (width, place) =>
      width < 4 ? offset(place.moment, 2) : width === 4 ? gmt(4, place) : zulu(width - 2, place),
  ],
  ['X', zulu],
  ['x', (width, { moment }) => offset(moment, width)],
  ['V', (width, { moment }) => (width === 2 ? moment.timeZoneId : undefined)],
])

/** The two letters of a weekday that `EEEEEE` writes. */
function shortWeekday({ moment, locale }: Place): string {
  const names = CLDR_NAMES[new Intl.Locale(locale).language]?.weekdays
  return names?.split('|').at(moment.dayOfWeek - 1) ?? unknownName('EEEEEE', locale)
}

function unknownName(piece: string, locale: string): never {
  const known = Object.keys(CLDR_NAMES).join(', ')
  throw badInput(`format: ${piece} has no names in ${locale} here, only in ${known}`)
}

function nameAt(width: number, place: Place, type: 'era' | 'weekday'): string | undefined {
  if (type === 'weekday' && width === 6) return shortWeekday(place)
  const name = NAMES[width]
  return name && part(place, type, { [type]: name })
}

/** Without digits if there is no offset. */
function gmt(width: number, { moment, locale }: Place): string {
  const name = zoneName(moment, width === 4 ? 'longOffset' : 'shortOffset', locale)
  return moment.offsetNanoseconds === 0 ? name.replace(/[+-].*$/, '') : name
}

function zulu(width: number, { moment }: Place): string | undefined {
  return moment.offsetNanoseconds === 0 && width <= 3 ? 'Z' : offset(moment, width)
}
