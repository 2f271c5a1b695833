import type { ParsedComponents, ParsedResult } from 'chrono-node'
import { Temporal } from 'temporal-polyfill'
import { badInput } from '../../../../base/core/fault.ts'
import { instantOf } from '../../../../engines/time/instants-notations.ts'
import { attempt, weekdayOf, WEEKDAYS } from '../../../../engines/time/instants.ts'
import { refuseMisreadDates, unusedIn } from './_doubts.ts'
import { withLikelyYear, writtenOut } from './_english-days.ts'

export type Chrono = typeof import('chrono-node')

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'ru', 'ja'] as const
const PARTS = ['year', 'month', 'day', 'weekday', 'hour', 'minute', 'second'] as const
export const DATE = ['year', 'month', 'day']

/** What a text means, as far as it was understood. */
export interface DateReading {
  readonly moment: Temporal.ZonedDateTime
  readonly end?: Temporal.ZonedDateTime
  /** The parts that the text itself gives. */
  readonly certain: readonly string[]
  /** Words that no part of the reading comes from. */
  readonly unparsed: readonly string[]
  /** The same text with its zone read as another one that it may mean. */
  readonly others: readonly Temporal.ZonedDateTime[]
}

/** Another language than English must explain at least this share of a text. */
const FOREIGN_SHARE_MIN = 0.5

/** The library's reading of a text, with the words that it did not use. */
export function spoken(
  text: string,
  now: Temporal.ZonedDateTime,
  chrono: Chrono,
): DateReading | undefined {
  const plain = writtenOut(text, now.toPlainDate())
    .replace(/^from (?=\d)/i, '')
    .replace(HALF_AT_END, halfAtBothEnds)
  const origin = {
    instant: new Date(now.epochMilliseconds),
    timezone: Math.round(now.offsetNanoseconds / 60e9),
  }
  const found = LANGUAGES.flatMap((language) => {
    const [first] = chrono[language].casual.parse(plain, origin)
    if (!first) return []
    const isEnough = language === 'en' || first.text.length >= plain.length * FOREIGN_SHARE_MIN
    return isEnough ? [{ first, unparsed: unusedIn(first, plain, text) }] : []
  })
  const [best] = found.toSorted(
    (one, other) => one.unparsed.join('').length - other.unparsed.join('').length,
  )
  if (!best) return undefined
  refuseMisreadDates(best.first)
  try {
    return { ...readingOf(best.first, now), unparsed: [...new Set(best.unparsed)] }
  } catch (thrown) {
    // A date that does not exist, such as 30 February.
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}

/** `11-1pm` begins in the other half of the day, which the library does not notice. */
const HALF_AT_END =
  /(?<![\d:-])(?<first>\d{1,2})(?<minutes>:\d\d)? ?(?:[-–]|(?<=from .*)to) ?(?<last>\d{1,2})(?<rest>:\d\d)? ?(?<half>[ap])m\b/i

function halfAtBothEnds(whole: string, ...found: readonly unknown[]): string {
  const { first, minutes, last, rest, half } = found.at(-1) as Record<string, string | undefined>
  if (Number(first) <= Number(last) || Number(first) > 11) return whole
  const other = half?.toLowerCase() === 'p' ? 'am' : 'pm'
  return `${first}${minutes ?? ''}${other}-${last}${rest ?? ''}${half}m`
}

/** ISO 8601, epoch numbers and other forms that machines write. */
export function machineTime(text: string, now: Temporal.ZonedDateTime): DateReading | undefined {
  const zone = now.timeZoneId
  const moment = attempt(() => instantOf('text', text, zone).toZonedDateTimeISO(zone))
  if (!moment) return undefined
  const isEpoch = /^[+-]?\d+(\.\d+)?$/.test(text) && !/^\d{8}$/.test(text)
  const isTimed = isEpoch || /\d:\d|T\d/i.test(text)
  const hasOffset = /\d ?(?:Z|[+-]\d\d(?::?\d\d)?)(?:\[.*)?$/i.test(text)
  const local =
    isTimed && !isEpoch && !hasOffset && attempt(() => Temporal.PlainDateTime.from(text))
  const certain = [
    ...DATE,
    ...(isTimed ? ['hour', 'minute'] : []),
    ...(isEpoch || /:\d\d:\d|T\d{6}/i.test(text) ? ['second'] : []),
    ...(isTimed && !isEpoch && hasOffset ? ['offset'] : []),
  ]
  return { moment, certain, unparsed: [], others: local ? otherMoments(local, zone) : [] }
}

/** Notations that the library would read in pieces. */
const ISO_OR_NUMBER = /^(?:[+-]?\d{4,6}-?(?:\d|W)[\dT:.,Z+[\]/ \w-]*|\d+(?:\.\d+)?)$/i

export const isoTime = (text: string, now: Temporal.ZonedDateTime): DateReading | undefined =>
  ISO_OR_NUMBER.test(text) ? machineTime(text, now) : undefined

/** On a clock change, a time occurs twice or not at all: the moments next to the chosen one. */
function otherMoments(
  local: Temporal.PlainDateTime,
  zone: string,
): readonly Temporal.ZonedDateTime[] {
  const chosen = local.toZonedDateTime(zone)
  return (['earlier', 'later'] as const)
    .map((disambiguation) => local.toZonedDateTime(zone, { disambiguation }))
    .filter((moment) => !moment.equals(chosen))
}

function readingOf({ start, end, text }: ParsedResult, now: Temporal.ZonedDateTime) {
  const [moment, ...others] = momentsOf(start, text, now)
  const [last] = end ? momentsOf(end, text, now) : []
  const hasOffset = start.isCertain('timezoneOffset')
  return {
    moment,
    others,
    certain: [...PARTS.filter((part) => start.isCertain(part)), ...(hasOffset ? ['offset'] : [])],
    ...(end && last && { end: endAfter(moment, last, end) }),
  }
}

/** The end of a range, moved later where the text leaves it open. */
function endAfter(
  start: Temporal.ZonedDateTime,
  last: Temporal.ZonedDateTime,
  said: ParsedComponents,
): Temporal.ZonedDateTime {
  if (Temporal.ZonedDateTime.compare(last, start) >= 0) return last
  const moved = said.isCertain('day')
    ? last.add({ years: said.isCertain('year') ? 0 : 1 })
    : last.add(said.isCertain('weekday') ? { weeks: 1 } : { days: 1 })
  if (Temporal.ZonedDateTime.compare(moved, start) >= 0) return moved
  throw badInput('text: the range must not end before it begins')
}

const TIME_WORD = /^casualReference\/(morning|noon|afternoon|evening|night|tonight|midnight)$/

type Moments = readonly [chosen: Temporal.ZonedDateTime, ...others: Temporal.ZonedDateTime[]]

function momentsOf(said: ParsedComponents, text: string, now: Temporal.ZonedDateTime): Moments {
  const of = (part: (typeof PARTS)[number] | 'millisecond'): number => said.get(part) ?? 0
  const date = likelyDate(said, text, now.toPlainDate())
  const isTimed = said.isCertain('hour') || [...said.tags()].some((tag) => TIME_WORD.test(tag))
  if (!isTimed) return [date.toZonedDateTime(now.timeZoneId)]
  const time = new Temporal.PlainTime(of('hour'), of('minute'), of('second'), of('millisecond'))
  const offset = said.isCertain('timezoneOffset') ? said.get('timezoneOffset') : null
  const local = date.toPlainDateTime(time)
  if (offset === null) {
    return [local.toZonedDateTime(now.timeZoneId), ...otherMoments(local, now.timeZoneId)]
  }
  const shifted = local.toZonedDateTime('UTC').subtract({ minutes: offset })
  return [shifted.withTimeZone(now.timeZoneId)]
}

/** Words that say to which week a weekday belongs, in the languages that the library reads. */
const WHICH_WEEK = /\b(?:this|last|past|next|previous)\b/i
const PAST_WEEK =
  /letzt|vergangen|vorig|dernier|pass[ée]|pasad|[uú]ltim|scors|passat|afgelopen|förra|senaste|прошл|последн|先週/iu

/** The date; its year or week is chosen if the text leaves it open. */
function likelyDate(
  said: ParsedComponents,
  text: string,
  today: Temporal.PlainDate,
): Temporal.PlainDate {
  const [year = 0, month = 1, day = 1] = (['year', 'month', 'day'] as const).map(
    (part) => said.get(part) ?? 0,
  )
  // The library counts 44 BC as -44, ISO as -43.
  const date = new Temporal.PlainDate(year < 0 ? year + 1 : year, month, day)
  const weekday = said.isCertain('weekday') ? (said.get('weekday') ?? 0) || 7 : null
  if (!said.isCertain('day')) {
    // For some words that mean the last such day, the library answers the coming one.
    if (weekday !== null && PAST_WEEK.test(text) && Temporal.PlainDate.compare(date, today) >= 0)
      return date.subtract({ weeks: Math.ceil((today.until(date).days + 1) / 7) })
    const isBare = weekday !== null && !WHICH_WEEK.test(text) && !PAST_WEEK.test(text)
    if (isBare && Temporal.PlainDate.compare(date, today) < 0) return date.add({ weeks: 1 })
    return weekday === null && said.isCertain('month') && !said.isCertain('year')
      ? withLikelyYear(date, today)
      : date
  }
  const candidates = said.isCertain('year')
    ? [date]
    : [withLikelyYear(date, today), date, date.add({ years: 1 })]
  const fitting = candidates.find(({ dayOfWeek }) => weekday === null || dayOfWeek === weekday)
  if (fitting) return fitting
  throw badInput(
    `text: ${date.toString()} is a ${weekdayOf(date)}, not a ${WEEKDAYS[(weekday ?? 1) - 1]}`,
  )
}
