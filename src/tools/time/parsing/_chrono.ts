import type { ParsedComponents, ParsedResult } from 'chrono-node'
import { Temporal } from 'temporal-polyfill'
import { badInput } from '../../../core/fault.ts'
import { instantOf } from '../../../lib/instants-notations.ts'
import { attempt, weekdayOf, WEEKDAYS } from '../../../lib/instants.ts'
import { withLikelyYear, writtenOut } from './_english-days.ts'

export type Chrono = typeof import('chrono-node')

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'ru', 'ja'] as const
const PARTS = ['year', 'month', 'day', 'weekday', 'hour', 'minute', 'second'] as const
export const DATE = ['year', 'month', 'day']

/** What a text says, as far as it was understood. */
export interface Reading {
  readonly moment: Temporal.ZonedDateTime
  readonly end?: Temporal.ZonedDateTime
  /** The parts that the text itself gives. */
  readonly certain: readonly string[]
  /** Words that no part of the reading comes from. */
  readonly unparsed: readonly string[]
  /** The same text with its zone taken for another that it may stand for. */
  readonly others: readonly Temporal.ZonedDateTime[]
}

/** Words that say only that a date follows, and what stands between words. */
const FILLER = /^(?:on|at|by|the|of|due|date|time|is|it|um|am|den|der|le|el|à|a|las)$/i
const OF_RANGE = /^(?:from|between|von|de|du|desde|dal|från|van|с)$/i
/**
 * Words that the library takes in without knowing what they mean: counts for which it invents a
 * number, a span that it does not measure, a range that begins after its end.
 */
const MISREAD = [
  /\b(?:few|several|some|after|before)\b/gi,
  /\blast day\b/gi,
  /\bof (?=this|next|last|the)\b/gi,
]
/** Another language than English must make sense of this much of a text. */
const FOREIGN_SHARE_MIN = 0.5

/** What the library makes of a text, with the words that it did not use. */
export function spoken(
  text: string,
  now: Temporal.ZonedDateTime,
  chrono: Chrono,
): Reading | undefined {
  const plain = writtenOut(text, now.toPlainDate())
  const origin = {
    instant: new Date(now.epochMilliseconds),
    timezone: Math.round(now.offsetNanoseconds / 60e9),
  }
  const found = LANGUAGES.flatMap((language) => {
    const [first] = chrono[language].casual.parse(plain, origin)
    if (!first) return []
    const isEnough = language === 'en' || first.text.length >= plain.length * FOREIGN_SHARE_MIN
    return isEnough ? [{ first, unparsed: wordsBeside(first, plain) }] : []
  })
  const [best] = found.toSorted(
    (one, other) => one.unparsed.join('').length - other.unparsed.join('').length,
  )
  if (!best) return undefined
  if (best.unparsed.length > 0) {
    const machine = machineTime(text, now)
    if (machine) return machine
  }
  try {
    return { ...readingOf(best.first, now), unparsed: best.unparsed, others: [] }
  } catch (thrown) {
    // A date that does not exist, such as 30 February.
    if (thrown instanceof RangeError) return undefined
    throw thrown
  }
}

function wordsBeside({ index, text, start, end }: ParsedResult, plain: string): readonly string[] {
  const beside = `${plain.slice(0, index)} ${plain.slice(index + text.length)}`
  const words = (beside.match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’./:+-]*/gu) ?? [])
    .map((word) => word.replace(/[.:/+-]+$/, ''))
    .filter((word) => !FILLER.test(word) && !(end && OF_RANGE.test(word)))
  const isTurned =
    /^\d{1,2} to \d{1,2}$/.test(text) && (end?.get('hour') ?? 0) < (start.get('hour') ?? 0)
  const misread = MISREAD.flatMap((pattern) => text.match(pattern) ?? [])
  return [...words, ...misread.map((word) => word.trim()), ...(isTurned ? ['to'] : [])]
}

/** ISO weeks, epoch numbers and whatever else no human writes. */
export function machineTime(text: string, now: Temporal.ZonedDateTime): Reading | undefined {
  // Shorter numbers are hours, days or years, and no seconds of the year 1970.
  if (/^\d{1,7}$/.test(text)) return undefined
  const moment = attempt(() =>
    instantOf('text', text, now.timeZoneId).toZonedDateTimeISO(now.timeZoneId),
  )
  if (!moment) return undefined
  const isTimed =
    /\d:\d|T\d/i.test(text) || /^[+-]?\d+(\.\d+)?$/.test(text) !== /^\d{8}$/.test(text)
  const certain = [...DATE, ...(isTimed ? ['hour', 'minute', 'second'] : [])]
  return { moment, certain, unparsed: [], others: [] }
}

function readingOf({ start, end, text }: ParsedResult, now: Temporal.ZonedDateTime) {
  const moment = momentOf(start, text, now)
  const last = end && momentOf(end, text, now)
  const hasOffset = start.isCertain('timezoneOffset')
  return {
    moment,
    certain: [...PARTS.filter((part) => start.isCertain(part)), ...(hasOffset ? ['offset'] : [])],
    ...(last && {
      end: Temporal.ZonedDateTime.compare(last, moment) < 0 ? last.add({ weeks: 1 }) : last,
    }),
  }
}

const TIME_WORD = /^casualReference\/(morning|noon|afternoon|evening|night|tonight|midnight)$/

function momentOf(
  said: ParsedComponents,
  text: string,
  now: Temporal.ZonedDateTime,
): Temporal.ZonedDateTime {
  const of = (part: (typeof PARTS)[number] | 'millisecond'): number => said.get(part) ?? 0
  const date = likelyDate(said, text, now.toPlainDate())
  const isTimed = said.isCertain('hour') || [...said.tags()].some((tag) => TIME_WORD.test(tag))
  if (!isTimed) return date.toZonedDateTime(now.timeZoneId)
  const time = new Temporal.PlainTime(of('hour'), of('minute'), of('second'), of('millisecond'))
  const offset = said.isCertain('timezoneOffset') ? said.get('timezoneOffset') : null
  if (offset === null) return date.toPlainDateTime(time).toZonedDateTime(now.timeZoneId)
  return date
    .toPlainDateTime(time)
    .toZonedDateTime('UTC')
    .subtract({ minutes: offset })
    .withTimeZone(now.timeZoneId)
}

/** The date, its year or week chosen where the text leaves it open. */
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
    const isBare = weekday !== null && !/\b(this|last|past|next|previous)\b/i.test(text)
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
