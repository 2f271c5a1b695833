import { Temporal } from 'temporal-polyfill'
import { Fault } from '../../../../base/core/fault.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { parseRule } from '../../../../engines/time/recurrence/rrule.ts'
import { isSubDaily, wallTimes } from '../../../../engines/time/recurrence/rrule-expand.ts'
import { momentsOf, wallSecondsOf } from '../../../../engines/time/recurrence/rrule-moments.ts'
import type { ContentLine } from './_content-lines.ts'
import { isoOf, lineIn, textIn, whenOf, type Component, type When } from './_ics.ts'

export interface Person {
  readonly email: string
  readonly name: string | null
  readonly status: string | null
}

export interface CalendarEvent {
  readonly uid: string
  readonly summary: string
  readonly start: When
  readonly end: When | null
  readonly location: string | null
  readonly description: string | null
  readonly status: string | null
  readonly rrule: string | null
  readonly organizer: string | null
  readonly attendees: readonly Person[]
  /** Set if it replaces one occurrence of another event. */
  readonly recurrenceId: string | null
  /** From RDATE. */
  readonly dates: readonly When[]
  /** From EXDATE, as ISO text. */
  readonly excluded: ReadonlySet<string>
}

type Warn = (warning: string) => void
type ZoneOf = (tzid: string) => string | null

export function eventOf(part: Component, zoneOf: ZoneOf, warn: Warn): CalendarEvent | null {
  const when = (line: ContentLine | undefined): When | null => {
    if (!line) return null
    const tzid = line.parameters.get('TZID')
    return whenOf(line.value, tzid === undefined ? null : zoneOf(tzid))
  }
  const many = (name: string): readonly When[] =>
    part.lines
      .filter((line) => line.name === name)
      .flatMap((line) =>
        line.value.split(',').map((value) => when({ ...line, value: value.split('/')[0] ?? '' })),
      )
      .filter((one) => one !== null)
  const uid = textIn(part, 'UID') ?? ''
  const start = when(lineIn(part, 'DTSTART'))
  if (!start) {
    warn(`the event ${excerpt(uid || (textIn(part, 'SUMMARY') ?? ''))} has no valid start`)
    return null
  }
  const recurrence = when(lineIn(part, 'RECURRENCE-ID'))
  return {
    uid,
    summary: textIn(part, 'SUMMARY') ?? '',
    start,
    end: when(lineIn(part, 'DTEND')) ?? endByDuration(start, lineIn(part, 'DURATION')?.value),
    location: textIn(part, 'LOCATION'),
    description: textIn(part, 'DESCRIPTION'),
    status: textIn(part, 'STATUS'),
    rrule: lineIn(part, 'RRULE')?.value.trim() ?? null,
    organizer: personOf(lineIn(part, 'ORGANIZER'))?.email ?? null,
    attendees: part.lines
      .filter(({ name }) => name === 'ATTENDEE')
      .map(personOf)
      .filter((person) => person !== null),
    recurrenceId: recurrence && isoOf(recurrence),
    dates: many('RDATE'),
    excluded: new Set(many('EXDATE').map(isoOf)),
  }
}

function personOf(line: ContentLine | undefined): Person | null {
  if (!line) return null
  return {
    email: line.value.trim().replace(/^mailto:/i, ''),
    name: line.parameters.get('CN') ?? null,
    status: line.parameters.get('PARTSTAT') ?? null,
  }
}

function endByDuration(start: When, duration: string | undefined): When | null {
  if (duration === undefined)
    return start.allDay ? shifted(start, Temporal.Duration.from({ days: 1 })) : null
  try {
    return shifted(start, Temporal.Duration.from(duration.trim()))
  } catch {
    return null
  }
}

/** Days are added by calendar, hours by elapsed time. */
function shifted(when: When, by: Temporal.Duration): When {
  if (when.tz === null) return { ...when, local: when.local.add(by) }
  return { ...when, local: when.local.toZonedDateTime(when.tz).add(by).toPlainDateTime() }
}

/** The occurrences of an event up to a local time. */
export function repeatsOf(
  event: CalendarEvent,
  last: Temporal.PlainDateTime,
  limit: number,
  warn: Warn,
): readonly CalendarEvent[] {
  const starts =
    event.rrule === null ? [event.start] : ruleStarts(event, event.rrule, last, limit, warn)
  const all = [...starts, ...event.dates.map(({ local }) => ({ ...event.start, local }))]
  const unique = new Map(all.map((start) => [isoOf(start), start]))
  return [...unique]
    .filter(([iso]) => !event.excluded.has(iso) && !isExcludedMoment(event, iso))
    .map(([, start]) => ({ ...event, start, end: event.end && endFor(event, event.end, start) }))
}

/** EXDATE may give the same moment in UTC. */
function isExcludedMoment({ excluded, start }: CalendarEvent, iso: string): boolean {
  if (start.tz === null || excluded.size === 0) return false
  const moment = Date.parse(iso)
  return [...excluded].some((one) => /Z|[+-]\d\d:\d\d$/.test(one) && Date.parse(one) === moment)
}

function endFor({ start: first }: CalendarEvent, end: When, start: When): When {
  if (start.tz === null || end.tz === null)
    return { ...end, local: start.local.add(first.local.until(end.local)) }
  const length = first.local
    .toZonedDateTime(start.tz)
    .until(end.local.toZonedDateTime(end.tz), { largestUnit: 'hours' })
  const moment = start.local.toZonedDateTime(start.tz).add(length).withTimeZone(end.tz)
  return { ...end, local: moment.toPlainDateTime() }
}

function ruleStarts(
  event: CalendarEvent,
  text: string,
  last: Temporal.PlainDateTime,
  limit: number,
  warn: Warn,
): readonly When[] {
  const { start } = event
  try {
    const rule = parseRule(text)
    const tz = start.tz ?? 'UTC'
    const first = start.local.toZonedDateTime(tz)
    const until = rule.until === undefined ? null : whenOf(rule.until.replaceAll(/[-:]/g, ''), tz)
    const ends =
      until && (until.allDay ? until.local.add({ days: 1 }).subtract({ seconds: 1 }) : until.local)
    const end = ends?.toZonedDateTime(until?.tz ?? tz).epochMilliseconds ?? Infinity
    const starts: When[] = []
    let counted = 0
    for (const moment of momentsOf(
      wallTimes(rule, wallSecondsOf(first)),
      first,
      isSubDaily(rule),
    )) {
      counted += 1
      const local = moment.toPlainDateTime()
      const isOver =
        Temporal.PlainDateTime.compare(local, last) > 0 || moment.epochMilliseconds > end
      if (isOver || counted > (rule.count ?? Infinity) || starts.length > limit) break
      starts.push({ ...start, local })
    }
    return starts
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown
    warn(`the recurrence ${excerpt(text)} is not understood; the event is given once`)
    return [start]
  }
}
