import { Temporal } from 'temporal-polyfill'
import { badInput } from '../../../../base/core/fault.ts'
import { attempt } from '../../../../engines/time/instants.ts'
import { withTimesInDigits } from './_english-clock.ts'
import { DURATION, hasTime, spanOf, withPlainCounts } from './_english-spans.ts'

/** English phrases that name a day, written out as dates in digits. */

const MONTHS =
  'january february march april may june july august september october november december'.split(' ')
const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ')
const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'.split(
    ' ',
  )

const ORDINAL = `(?:\\d{1,2}(?:st|nd|rd|th)|${ORDINALS.toReversed().join('|').replaceAll('-', '[- ]')}|last|final)`
const MONTH = `(?:${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)\\.?`
const WEEKDAY = `(?:${WEEKDAYS.join('|')})`
const PERIOD = `(?:(?<month>${MONTH})(?:,? (?:of )?(?<year>\\d{4}))?|(?<which>this|the current|the|next|the next|the following|last|the last|the previous) (?<unit>month|quarter|year)|(?:q(?<quarter>[1-4])|(?<named>first|second|third|fourth) quarter)(?: of)?,? (?<of>\\d{4})|(?:the year )?(?<bare>\\d{4}))`

type Groups = Readonly<Record<string, string | undefined>>

interface Phrase {
  readonly pattern: RegExp
  /** The replacement; undefined if the phrase means something else. */
  readonly write: (found: Groups, today: Temporal.PlainDate) => string | undefined
}

const phrase = (pattern: string, write: Phrase['write']): Phrase => ({
  pattern: new RegExp(`(?<![\\w-])${pattern}(?![\\w-])`, 'i'),
  write,
})

const PHRASES: readonly Phrase[] = [
  phrase(
    `(?:(?:on|at|by) )?(?:the )?(?<ordinal>${ORDINAL}) (?<day>${WEEKDAY}|day|weekday) (?:of|in) ${PERIOD}`,
    nthDay,
  ),
  phrase(`(?:(?:on|by) )?the (?<ordinal>${ORDINAL}) (?:of )?${PERIOD}`, nthDay),
  phrase(`(?<which>next|this|last) (?<unit>month),? (?:on )?the (?<ordinal>${ORDINAL})`, nthDay),
  phrase(
    `(?:at |by )?(?:the )?(?<edge>start|beginning|end) of ${PERIOD}`,
    ({ edge, ...found }, today) =>
      nthDay({ ...found, ordinal: edge === 'end' ? 'last' : '1st' }, today),
  ),
  phrase(`(?<day>${WEEKDAY}) (?<weeks>week|fortnight)`, ({ day = '', weeks }, today) =>
    String(comingWeekday(day, today).add({ weeks: weeks === 'week' ? 1 : 2 })),
  ),
  phrase(`(?:the )?(?<day>${WEEKDAY}) after next`, ({ day = '' }, today) =>
    String(comingWeekday(day, today.add({ days: 1 })).add({ weeks: 1 })),
  ),
  phrase(
    `(?<day>${WEEKDAY}) (?:of )?(?<which>this|next|last) week`,
    ({ day = '', which = '' }, today) => {
      const weeks = { this: 0, next: 1, last: -1 }[which.toLowerCase()] ?? 0
      const monday = today.subtract({ days: today.dayOfWeek - 1 })
      return String(comingWeekday(day, monday).add({ weeks }))
    },
  ),
  phrase(
    `(?:(?<tonight>tonight)|(?<named>tomorrow|${WEEKDAY}) night) at (?<hour>[1-4]|12)(?<minutes>:\\d\\d)?(?: ?a\\.?m\\.?)?(?! ?p)`,
    ({ tonight, named = '', hour = '', minutes = ':00' }, today) => {
      const isNamed = tonight === undefined && named.toLowerCase() !== 'tomorrow'
      const evening = isNamed ? comingWeekday(named, today) : today.add({ days: tonight ? 0 : 1 })
      const clock = String(Number(hour) % 12).padStart(2, '0')
      return `${evening.add({ days: 1 }).toString()} ${clock}${minutes}`
    },
  ),
  phrase('(?:the )?day after tomorrow', (_found, today) => String(today.add({ days: 2 }))),
  phrase('(?:the )?day before yesterday', (_found, today) => String(today.subtract({ days: 2 }))),
  phrase('(?<which>this|next|last) weekend', ({ which = '' }, today) => {
    const saturday = comingWeekday(
      'saturday',
      today.dayOfWeek === 7 ? today.subtract({ days: 1 }) : today,
    )
    return String(saturday.add({ weeks: { this: 0, next: 1, last: -1 }[which.toLowerCase()] ?? 0 }))
  }),
  phrase('last night', (_found, today) => `${today.subtract({ days: 1 }).toString()} 22:00`),
  phrase(`in (?<span>${DURATION})`, ({ span = '' }, today) => daysAway(span, 1, today)),
  phrase(`(?<span>${DURATION}) (?:from now|hence)`, ({ span = '' }, today) =>
    daysAway(span, 1, today),
  ),
  phrase(`(?<span>${DURATION}) ago`, ({ span = '' }, today) => daysAway(span, -1, today)),
]

/** A day by its number alone is the coming one; next to a month it belongs to that month. */
const BARE_DAY = phrase(
  `(?:on )?(?:the )?(?<ordinal>${ORDINAL.replace('|last|final', '')})`,
  ({ ordinal = '' }, today) => {
    const day = numberOf(ordinal)
    for (let month = today.toPlainYearMonth(); ; month = month.add({ months: 1 })) {
      const date = attempt(() => month.toPlainDate({ day }))
      if (month.daysInMonth >= day && date && Temporal.PlainDate.compare(date, today) >= 0)
        return String(date)
      if (month.year > today.year + 8) return undefined
    }
  },
)

/** The library reads the day and drops it. */
const PART_OF = /^(?:in |on )?the (?<part>morning|afternoon|evening|night) of (?<day>.+)$/i

/** The text with all such phrases replaced, relative to a day. */
export function writtenOut(text: string, today: Temporal.PlainDate): string {
  const timed = withTimesInDigits(withPlainCounts(text)).replace(PART_OF, '$<day> $<part>')
  const dated = PHRASES.reduce((left, one) => replaced(left, one, today), timed)
  const hasMonth = new RegExp(`\\b${MONTH}(?![a-z])|\\b(?:month|year)s?\\b|\\d-\\d`, 'i').test(
    dated,
  )
  return hasMonth ? dated : replaced(dated, BARE_DAY, today)
}

const replaced = (text: string, { pattern, write }: Phrase, today: Temporal.PlainDate): string =>
  text.replace(
    pattern,
    (whole, ...rest: readonly unknown[]) => write(rest.at(-1) as Groups, today) ?? whole,
  )

function numberOf(ordinal: string): number {
  const digits = Number.parseInt(ordinal, 10)
  return Number.isNaN(digits)
    ? ORDINALS.indexOf(ordinal.toLowerCase().replace(' ', '-')) + 1
    : digits
}

/** The first, the third or the last of the days or weekdays of a month or year. */
function nthDay(
  { ordinal = '', day = 'day', ...found }: Groups,
  today: Temporal.PlainDate,
): string | undefined {
  const first = periodStart(found, today)
  const isYear = found['unit'] === 'year' || found['bare'] !== undefined
  const isQuarter = found['unit'] === 'quarter' || found['of'] !== undefined
  const end = first.add({ months: isYear ? 12 : isQuarter ? 3 : 1 })
  const isCounted = (date: Temporal.PlainDate): boolean => {
    if (day.toLowerCase() === 'weekday') return date.dayOfWeek <= 5
    return day.toLowerCase() === 'day' || date.dayOfWeek === WEEKDAYS.indexOf(day.toLowerCase()) + 1
  }
  const days = Array.from({ length: first.until(end).days }, (_, days) => first.add({ days }))
  const fitting = days.filter(isCounted)
  const isLast = /last|final/i.test(ordinal)
  const chosen = isLast ? fitting.at(-1) : fitting[numberOf(ordinal) - 1]
  if (!chosen)
    throw badInput(
      `text: must name a day that exists; there is no ${ordinal} ${day} in ${first.toString().slice(0, isYear ? 4 : 7)}`,
    )
  return String(chosen)
}

function periodStart(
  { month, year, which = '', unit, bare, quarter, named = '', of }: Groups,
  today: Temporal.PlainDate,
): Temporal.PlainDate {
  if (of !== undefined) {
    const place = Number(quarter) || ORDINALS.indexOf(named.toLowerCase()) + 1
    return new Temporal.PlainDate(Number(of), place * 3 - 2, 1)
  }
  if (bare !== undefined) return new Temporal.PlainDate(Number(bare), 1, 1)
  if (month === undefined) {
    const steps = /next|following/i.test(which) ? 1 : /last|previous/i.test(which) ? -1 : 0
    if (unit === 'year') return today.with({ month: 1, day: 1 }).add({ years: steps })
    if (unit === 'month') return today.with({ day: 1 }).add({ months: steps })
    const first = today.month - ((today.month - 1) % 3)
    return today.with({ month: first, day: 1 }).add({ months: 3 * steps })
  }
  const number = MONTHS.findIndex((name) => name.startsWith(month.slice(0, 3).toLowerCase())) + 1
  if (year !== undefined) return new Temporal.PlainDate(Number(year), number, 1)
  return withLikelyYear(today.with({ month: number, day: 1 }), today)
}

const PAST_DAYS_MAX = 92

/** A date without a year is that of the last three months, or else the coming one. */
export function withLikelyYear(
  date: Temporal.PlainDate,
  today: Temporal.PlainDate,
): Temporal.PlainDate {
  const candidates = [-1, 0, 1].map((years) => date.with({ year: today.year + years }))
  const isRecent = (one: Temporal.PlainDate) => today.until(one).days >= -PAST_DAYS_MAX
  return candidates.find(isRecent) ?? date
}

/** The first such weekday on or after a day. */
export function comingWeekday(name: string, from: Temporal.PlainDate): Temporal.PlainDate {
  const wanted = WEEKDAYS.indexOf(name.toLowerCase()) + 1
  return from.add({ days: (wanted - from.dayOfWeek + 7) % 7 })
}

/** A span of days and longer units leads to a day; hours and shorter units lead to a moment. */
function daysAway(span: string, direction: 1 | -1, today: Temporal.PlainDate): string | undefined {
  const duration = spanOf(span)
  if (!duration || hasTime(duration)) return undefined
  return attempt(() => String(today.add(direction === 1 ? duration : duration.negated())))
}
