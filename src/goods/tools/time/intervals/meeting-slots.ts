import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { MINUTE_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { zone } from '../../../../engines/time/instants.ts'
import { MB } from '../../../../base/lib/fields.ts'
import { placeBySize } from '../../../../engines/language/placement.ts'
import { intervals, isoOf, spansOf } from './_intervals.ts'
import { both, onlyFirst, sweep, type Span } from './_spans.ts'

const GRID_MS = 15 * MINUTE_MS
const STEP_MS = 30 * MINUTE_MS
const SLOTS_MAX = 200
const BUSY_MAX = 1000

const Slot = z.object({
  startIso: z.string().describe('Start in UTC.'),
  endIso: z.string().describe('End in UTC.'),
  local: z.record(z.string(), z.string()).describe('Start in the local time of each zone.'),
})
const clock = () =>
  z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day such as 09:00' })

export default defineTool({
  route: 'POST /api/meeting-slots',
  name: 'Meeting slots',
  description:
    'Meeting times inside the working hours (Monday to Friday) of everybody across time zones, busy times left out, with the best one.',
  asks: [
    'best hour for a call between Europe and Asia',
    'when is everyone in the office, for a video conference',
    'when can people in London and Tokyo meet',
    'common office hours',
    'hour that suits everybody',
    'call across time zones',
  ],
  price: '$0.001',
  uses: {},
  bodyBytesMax: 1 * MB,
  place: ({ zones, days, busy }) => placeBySize(512 * zones.length * days + 64 * busy.length),
  input: z.object({
    zones: z.array(zone()).min(1).max(20).describe('IANA zones of the participants, 1 to 20.'),
    date: z.iso.date().describe('First day, YYYY-MM-DD, in the first zone.'),
    days: z.int().min(1).max(14).default(1).describe('Days to search, 1 to 14.'),
    workStart: clock().default('09:00').describe('Start of work in each zone, hh:mm.'),
    workEnd: clock()
      .default('17:00')
      .describe('End of work, hh:mm; if it is earlier than the start, it is on the next day.'),
    durationMin: z.int().min(5).max(480).default(60).describe('Length in minutes, 5 to 480.'),
    busy: intervals(BUSY_MAX)
      .default([])
      .describe(`Times to leave out, with startIso and endIso, up to ${BUSY_MAX}.`),
  }),
  output: z.object({
    slots: z.array(Slot).describe(`Starts every 30 minutes, earliest first, up to ${SLOTS_MAX}.`),
    best: Slot.nullable().describe(
      'Slot that is nearest to the middle of the working day for everyone.',
    ),
    count: z.int().describe('Number of slots listed.'),
  }),
  examples: [
    {
      input: {
        zones: ['Europe/Berlin', 'America/New_York'],
        date: '2026-01-15',
        busy: [{ startIso: '2026-01-15T14:00:00Z', endIso: '2026-01-15T14:30:00Z' }],
      },
      output: {
        slots: [
          {
            startIso: '2026-01-15T14:30:00Z',
            endIso: '2026-01-15T15:30:00Z',
            local: { 'Europe/Berlin': '2026-01-15T15:30', 'America/New_York': '2026-01-15T09:30' },
          },
          {
            startIso: '2026-01-15T15:00:00Z',
            endIso: '2026-01-15T16:00:00Z',
            local: { 'Europe/Berlin': '2026-01-15T16:00', 'America/New_York': '2026-01-15T10:00' },
          },
        ],
        best: {
          startIso: '2026-01-15T14:30:00Z',
          endIso: '2026-01-15T15:30:00Z',
          local: { 'Europe/Berlin': '2026-01-15T15:30', 'America/New_York': '2026-01-15T09:30' },
        },
        count: 2,
      },
    },
    { input: { zones: ['Europe/Berlin', 'America/New_York'], date: '2026-01-15' } },
  ],

  run({ date, days, workStart, workEnd, durationMin, busy, ...input }) {
    if (workStart === workEnd) throw badInput('workEnd: must differ from workStart')
    const zones = [...new Set(input.zones)]
    const first = Temporal.PlainDate.from(date)
    const work = zones.map((tz) => workOf(tz, first, days, workStart, workEnd))
    const window = spanBetween(first, first.add({ days }), '00:00', '00:00', zones[0] ?? 'UTC')
    const shared = work.reduce((free, spans) => sweep(free, spans, both), [window])
    const free = sweep(shared, spansOf('busy', busy), onlyFirst)
    const spans = free.flatMap((span) => startsIn(span, durationMin * MINUTE_MS))
    const slots = spans.slice(0, SLOTS_MAX).map((span) => slotOf(span, zones))
    const best = bestOf(spans, work)
    return { slots, best: best ? slotOf(best, zones) : null, count: slots.length }
  },
})

/**
 * The working days around the window, because its days may begin a day earlier or later in other
 * zones.
 */
function workOf(
  tz: string,
  first: Temporal.PlainDate,
  days: number,
  start: string,
  end: string,
): readonly Span[] {
  return Array.from({ length: days + 4 }, (_, at) => first.add({ days: at - 2 }))
    .filter(({ dayOfWeek }) => dayOfWeek <= 5)
    .map((day) => spanBetween(day, start < end ? day : day.add({ days: 1 }), start, end, tz))
}

function spanBetween(
  firstDay: Temporal.PlainDate,
  lastDay: Temporal.PlainDate,
  from: string,
  to: string,
  timeZone: string,
): Span {
  return {
    start: firstDay.toZonedDateTime({ timeZone, plainTime: from }).epochMilliseconds,
    end: lastDay.toZonedDateTime({ timeZone, plainTime: to }).epochMilliseconds,
  }
}

/** Slots begin on the quarter hour. */
function startsIn({ start, end }: Span, lengthMs: number): readonly Span[] {
  const first = Math.ceil(start / GRID_MS) * GRID_MS
  const count = Math.floor((end - lengthMs - first) / STEP_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => ({
    start: first + at * STEP_MS,
    end: first + at * STEP_MS + lengthMs,
  }))
}

function slotOf({ start, end }: Span, zones: readonly string[]) {
  const instant = Temporal.Instant.fromEpochMilliseconds(start)
  const local = zones.map((tz) => {
    const wall = instant.toZonedDateTimeISO(tz).toPlainDateTime()
    return [tz, wall.toString({ smallestUnit: 'minute' })] as const
  })
  return { startIso: isoOf(start), endIso: isoOf(end), local: Object.fromEntries(local) }
}

/**
 * The slot that is best for the person whom it suits least; if equal, best for all; then the
 * earliest.
 */
function bestOf(slots: readonly Span[], work: readonly (readonly Span[])[]): Span | undefined {
  const rated = slots.map((slot) => {
    const away = work.map((spans) => distanceToNoon(slot, spans))
    return { slot, worst: Math.max(...away), sum: away.reduce((total, one) => total + one, 0) }
  })
  return rated.toSorted((one, other) => one.worst - other.worst || one.sum - other.sum)[0]?.slot
}

const middleOf = ({ start, end }: Span): number => (start + end) / 2

const distanceToNoon = (slot: Span, spans: readonly Span[]): number =>
  Math.min(...spans.map((span) => Math.abs(middleOf(span) - middleOf(slot))))
