import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { dateField, dayOf, daysBetween } from '../_dates.ts'

const Input = z.object({
  date: dateField()
    .refine((text) => text >= '0002' && text < '9998', {
      error: 'must be a date of the years 2 to 9997',
    })
    .describe('The date, YYYY-MM-DD.'),
  yearStartMonth: z
    .int()
    .min(1)
    .max(12)
    .default(1)
    .describe('Month in which the fiscal year begins; uk and us-federal have their own.'),
  scheme: z
    .enum(['calendar', '4-4-5', '4-5-4', '5-4-4', 'uk', 'us-federal'])
    .default('calendar')
    .describe(
      'calendar: whole months. 4-4-5 and the like: 52 or 53 weeks, from the week that begins nearest ' +
        'to the first of yearStartMonth. uk: from 6 April. us-federal: from 1 October.',
    ),
  naming: z
    .enum(['start', 'end'])
    .default('end')
    .describe('Calendar year that names the fiscal year: that of its start or of its end.'),
  weekStart: z
    .enum(['monday', 'sunday'])
    .default('monday')
    .describe('First day of the weeks of 4-4-5 and the like; US retail uses sunday.'),
})
type FiscalInput = z.output<typeof Input>

export default defineTool({
  route: 'GET /api/fiscal-period',
  name: 'Fiscal period',
  description:
    'Fiscal year, quarter, period and week of a date under a chosen calendar: shifted years, 4-4-5 weeks, the UK tax year or the US federal year.',
  asks: [
    'which fiscal quarter is this date in',
    'fiscal year and week under a 4-4-5 calendar',
    'which business quarter is this date in',
    'our financial year begins in April, which period is it',
    'week of a 4-4-5 calendar',
  ],
  price: '$0.001',
  uses: {},
  input: Input,
  output: z.object({
    fiscalYear: z.int().describe('Fiscal year by `naming`.'),
    quarter: z.int().describe('Quarter, 1 to 4.'),
    month: z.int().describe('Period 1 to 12 of the fiscal year.'),
    week: z.int().describe('Week of the fiscal year; week 53 is in the last period.'),
    periodStartDate: z.string().describe('First day of the period.'),
    periodEndDate: z.string().describe('Last day of the period.'),
    quarterStartDate: z.string().describe('First day of the quarter.'),
    quarterEndDate: z.string().describe('Last day of the quarter.'),
    yearStartDate: z.string().describe('First day of the fiscal year.'),
    yearEndDate: z.string().describe('Last day of the fiscal year.'),
    daysLeft: z.int().describe('Days after the date until the fiscal year ends.'),
  }),
  examples: [
    {
      input: { date: '2026-02-14', yearStartMonth: 10 },
      output: {
        fiscalYear: 2026,
        quarter: 2,
        month: 5,
        week: 20,
        periodStartDate: '2026-02-01',
        periodEndDate: '2026-02-28',
        quarterStartDate: '2026-01-01',
        quarterEndDate: '2026-03-31',
        yearStartDate: '2025-10-01',
        yearEndDate: '2026-09-30',
        daysLeft: 228,
      },
    },
    {
      input: {
        date: '2026-03-01',
        scheme: '4-5-4',
        yearStartMonth: 2,
        weekStart: 'sunday',
        naming: 'start',
      },
    },
  ],

  run(input) {
    const day = dayOf(input.date)
    const { scheme } = input
    if (input.weekStart === 'sunday' && !isWeekly(scheme))
      throw badInput('weekStart: works only with 4-4-5, 4-5-4 and 5-4-4')
    const year = fiscalYearOf(day, input)
    const starts = isWeekly(scheme) ? weeklyStarts(year.start, scheme) : monthlyStarts(year.start)
    const period = starts.findLastIndex((start) => daysBetween(start, day) >= 0)
    const quarter = Math.floor(period / 3)
    const startOf = (at: number): Temporal.PlainDate => starts[at] ?? year.next
    return {
      fiscalYear: nameOf(year, input),
      quarter: quarter + 1,
      month: period + 1,
      week: Math.floor(daysBetween(year.start, day) / 7) + 1,
      periodStartDate: startOf(period).toString(),
      periodEndDate: before(startOf(period + 1)),
      quarterStartDate: startOf(quarter * 3).toString(),
      quarterEndDate: before(startOf(quarter * 3 + 3)),
      yearStartDate: year.start.toString(),
      yearEndDate: before(year.next),
      daysLeft: daysBetween(day, year.next) - 1,
    }
  },
})

const before = (start: Temporal.PlainDate): string => start.subtract({ days: 1 }).toString()

type Scheme = FiscalInput['scheme']
type Weekly = '4-4-5' | '4-5-4' | '5-4-4'

const isWeekly = (scheme: Scheme): scheme is Weekly => scheme.includes('-4')

interface FiscalYear {
  /** Calendar year of the nominal first day. */
  readonly name: number
  readonly start: Temporal.PlainDate
  readonly next: Temporal.PlainDate
}

function fiscalYearOf(day: Temporal.PlainDate, asked: FiscalInput): FiscalYear {
  for (const name of [day.year + 1, day.year, day.year - 1]) {
    const start = startIn(name, asked)
    if (daysBetween(start, day) >= 0) return { name, start, next: startIn(name + 1, asked) }
  }
  throw new Error('a date is in no fiscal year')
}

const FIXED: Readonly<Partial<Record<Scheme, readonly [month: number, day: number]>>> = {
  uk: [4, 6],
  'us-federal': [10, 1],
}

function startIn(
  year: number,
  { scheme, yearStartMonth, weekStart }: FiscalInput,
): Temporal.PlainDate {
  const [month, date] = FIXED[scheme] ?? [yearStartMonth, 1]
  const nominal = new Temporal.PlainDate(year, month, date)
  if (!isWeekly(scheme)) return nominal
  const first = weekStart === 'monday' ? 1 : 7
  const since = (nominal.dayOfWeek - first + 7) % 7
  return since <= 3 ? nominal.subtract({ days: since }) : nominal.add({ days: 7 - since })
}

const monthlyStarts = (start: Temporal.PlainDate): readonly Temporal.PlainDate[] =>
  Array.from({ length: 12 }, (_, at) => start.add({ months: at }))

function weeklyStarts(start: Temporal.PlainDate, scheme: Weekly): readonly Temporal.PlainDate[] {
  const weeks = scheme.split('-').map(Number)
  let passed = 0
  return Array.from({ length: 12 }, (_, at) => {
    const begin = start.add({ weeks: passed })
    passed += weeks[at % 3] ?? 0
    return begin
  })
}

/** A year that begins in or near January has the same name by both rules. */
function nameOf({ name }: FiscalYear, { naming, scheme, yearStartMonth }: FiscalInput): number {
  const [month] = FIXED[scheme] ?? [yearStartMonth]
  return naming === 'start' || month === 1 ? name : name + 1
}
