import type { Temporal } from 'temporal-polyfill'
import { attempt } from '../../../../engines/time/instants.ts'
import { DATE, isoTime, machineTime, spoken, type Chrono, type DateReading } from './_chrono.ts'
import { comingWeekday } from './_english-days.ts'
import { DURATION, hasTime, spanOf } from './_english-spans.ts'
import { zoneMentionIn } from './_zone-mentions.ts'

export type { DateReading as Reading }

export type Reader = (text: string) => DateReading | undefined

/** Reads texts relative to a moment, in the local time of its zone. */
export async function readerAt(now: Temporal.ZonedDateTime): Promise<Reader> {
  const chrono = await import('chrono-node')
  return (text) => readZoned(text, now, (plain, origin) => readPlain(plain, origin, chrono))
}

type PlainReader = (text: string, now: Temporal.ZonedDateTime) => DateReading | undefined

/** Read in the zone that the text names, if there is one, and shown in the zone of the caller. */
function readZoned(text: string, now: Temporal.ZonedDateTime, read: PlainReader) {
  const mention = zoneMentionIn(text)
  if (!mention) return read(text, now)
  const [main, ...others] = [mention.zone, ...mention.others].map((zone) =>
    read(mention.rest, now.withTimeZone(zone)),
  )
  if (!main?.certain.includes('hour')) return main && { ...main, others: [] }
  const atHome = (moment: Temporal.ZonedDateTime) => moment.withTimeZone(now.timeZoneId)
  return {
    ...main,
    moment: atHome(main.moment),
    ...(main.end && { end: atHome(main.end) }),
    certain: [...main.certain, 'offset'],
    others: [...main.others, ...others.flatMap((other) => (other ? [other.moment] : []))].map(
      atHome,
    ),
  }
}

function readPlain(
  text: string,
  now: Temporal.ZonedDateTime,
  chrono: Chrono,
): DateReading | undefined {
  const read = (part: string) => readPlain(part, now, chrono)
  return (
    isoTime(text, now) ??
    relativeTo(text, read) ??
    spanFrom(text, now) ??
    spoken(text, now, chrono) ??
    machineTime(text, now)
  )
}

const FROM_POINT = new RegExp(
  `^(?:in )?(?<span>${DURATION}|the (?:day|week|month|year)) (?<side>from|after|before|on) (?<rest>.+)$`,
  'i',
)
const WEEKDAY_FROM =
  /^(?:on )?(?:the )?(?:first |next )?(?<day>monday|tuesday|wednesday|thursday|friday|saturday|sunday) (?<side>after|before|following) (?<rest>.+)$/i

/** `three weeks from Friday`, `the Monday before 5 May`. */
function relativeTo(
  text: string,
  read: (part: string) => DateReading | undefined,
): DateReading | undefined {
  const {
    span = '',
    day,
    side = '',
    rest = '',
  } = FROM_POINT.exec(text)?.groups ?? WEEKDAY_FROM.exec(text)?.groups ?? {}
  if (rest === '' || rest === 'now' || (/^next\b/.test(rest) && day)) return undefined
  const point = read(rest)
  const isBefore = side.toLowerCase() === 'before'
  if (!point) return undefined
  if (day !== undefined) {
    const date = point.moment.toPlainDate()
    const found = comingWeekday(day, isBefore ? date.subtract({ days: 7 }) : date.add({ days: 1 }))
    return {
      ...point,
      moment: point.moment
        .withPlainTime('00:00')
        .with({ year: found.year, month: found.month, day: found.day }),
      certain: DATE,
    }
  }
  const duration = spanOf(span)
  const moment =
    duration && attempt(() => point.moment.add(isBefore ? duration.negated() : duration))
  if (!moment) return undefined
  const certain = hasTime(duration)
    ? [...DATE, 'hour', 'minute']
    : [...new Set([...DATE, ...point.certain.filter((part) => part !== 'weekday')])]
  return { ...point, moment, certain }
}

const FROM_NOW = new RegExp(
  `^(?:in (?<ahead>${DURATION})|(?<later>${DURATION}) (?:from now|hence|later)|(?<back>${DURATION}) ago)$`,
  'i',
)

/** A span with hours or shorter units leads to a moment. */
function spanFrom(text: string, now: Temporal.ZonedDateTime): DateReading | undefined {
  const { ahead, later, back } = FROM_NOW.exec(text)?.groups ?? {}
  const duration = spanOf(ahead ?? later ?? back ?? '')
  if (!duration || !hasTime(duration)) return undefined
  const moment = attempt(() => now.add(back === undefined ? duration : duration.negated()))
  return (
    moment && { moment, certain: [...DATE, 'hour', 'minute', 'second'], unparsed: [], others: [] }
  )
}
