import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { instantOf, NOTATIONS, timeText } from '../../../../engines/time/instants-notations.ts'
import { withinTime, zone } from '../../../../engines/time/instants.ts'

export default defineTool({
  route: 'POST /api/date-diff',
  name: 'Date difference',
  description:
    'Exact difference of two dates or times, in years, months, days and hours by the calendar and in total days and seconds.',
  asks: [
    'how long is it from one date to another',
    'time elapsed since a date, in months and days',
    'how long until my holiday',
    'how many weeks between two dates',
    'days since',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    from: timeText().describe(`The first date or time: ${NOTATIONS}.`),
    to: timeText().describe('The second date or time; if it is earlier, all counts are negative.'),
    tz: zone().default('UTC').describe('IANA time zone of the calendar.'),
    largestUnit: z
      .enum(['year', 'month', 'week', 'day', 'hour'])
      .default('year')
      .describe('Largest unit of the parts; weeks are used only with `week`.'),
  }),
  output: z.object({
    years: z.int().describe('Whole years.'),
    months: z.int().describe('Whole months after those years.'),
    weeks: z.int().describe('Whole weeks after those.'),
    days: z.int().describe('Whole days after those.'),
    hours: z.int().describe('Whole hours after those.'),
    minutes: z.int().describe('Whole minutes after those.'),
    seconds: z.int().describe('Seconds after those.'),
    totalDays: z.number().describe('Calendar days in `tz`, with a fraction.'),
    totalSeconds: z.number().describe('Seconds between the two.'),
    iso: z.string().describe('The difference as an ISO 8601 duration.'),
    businessDays: z
      .int()
      .describe('Mondays to Fridays from `from` up to, but not including, `to`.'),
  }),
  examples: [
    {
      input: { from: '2024-02-28', to: '2026-03-01' },
      output: {
        years: 2,
        months: 0,
        weeks: 0,
        days: 1,
        hours: 0,
        minutes: 0,
        seconds: 0,
        totalDays: 732,
        totalSeconds: 63244800,
        iso: 'P2Y1D',
        businessDays: 523,
      },
    },
    {
      input: {
        from: '2026-03-28T12:00',
        to: '2026-03-29T12:00',
        tz: 'Europe/Berlin',
        largestUnit: 'hour',
      },
      output: {
        years: 0,
        months: 0,
        weeks: 0,
        days: 0,
        hours: 23,
        minutes: 0,
        seconds: 0,
        totalDays: 1,
        totalSeconds: 82800,
        iso: 'PT23H',
        businessDays: 0,
      },
    },
  ],

  run({ from, to, tz, largestUnit }) {
    const start = instantOf('from', from, tz).toZonedDateTimeISO(tz)
    const end = instantOf('to', to, tz).toZonedDateTimeISO(tz)
    return withinTime('to', () => differenceOf(start, end, largestUnit))
  },
})

function differenceOf(
  start: Temporal.ZonedDateTime,
  end: Temporal.ZonedDateTime,
  largestUnit: 'year' | 'month' | 'week' | 'day' | 'hour',
) {
  const span = start.until(end, { largestUnit })
  const { years, months, weeks, days, hours, minutes, seconds } = span
  return {
    years,
    months,
    weeks,
    days,
    hours,
    minutes,
    seconds,
    totalDays: span.total({ unit: 'day', relativeTo: start }),
    totalSeconds: start.until(end, { largestUnit: 'second' }).total('second'),
    iso: span.toString(),
    businessDays: weekdaysBefore(end.toPlainDate()) - weekdaysBefore(start.toPlainDate()),
  }
}

const SOME_MONDAY = new Temporal.PlainDate(1970, 1, 5)

/** Mondays to Fridays from a fixed Monday up to, but not including, the day; negative before it. */
function weekdaysBefore(day: Temporal.PlainDate): number {
  const { days } = SOME_MONDAY.until(day, { largestUnit: 'day' })
  const week = Math.floor(days / 7)
  return week * 5 + Math.min(days - week * 7, 5)
}
