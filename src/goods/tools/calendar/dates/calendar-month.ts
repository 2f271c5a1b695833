import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { calendarOf } from '../business/_holidays.ts'
import { countryField } from '../_dates.ts'

const HOLIDAY_YEARS = { first: 1900, last: 2299 }

const Day = z.object({
  date: z.string().describe('Day, YYYY-MM-DD.'),
  inMonth: z.boolean().describe('Whether it belongs to the month itself.'),
})

export default defineTool({
  route: 'GET /api/calendar-month',
  name: 'Calendar month',
  description:
    'Month grid with ISO week numbers, holidays of a country and business days, also as text.',
  asks: [
    'month grid of February with week numbers',
    'print a month as a calendar grid with holidays',
    'show me a month as a grid',
    'calendar sheet to print with week numbers',
    'which days are in calendar week 12',
  ],
  price: '$0.001',
  uses: {},
  place: ({ countryCode }) => (countryCode === undefined ? 'here' : 'thread'),
  input: z.object({
    year: z.int().min(1).max(9_999).describe('Year, 1 to 9999.'),
    month: z.int().min(1).max(12).describe('Month, 1 to 12.'),
    weekStart: z.enum(['monday', 'sunday']).default('monday').describe('First day of a row.'),
    countryCode: countryField().optional().describe('Country whose public holidays are shown.'),
  }),
  output: z.object({
    weeks: z
      .array(
        z.object({
          isoWeek: z.int().describe('ISO week of the Thursday in this row.'),
          days: z.array(Day).describe('Seven days.'),
        }),
      )
      .describe('Rows of the grid.'),
    days: z.int().describe('Days of the month.'),
    holidays: z
      .array(z.object({ date: z.string(), name: z.string() }))
      .describe('Public holidays of the month; empty without a country.'),
    businessDays: z.int().describe('Number of Mondays to Fridays that are not holidays.'),
    text: z.string().describe('The grid in fixed width; * marks holidays.'),
  }),
  examples: [
    { input: { year: 2026, month: 2 } },
    { input: { year: 2026, month: 12, weekStart: 'sunday', countryCode: 'DE' } },
  ],

  async run({ year, month, weekStart, countryCode }) {
    const first = new Temporal.PlainDate(year, month, 1)
    const calendar = countryCode === undefined ? null : await calendarOf(countryCode, undefined)
    if (calendar && (year < HOLIDAY_YEARS.first || year > HOLIDAY_YEARS.last))
      throw badInput('countryCode: needs a year from 1900 to 2299, for which holidays are known')
    const prefix = first.toString().slice(0, 8)
    const holidays = (calendar?.of(year) ?? []).filter(({ date }) => date.startsWith(prefix))
    const off = new Set(holidays.map(({ date }) => date))
    const isWorked = (day: Temporal.PlainDate) =>
      (day.dayOfWeek <= 5 || (calendar?.worked.has(day.toString()) ?? false)) &&
      !off.has(day.toString())
    const all = Array.from({ length: first.daysInMonth }, (_, at) => first.add({ days: at }))
    const weeks = rowsOf(first, weekStart)
    return {
      weeks,
      days: first.daysInMonth,
      holidays,
      businessDays: all.filter(isWorked).length,
      text: textOf(first, weeks, { weekStart, off }),
    }
  },
})

type Row = { readonly isoWeek: number; readonly days: readonly z.output<typeof Day>[] }

function rowsOf(first: Temporal.PlainDate, weekStart: 'monday' | 'sunday'): Row[] {
  const lead = weekStart === 'monday' ? first.dayOfWeek - 1 : first.dayOfWeek % 7
  const rows = Math.ceil((lead + first.daysInMonth) / 7)
  const thursday = weekStart === 'monday' ? 3 : 4
  return Array.from({ length: rows }, (_, row) => {
    const dayAt = (at: number) => first.add({ days: row * 7 + at - lead })
    const days = Array.from({ length: 7 }, (_unused, at) => ({
      date: dayAt(at).toString(),
      inMonth: dayAt(at).month === first.month,
    }))
    return { isoWeek: dayAt(thursday).weekOfYear ?? 0, days }
  })
}

const NAMES = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

function textOf(
  first: Temporal.PlainDate,
  weeks: readonly Row[],
  { weekStart, off }: { readonly weekStart: string; readonly off: ReadonlySet<string> },
): string {
  const names = weekStart === 'monday' ? NAMES : ['Su', ...NAMES.slice(0, 6)]
  const lines = weeks.map(({ isoWeek, days }) => {
    const cells = days.map(({ date, inMonth }) => {
      const text = inMonth ? String(Number(date.slice(-2))).padStart(3) : '   '
      return `${text}${inMonth && off.has(date) ? '*' : ' '}`
    })
    return `${String(isoWeek).padStart(2)} ${cells.join('')}`.trimEnd()
  })
  const title = `${first.year}-${String(first.month).padStart(2, '0')}`
  return [title, `Wk ${names.map((name) => ` ${name} `).join('')}`.trimEnd(), ...lines].join('\n')
}
