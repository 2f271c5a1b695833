import type { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { durationOf, durationText } from '../../../../engines/time/durations.ts'
import { instantOf, NOTATIONS, timeText } from '../../../../engines/time/instants-notations.ts'
import { describeMoment, withinTime, zone } from '../../../../engines/time/instants.ts'

export default defineTool({
  route: 'POST /api/add-time',
  name: 'Add time',
  description:
    'Add or subtract a duration such as P1M2DT3H or 90m to a date or time, correct at month ends, leap years and DST.',
  asks: [
    'date three weeks after a given day',
    'add 36 hours to a timestamp',
    'what date is in 90 days',
    'three weeks from today',
    'what time is it in 5 hours',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    from: timeText().describe(`Date or time to start at: ${NOTATIONS}.`),
    duration: durationText().describe(
      'ISO 8601 (P1M2DT3H), units (1h 30m), clock (01:30:00) or words; a leading - subtracts. ' +
        'Days and longer keep the wall clock, hours and shorter are exact.',
    ),
    tz: zone().default('UTC').describe('IANA time zone of the calendar and the clock.'),
    endOfMonth: z
      .enum(['clamp', 'overflow'])
      .default('clamp')
      .describe('How 31 January plus a month ends: clamp to 28 February, or overflow to 3 March.'),
  }),
  output: z.object({
    iso: z.string().describe('The result in UTC.'),
    date: z.string().describe('Date of the result in `tz`.'),
    local: z.string().describe('Local time of the result in `tz`, without offset.'),
    weekday: z.string().describe('Day of the week in English.'),
    applied: z.string().describe('Duration as ISO 8601.'),
  }),
  examples: [
    {
      input: { from: '2026-01-31', duration: 'P1M' },
      output: {
        iso: '2026-02-28T00:00:00Z',
        date: '2026-02-28',
        local: '2026-02-28T00:00:00',
        weekday: 'Saturday',
        applied: 'P1M',
      },
    },
    {
      input: { from: '2026-01-31', duration: '1 month', endOfMonth: 'overflow' },
      output: {
        iso: '2026-03-03T00:00:00Z',
        date: '2026-03-03',
        local: '2026-03-03T00:00:00',
        weekday: 'Tuesday',
        applied: 'P1M',
      },
    },
    {
      input: { from: '2026-03-28T12:00', duration: 'P1D', tz: 'Europe/Berlin' },
      output: {
        iso: '2026-03-29T10:00:00Z',
        date: '2026-03-29',
        local: '2026-03-29T12:00:00',
        weekday: 'Sunday',
        applied: 'P1D',
      },
    },
  ],

  run({ from, duration, tz, endOfMonth }) {
    const start = instantOf('from', from, tz).toZonedDateTimeISO(tz)
    const span = durationOf('duration', duration)
    return withinTime('duration', () => {
      const end = endOfMonth === 'clamp' ? start.add(span) : overflowing(start, span)
      const { iso, date, local, weekday } = describeMoment(end)
      return { iso, date, local, weekday, applied: span.toString() }
    })
  },
})

/** Days that the month does not have continue into the next month. */
function overflowing(
  start: Temporal.ZonedDateTime,
  { years, months, weeks, days, hours, minutes, seconds, nanoseconds }: Temporal.Duration,
): Temporal.ZonedDateTime {
  const date = start
    .toPlainDate()
    .with({ day: 1 })
    .add({ years, months })
    .add({ days: start.day - 1 })
    .add({ weeks, days })
  return date
    .toZonedDateTime({ timeZone: start.timeZoneId, plainTime: start.toPlainTime() })
    .add({ hours, minutes, seconds, nanoseconds })
}
