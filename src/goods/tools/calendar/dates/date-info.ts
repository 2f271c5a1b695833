import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { weekdayOf } from '../../../../engines/time/instants.ts'
import { dateField, dayOf, daysBetween } from '../_dates.ts'

const EPOCH = new Temporal.PlainDate(1970, 1, 1)
/** The Julian day number at noon of 1 January 1970. */
const EPOCH_JULIAN_DAY = 2_440_588

const span = (what: string) =>
  z
    .object({
      startDate: z.string().describe('First day.'),
      endDate: z.string().describe('Last day.'),
    })
    .describe(what)

export default defineTool({
  route: 'GET /api/date-info',
  name: 'Date facts',
  description:
    'Weekday, ISO week, day of the year, quarter, leap year, Julian day and the bounds of the week and month of a date.',
  asks: [
    'ISO week and day of the year of a date',
    'weekday, quarter and leap year of a date',
    'what weekday was I born on',
    'is 2028 a leap year',
    'which week number is it',
    'day of the year',
    'which quarter',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({ date: dateField().describe('The date, YYYY-MM-DD, years 1 to 9999.') }),
  output: z.object({
    weekday: z.string().describe('Name of the weekday in English.'),
    isoWeek: z.int().describe('Week by ISO 8601, 1 to 53; weeks begin on Monday.'),
    isoWeekYear: z.int().describe('Year to which that week belongs.'),
    dayOfYear: z.int().describe('Day of the year; 1 is 1 January.'),
    quarter: z.int().describe('Quarter, 1 to 4.'),
    isLeapYear: z.boolean().describe('Whether its year has 366 days.'),
    daysInMonth: z.int().describe('Days of its month.'),
    isWeekend: z.boolean().describe('Whether it is a Saturday or Sunday.'),
    julianDay: z.number().describe('Julian day number at noon UTC.'),
    epochDay: z.int().describe('Days since 1970-01-01.'),
    week: span('Its ISO week.'),
    month: span('Its month.'),
  }),
  examples: [
    {
      input: { date: '2026-02-14' },
      output: {
        weekday: 'Saturday',
        isoWeek: 7,
        isoWeekYear: 2026,
        dayOfYear: 45,
        quarter: 1,
        isLeapYear: false,
        daysInMonth: 28,
        isWeekend: true,
        julianDay: 2461086,
        epochDay: 20498,
        week: { startDate: '2026-02-09', endDate: '2026-02-15' },
        month: { startDate: '2026-02-01', endDate: '2026-02-28' },
      },
    },
  ],

  run({ date }) {
    const day = dayOf(date)
    const monday = day.subtract({ days: day.dayOfWeek - 1 })
    const epochDay = daysBetween(EPOCH, day)
    return {
      weekday: weekdayOf(day),
      isoWeek: day.weekOfYear ?? 0,
      isoWeekYear: day.yearOfWeek ?? day.year,
      dayOfYear: day.dayOfYear,
      quarter: Math.ceil(day.month / 3),
      isLeapYear: day.inLeapYear,
      daysInMonth: day.daysInMonth,
      isWeekend: day.dayOfWeek > 5,
      julianDay: epochDay + EPOCH_JULIAN_DAY,
      epochDay,
      week: { startDate: monday.toString(), endDate: monday.add({ days: 6 }).toString() },
      month: {
        startDate: day.with({ day: 1 }).toString(),
        endDate: day.with({ day: day.daysInMonth }).toString(),
      },
    }
  },
})
