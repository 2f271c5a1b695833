import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { WEEKDAY_NAMES } from '../_dates.ts'

export default defineTool({
  route: 'GET /api/nth-weekday',
  name: 'Nth weekday',
  description: 'Date of the nth or last weekday of a month, or of every month of a year.',
  asks: [
    'date of the fourth Thursday of November',
    'last Friday of every month of a year',
    'when is the second Tuesday of the month',
    'last Friday of October',
    'date of Thanksgiving',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    year: z.int().min(1).max(9_999).describe('Year, 1 to 9999.'),
    month: z.int().min(1).max(12).optional().describe('Month, 1 to 12; left out, all of the year.'),
    weekday: z.enum(WEEKDAY_NAMES).describe('Day of the week in English.'),
    n: z
      .int()
      .min(-5)
      .max(5)
      .refine((n) => n !== 0, { error: 'must be 1 to 5, or -1 to -5 to count from the end' })
      .describe('1 is the first, -1 the last; 1 to 5 or -1 to -5.'),
  }),
  output: z.object({
    dates: z
      .array(z.string())
      .describe('One for each month that has so many of that weekday; empty if none has.'),
    date: z.string().nullable().describe('The first of them; null if there is none.'),
  }),
  examples: [
    {
      input: { year: 2026, month: 11, weekday: 'thursday', n: 4 },
      output: { dates: ['2026-11-26'], date: '2026-11-26' },
    },
  ],

  run({ year, month, weekday, n }) {
    const wanted = WEEKDAY_NAMES.indexOf(weekday) + 1
    const months = month === undefined ? Array.from({ length: 12 }, (_, at) => at + 1) : [month]
    const dates = months.flatMap((one) => {
      const first = new Temporal.PlainDate(year, one, 1)
      const day = dayInMonth(first, wanted, n)
      return day >= 1 && day <= first.daysInMonth ? [first.with({ day }).toString()] : []
    })
    return { dates, date: dates[0] ?? null }
  },
})

function dayInMonth(first: Temporal.PlainDate, weekday: number, n: number): number {
  const begins = 1 + ((weekday - first.dayOfWeek + 7) % 7)
  if (n > 0) return begins + (n - 1) * 7
  const last = begins + Math.floor((first.daysInMonth - begins) / 7) * 7
  return last + (n + 1) * 7
}
