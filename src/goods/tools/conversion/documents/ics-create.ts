import { hash } from 'node:crypto'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { HOUR_MS, DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { instantOf } from '../../../../engines/time/instants-notations.ts'
import { zone, zoneName } from '../../../../engines/time/instants.ts'
import { parseRule } from '../../../../engines/time/recurrence/rrule.ts'
import { escapedText, folded, parameterValue } from './_content-lines.ts'
import { Temporal } from 'temporal-polyfill'

const EVENTS_MAX = 200
const words = (most: number) => z.string().max(most)
const email = () => z.email().max(254)

const Event = z.object({
  title: words(500),
  startIso: words(40).describe(
    '2026-01-05T15:00:00Z, a local time with tz, or a day such as 2026-01-05.',
  ),
  endIso: words(40)
    .optional()
    .describe('End; for a day, the last day. Default: one hour, or the same day.'),
  tz: zone().optional().describe('IANA zone in which the event keeps its local time.'),
  location: words(1_000).optional(),
  description: words(20_000).optional(),
  rrule: words(1_000).optional().describe('Recurrence such as FREQ=WEEKLY;COUNT=4.'),
  organizer: email()
    .optional()
    .describe('Mail address of the organizer; required for REQUEST and CANCEL.'),
  attendees: z.array(email()).max(200).default([]).describe('Mail addresses, up to 200.'),
  alarmMinutes: z
    .int()
    .min(0)
    .max(40_320)
    .optional()
    .describe('Minutes from the reminder to the start.'),
})
type EventInput = z.output<typeof Event>

export default defineTool({
  route: 'POST /api/ics-create',
  name: 'Create calendar file',
  description:
    'Calendar file (.ics) with events, invitations, reminders and recurrence, ready for Outlook, Google and Apple.',
  asks: [
    'make an ics invite',
    'generate a calendar event file with a reminder',
    'make an appointment that people can add to their calendar',
    'invitation file for Outlook',
    'calendar entry with a reminder',
    'save the date file',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    events: z.array(Event).min(1).max(EVENTS_MAX).describe('1 to 200 events.'),
    calendarName: words(200).optional().describe('Name of the calendar, up to 200 characters.'),
    method: z
      .enum(['PUBLISH', 'REQUEST', 'CANCEL'])
      .default('PUBLISH')
      .describe('REQUEST invites the attendees, CANCEL cancels the event.'),
  }),
  output: z.object({
    ics: z.string().describe('Calendar text with CR LF, for a .ics file.'),
    count: z.int(),
  }),
  examples: [
    {
      at: '2026-01-01T00:00:00Z',
      input: {
        events: [
          { title: 'Call', startIso: '2026-01-05T15:00:00Z', endIso: '2026-01-05T15:30:00Z' },
        ],
      },
      output: {
        ics: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Farebox//ics-create//EN\r\nCALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\nBEGIN:VEVENT\r\nUID:f0e83c2bd2f6aea3ac385e83de368713@farebox\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260105T150000Z\r\nDTEND:20260105T153000Z\r\nSUMMARY:Call\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
        count: 1,
      },
    },
  ],

  run({ events, calendarName, method }, { now }) {
    const zones = [
      ...new Set(events.flatMap(({ tz, startIso }) => (tz && !isDay(startIso) ? [tz] : []))),
    ]
    const years = events.map(({ startIso }) => Number(/^\d{4}/.exec(startIso)?.[0] ?? 1970))
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Farebox//ics-create//EN',
      'CALSCALE:GREGORIAN',
      `METHOD:${method}`,
      ...(calendarName ? [`X-WR-CALNAME:${escapedText(calendarName)}`] : []),
      ...zones.flatMap((name) => zoneLines(name, Math.min(...years), Math.max(...years))),
      ...events.flatMap((event, at) => eventLines(event, `events.${at}`, method, now())),
      'END:VCALENDAR',
    ]
    return { ics: lines.map(folded).join(''), count: events.length }
  },
})

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

function eventLines(
  event: EventInput,
  field: string,
  method: string,
  nowMs: number,
): readonly string[] {
  const { title, location, description, rrule, organizer, attendees, alarmMinutes } = event
  if (method !== 'PUBLISH' && (!organizer || attendees.length === 0))
    throw badInput(`${field}: must have an organizer and attendees for the method ${method}`)
  if (rrule !== undefined) parseRule(rrule)
  const uid = hash('sha256', JSON.stringify(event)).slice(0, 32)
  return [
    'BEGIN:VEVENT',
    `UID:${uid}@farebox`,
    `DTSTAMP:${utcStamp(nowMs)}`,
    ...timeLines(event, field),
    ...(rrule === undefined ? [] : [`RRULE:${rrule.replace(/^RRULE:/i, '').trim()}`]),
    ...textLine('SUMMARY', title),
    ...textLine('LOCATION', location),
    ...textLine('DESCRIPTION', description),
    ...(organizer ? [`ORGANIZER:mailto:${organizer}`] : []),
    ...attendees.map(
      (one) => `ATTENDEE;CN=${parameterValue(one)};ROLE=REQ-PARTICIPANT;RSVP=TRUE:mailto:${one}`,
    ),
    ...(method === 'CANCEL' ? ['STATUS:CANCELLED', 'SEQUENCE:1'] : []),
    ...(alarmMinutes === undefined
      ? []
      : [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `TRIGGER:-PT${alarmMinutes}M`,
          `DESCRIPTION:${escapedText(title)}`,
          'END:VALARM',
        ]),
    'END:VEVENT',
  ]
}

const textLine = (name: string, value: string | undefined): readonly string[] =>
  value === undefined || value === '' ? [] : [`${name}:${escapedText(value)}`]

const dayStamp = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')

function timeLines({ startIso, endIso, tz }: EventInput, field: string): readonly string[] {
  if (isDay(startIso)) {
    const last = endIso ?? startIso
    const [start, end] = [dayOf(`${field}.startIso`, startIso), dayOf(`${field}.endIso`, last)]
    if (end < start) throw badInput(`${field}.endIso: must not be before startIso`)
    return [`DTSTART;VALUE=DATE:${dayStamp(start)}`, `DTEND;VALUE=DATE:${dayStamp(end + DAY_MS)}`]
  }
  if (tz === undefined && !/(?:Z|[+-]\d\d:?\d\d)$/i.test(startIso))
    throw badInput(`${field}.startIso: must have Z or an offset, or come with tz`)
  const start = instantOf(`${field}.startIso`, startIso, tz ?? 'UTC').epochMilliseconds
  const end =
    endIso === undefined
      ? start + HOUR_MS
      : instantOf(`${field}.endIso`, endIso, tz ?? 'UTC').epochMilliseconds
  if (end < start) throw badInput(`${field}.endIso: must not be before startIso`)
  return (['DTSTART', 'DTEND'] as const).map((name, at) => {
    const ms = at === 0 ? start : end
    return tz === undefined || tz === 'UTC'
      ? `${name}:${utcStamp(ms)}`
      : `${name};TZID=${tz}:${isoInZone(ms, tz)}`
  })
}

function dayOf(field: string, text: string): number {
  const ms = Date.parse(`${text}T00:00:00Z`)
  if (!isDay(text) || Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(text))
    throw badInput(`${field}: must be a day such as 2026-01-05, but is ${excerpt(text)}`)
  return ms
}

/** Years for which the changes of a zone are written out, for readers that do not know the zone. */
const YEARS_AHEAD = 10

const utcStamp = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const zoned = (ms: number, tz: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(tz)

/** The local time of a zone as iCalendar writes it. */
const isoInZone = (ms: number, tz: string): string => localStamp(zoned(ms, tz).toPlainDateTime())

const localStamp = (local: Temporal.PlainDateTime): string =>
  local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')

const offsetText = (offset: string): string => offset.replaceAll(':', '').slice(0, 5)

/** VTIMEZONE with every clock change from the first year to ten years after the last. */
function zoneLines(tz: string, fromYear: number, toYear: number): readonly string[] {
  let at = Temporal.ZonedDateTime.from({ timeZone: tz, year: fromYear - 1, month: 1, day: 1 })
  const blocks: string[] = observance(at, at.offset)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (!next || next.year > toYear + YEARS_AHEAD) break
    blocks.push(...observance(next, next.subtract({ nanoseconds: 1 }).offset))
    at = next
  }
  return ['BEGIN:VTIMEZONE', `TZID:${tz}`, ...blocks, 'END:VTIMEZONE']
}

/** DTSTART is the local time before the change. */
function observance(moment: Temporal.ZonedDateTime, from: string): string[] {
  const january = moment.with({ month: 1, day: 1 }).offsetNanoseconds
  const july = moment.with({ month: 7, day: 1 }).offsetNanoseconds
  const isSummer = january !== july && moment.offsetNanoseconds === Math.max(january, july)
  const kind = isSummer ? 'DAYLIGHT' : 'STANDARD'
  const before = moment.toInstant().toZonedDateTimeISO(from).toPlainDateTime()
  return [
    `BEGIN:${kind}`,
    `DTSTART:${localStamp(before)}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(moment.offset)}`,
    `TZNAME:${zoneName(moment, 'short', 'en')}`,
    `END:${kind}`,
  ]
}
