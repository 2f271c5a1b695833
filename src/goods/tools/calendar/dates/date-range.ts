import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { durationOf } from '../../../../engines/time/durations.ts'
import { calendarOf, type HolidayCalendar } from '../business/_holidays.ts'
import { countryField, dateField, dayOf, WEEKDAY_NAMES, withinYears } from '../_dates.ts'

const DATES_MAX = 10_000
/** Most days to check, of which filters may leave few. */
const LOOKED_MAX = 50_000
const HOLIDAY_YEARS = { first: 1900, last: 2299 }

const Input = z.object({
  startDate: dateField().describe('First day, YYYY-MM-DD.'),
  endDate: dateField().optional().describe('Last day, included. Give this or `count`.'),
  count: z.int().min(1).max(DATES_MAX).optional().describe('Number of dates, 1 to 10000.'),
  step: z
    .string()
    .max(100)
    .default('P1D')
    .describe(
      'Step between dates: P1D, P1W, P1M (from the start, clamped to the last day), P1Y ...',
    ),
  weekdays: z
    .array(z.enum(WEEKDAY_NAMES))
    .max(7)
    .optional()
    .describe('Only these days of the week, such as ["monday"].'),
  businessOnly: z
    .boolean()
    .default(false)
    .describe('Whether to keep only Mondays to Fridays, without the holidays of `countryCode`.'),
  countryCode: countryField().optional().describe('Country whose public holidays are left out.'),
})

export default defineTool({
  route: 'POST /api/date-range',
  name: 'Date range',
  description:
    'List the dates between two days, or so many from one on, by a step, by weekday or business days only.',
  asks: [
    'date range with a step of one week',
    'list of dates by weekday or business days only',
    'all Mondays between two dates',
    'list every day of my holiday',
    'dates every two weeks',
  ],
  price: '$0.001',
  uses: {},
  place: 'thread',
  input: Input,
  output: z.object({
    dates: z.array(z.string()).describe('Dates in order.'),
    count: z.int().describe('Number of dates.'),
  }),
  examples: [
    {
      input: { startDate: '2026-01-01', endDate: '2026-01-31', step: 'P1W' },
      output: {
        dates: ['2026-01-01', '2026-01-08', '2026-01-15', '2026-01-22', '2026-01-29'],
        count: 5,
      },
    },
    {
      input: { startDate: '2026-01-31', count: 3, step: 'P1M' },
      output: { dates: ['2026-01-31', '2026-02-28', '2026-03-31'], count: 3 },
    },
  ],

  async run(input) {
    const { startDate, endDate, count, countryCode, businessOnly } = input
    if ((endDate === undefined) === (count === undefined))
      throw badInput('endDate: must be given, or else count')
    if (countryCode !== undefined && !businessOnly)
      throw badInput('countryCode: works only if businessOnly is true')
    const calendar = countryCode === undefined ? null : await calendarOf(countryCode, undefined)
    const fits = createFilter(input, calendar)
    const step = stepOf(input.step)
    const start = dayOf(startDate)
    const end = endDate === undefined ? null : dayOf(endDate)
    const dates: string[] = []
    for (let at = 0; dates.length < (count ?? Infinity); at += 1) {
      if (at === LOOKED_MAX) throw badInput('step: must be longer for this range')
      const day = withinYears('count', () => start.add(times(step, at)))
      if (end !== null && Temporal.PlainDate.compare(day, end) > 0) break
      if (!fits(day)) continue
      if (dates.length === DATES_MAX)
        throw badInput(`endDate: must leave at most ${DATES_MAX} dates`)
      dates.push(day.toString())
    }
    return { dates, count: dates.length }
  },
})

function stepOf(text: string): Temporal.Duration {
  const step = durationOf('step', text)
  const { years, months, weeks, days, sign } = step
  const isWhole = step.total({ unit: 'day', relativeTo: '2026-01-01' }) % 1 === 0
  if (sign !== 1 || !isWhole)
    throw badInput('step: must be whole days, weeks, months or years above 0')
  if (years + months + weeks + days === 0)
    return Temporal.Duration.from({ days: step.total('hours') / 24 })
  return step
}

/**
 * Counted from the start each time, so that a short month after the 31st does not shorten the later
 * dates.
 */
const times = ({ years, months, weeks, days }: Temporal.Duration, at: number) => ({
  years: years * at,
  months: months * at,
  weeks: weeks * at,
  days: days * at,
})

function createFilter(
  { weekdays, businessOnly }: z.output<typeof Input>,
  calendar: HolidayCalendar | null,
): (day: Temporal.PlainDate) => boolean {
  const wanted = weekdays && new Set(weekdays.map((name) => WEEKDAY_NAMES.indexOf(name) + 1))
  if (wanted?.size === 0) throw badInput('weekdays: must name at least one day')
  const holidays = new Map<number, ReadonlySet<string>>()
  const isHoliday = (day: Temporal.PlainDate): boolean => {
    if (calendar === null) return false
    if (day.year < HOLIDAY_YEARS.first || day.year > HOLIDAY_YEARS.last)
      throw badInput('countryCode: needs years from 1900 to 2299, for which holidays are known')
    const known = holidays.get(day.year) ?? new Set(calendar.of(day.year).map(({ date }) => date))
    holidays.set(day.year, known)
    return known.has(day.toString())
  }
  return (day) => {
    if (wanted && !wanted.has(day.dayOfWeek)) return false
    if (!businessOnly) return true
    const isWorkedWeekend = calendar?.worked.has(day.toString()) ?? false
    return (day.dayOfWeek <= 5 || isWorkedWeekend) && !isHoliday(day)
  }
}
