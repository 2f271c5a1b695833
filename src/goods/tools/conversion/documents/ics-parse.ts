import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { excerpt } from '../../../../base/lib/bytes.ts'
import { MB, text } from '../../../../base/lib/fields.ts'
import { componentsOf, isoOf, lineIn, textIn, whenOf, zoneOf, type Component } from './_ics.ts'
import { eventOf, repeatsOf, type CalendarEvent } from './_ics-events.ts'

const WARNINGS_MAX = 50

export default defineTool({
  route: 'POST /api/ics-parse',
  name: 'Read calendar file',
  description:
    'Calendar file (.ics, iCalendar) to events with their times and zones, recurring ones expanded up to a date.',
  asks: [
    'parse an ics file',
    'list the meetings in a calendar export',
    'read a calendar export',
    'which appointments are in this .ics',
    'events of a subscribed calendar',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: z.object({
    ics: text(2 * MB).describe('iCalendar text, up to 2 MB.'),
    expandUntil: z.iso
      .date()
      .optional()
      .describe('YYYY-MM-DD: list each occurrence of recurring events up to this day.'),
    limit: z.int().min(1).max(5_000).default(500).describe('Most events answered, 1 to 5000.'),
  }),
  output: z.object({
    calendar: z.object({
      name: z.string().nullable(),
      method: z.string().nullable(),
      producer: z.string().nullable(),
    }),
    events: z
      .array(
        z.object({
          uid: z.string(),
          summary: z.string(),
          startIso: z
            .string()
            .describe('Start; a day if allDay; without an offset if the zone is unknown.'),
          endIso: z.string().nullable().describe('End, not included; the day after, if allDay.'),
          allDay: z.boolean(),
          tz: z
            .string()
            .nullable()
            .describe('IANA zone; null for a day or a local time without a zone.'),
          location: z.string().nullable(),
          description: z.string().nullable(),
          status: z.string().nullable(),
          rrule: z.string().nullable(),
          organizer: z.string().nullable(),
          attendees: z.array(
            z.object({
              email: z.string(),
              name: z.string().nullable(),
              status: z.string().nullable(),
            }),
          ),
        }),
      )
      .describe('Events in the order of the file; by start if expanded.'),
    count: z.int().describe('Number of events in this answer.'),
    total: z.int().describe('Number of all events; after expanding, as far as they were counted.'),
    warnings: z.array(z.string()).describe('What was not understood; up to 50.'),
  }),
  examples: [
    {
      input: {
        ics: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260101T100000Z\r\nSUMMARY:X\r\nEND:VEVENT\r\nEND:VCALENDAR',
      },
      output: {
        calendar: { name: null, method: null, producer: null },
        events: [
          {
            uid: '1',
            summary: 'X',
            startIso: '2026-01-01T10:00:00Z',
            endIso: null,
            allDay: false,
            tz: 'UTC',
            location: null,
            description: null,
            status: null,
            rrule: null,
            organizer: null,
            attendees: [],
          },
        ],
        count: 1,
        total: 1,
        warnings: [],
      },
    },
  ],

  run({ ics, expandUntil, limit }) {
    const calendars = componentsOf(ics).filter(({ name }) => name === 'VCALENDAR')
    const [first] = calendars
    if (!first) throw badInput('ics: has no BEGIN:VCALENDAR')
    const warnings = new Set<string>()
    const warn = (warning: string) => void (warnings.size < WARNINGS_MAX && warnings.add(warning))
    const zones = new Map(calendars.flatMap(({ parts }) => parts.flatMap(zoneAlias)))
    const zoneOfId = (tzid: string): string | null => {
      const zone = zoneOf(tzid, zones)
      if (zone === null) warn(`the time zone ${excerpt(tzid)} is unknown; its times have no offset`)
      return zone
    }
    const events = calendars
      .flatMap(({ parts }) => parts.filter(({ name }) => name === 'VEVENT'))
      .map((part) => eventOf(part, zoneOfId, warn))
      .filter((event) => event !== null)
    const all = expandUntil === undefined ? events : expanded(events, expandUntil, limit, warn)
    const given = all.slice(0, limit)
    return {
      calendar: {
        name: textIn(first, 'X-WR-CALNAME') ?? textIn(first, 'NAME'),
        method: textIn(first, 'METHOD'),
        producer: textIn(first, 'PRODID'),
      },
      events: given.map(eventRow),
      count: given.length,
      total: all.length,
      warnings: [...warnings],
    }
  },
})

/** Some programs name a zone freely, and give its IANA name elsewhere. */
function zoneAlias(part: Component): [string, string][] {
  const [id, real] = [lineIn(part, 'TZID')?.value, lineIn(part, 'X-LIC-LOCATION')?.value]
  if (part.name !== 'VTIMEZONE' || id === undefined || real === undefined) return []
  return zoneOf(real, new Map()) === null ? [] : [[id, real]]
}

function eventRow({ start, end, ...event }: CalendarEvent) {
  const { uid, summary, location, description, status, rrule, organizer, attendees } = event
  return {
    uid,
    summary,
    startIso: isoOf(start),
    endIso: end ? isoOf(end) : null,
    allDay: start.allDay,
    tz: start.tz,
    location,
    description,
    status,
    rrule,
    organizer,
    attendees: [...attendees],
  }
}

function expanded(
  events: readonly CalendarEvent[],
  until: string,
  limit: number,
  warn: (warning: string) => void,
): readonly CalendarEvent[] {
  const last = whenOf(`${until.replaceAll('-', '')}T235959`, null)?.local
  if (!last) return events
  const changed = new Set(
    events
      .filter(({ recurrenceId }) => recurrenceId)
      .map(({ uid, recurrenceId }) => `${uid} ${recurrenceId}`),
  )
  const all = events.flatMap((event) =>
    event.rrule === null && event.dates.length === 0
      ? [event]
      : repeatsOf(event, last, limit, warn).filter(
          ({ uid, start }) => !changed.has(`${uid} ${isoOf(start)}`),
        ),
  )
  return all
    .filter(({ start }) => Temporal.PlainDateTime.compare(start.local, last) <= 0)
    .toSorted((a, b) => Temporal.PlainDateTime.compare(a.start.local, b.start.local))
}
