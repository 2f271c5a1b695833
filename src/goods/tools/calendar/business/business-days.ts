import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { DAY_MS } from '../../../../base/core/milliseconds.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { calendarOf, type Holiday } from './_holidays.ts'

const ADD_MAX = 5_000
const HOLIDAYS_MAX = 1_000
const YEARS = { first: 1900, last: 2299 }
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const OWN_HOLIDAY = 'given'

const date = () =>
  z.iso.date().refine((day) => isWithin(Number(day.slice(0, 4))), {
    error: `must be a date of the years ${YEARS.first} to ${YEARS.last}`,
  })

const Input = z.object({
  from: date().describe('First date, YYYY-MM-DD, which is not counted.'),
  to: date()
    .optional()
    .describe('Last date, which is counted; may be before `from`. Give this or `add`.'),
  add: z
    .int()
    .min(-ADD_MAX)
    .max(ADD_MAX)
    .optional()
    .describe(`Working days to add to \`from\`, -${ADD_MAX} to ${ADD_MAX}. Give this or \`to\`.`),
  countryCode: z
    .string()
    .regex(/^[A-Za-z]{2}$/, { error: 'must be a two-letter country code such as DE' })
    .optional()
    .describe(
      'Country whose public holidays are not working days (ISO 3166-1 alpha-2). For China also the ' +
        'weekends that are working days, in the years 2023 to 2026.',
    ),
  region: z.string().max(20).optional().describe('Its state or province, such as BY or DE-BY.'),
  holidays: z
    .array(z.iso.date())
    .max(HOLIDAYS_MAX)
    .default([])
    .describe(`More dates that are not working days, up to ${HOLIDAYS_MAX}.`),
  weekend: z
    .array(z.string().max(9))
    .max(7)
    .default(['saturday', 'sunday'])
    .describe('Days of the week that are not working days; an empty list means none.'),
})

export default defineTool({
  route: 'POST /api/business-days',
  name: 'Business days',
  description:
    'Working days between two dates, or the date some working days away, public holidays honoured.',
  asks: [
    'count workdays between two days without weekends and holidays',
    'which day is five working days from now',
    'when are ten working days over',
    'delivery date without weekends',
    'how many days do I have to work in March',
    'due date of an invoice in 30 working days',
  ],
  price: '$0.001',
  uses: {},
  // The data of all countries take a tenth of a second to load.
  place: ({ countryCode }) => (countryCode === undefined ? 'here' : 'thread'),
  input: Input,
  output: z.object({
    businessDays: z
      .int()
      .describe(
        'Working days after `from`, up to and including `date`; negative if `date` is earlier.',
      ),
    calendarDays: z.int().describe('All days of the same span.'),
    date: z.string().describe('The last date.'),
    holidaysSkipped: z
      .array(
        z.object({
          date: z.string().describe('Day, YYYY-MM-DD.'),
          name: z.string().describe('Name of the holiday.'),
        }),
      )
      .describe('Holidays of the span that would have been working days.'),
    isBusinessDay: z.boolean().describe('Whether `date` is a working day.'),
    warnings: z
      .array(z.string())
      .optional()
      .describe(
        'What is not known about the holidays of the span; left out if nothing is missing.',
      ),
  }),
  examples: [
    {
      input: { from: '2026-04-01', to: '2026-04-10', countryCode: 'DE' },
      output: {
        businessDays: 5,
        calendarDays: 9,
        date: '2026-04-10',
        holidaysSkipped: [
          { date: '2026-04-03', name: 'Good Friday' },
          { date: '2026-04-06', name: 'Easter Monday' },
        ],
        isBusinessDay: true,
      },
    },
    {
      input: { from: '2026-12-23', add: 3, countryCode: 'US', holidays: ['2026-12-24'] },
      output: {
        businessDays: 3,
        calendarDays: 7,
        date: '2026-12-30',
        holidaysSkipped: [
          { date: '2026-12-24', name: OWN_HOLIDAY },
          { date: '2026-12-25', name: 'Christmas Day' },
        ],
        isBusinessDay: true,
      },
    },
    {
      input: { from: '2026-03-09', add: -1, weekend: ['Fri', 'Sat'] },
      output: {
        businessDays: -1,
        calendarDays: -1,
        date: '2026-03-08',
        holidaysSkipped: [],
        isBusinessDay: true,
      },
    },
  ],

  async run(input) {
    const { from, to, add } = input
    if ((to === undefined) === (add === undefined)) throw badInput('to: give either to or add.')
    const isWeekend = weekendOf(input.weekend)
    const { holidayOn, worked, gaps } = await holidaysOf(input)
    const isFree = (day: number) => isWeekend(day) && !worked.has(isoOf(day))
    const start = Date.parse(from)
    const step = (to === undefined ? (add ?? 0) : Date.parse(to) - start) < 0 ? -1 : 1
    const isThere = (day: number, count: number) =>
      to === undefined ? count === Math.abs(add ?? 0) : day === Date.parse(to)

    const skipped: Holiday[] = []
    let [day, count] = [start, 0]
    while (!isThere(day, count)) {
      day += step * DAY_MS
      if (!isWithin(new Date(day).getUTCFullYear()))
        throw badInput(`add: must lead to a date of the years ${YEARS.first} to ${YEARS.last}.`)
      const holiday = isFree(day) ? null : await holidayOn(day)
      if (holiday) skipped.push(holiday)
      else if (!isFree(day)) count += 1
    }
    return {
      businessDays: count * step + 0,
      calendarDays: Math.round((day - start) / DAY_MS),
      date: isoOf(day),
      holidaysSkipped: skipped,
      isBusinessDay: !isFree(day) && (await holidayOn(day)) === null,
      ...(gaps.size > 0 && { warnings: [...gaps] }),
    }
  },
})

const isoOf = (day: number): string => new Date(day).toISOString().slice(0, 10)

function isWithin(year: number): boolean {
  return year >= YEARS.first && year <= YEARS.last
}

function weekendOf(names: readonly string[]): (day: number) => boolean {
  const free = new Set(
    names.map((name) => {
      const wanted = name.trim().toLowerCase()
      const at = WEEKDAYS.findIndex((weekday) => wanted.length > 2 && weekday.startsWith(wanted))
      if (at < 0) throw badInput(`weekend: ${JSON.stringify(name)} must be a day such as saturday.`)
      return at
    }),
  )
  if (free.size === 7) throw badInput('weekend: must leave at least one working day.')
  return (day) => free.has(new Date(day).getUTCDay())
}

interface CalendarDays {
  holidayOn(day: number): Promise<Holiday | null>
  /** Weekend days that are working days. */
  readonly worked: ReadonlySet<string>
  /** What is not known about the years of the span. */
  readonly gaps: ReadonlySet<string>
}

/** Holidays by day; those of a year are computed when one of its days is first needed. */
async function holidaysOf({
  countryCode,
  region,
  holidays,
}: z.output<typeof Input>): Promise<CalendarDays> {
  if (region !== undefined && countryCode === undefined)
    throw badInput('region: must be given together with countryCode.')
  const calendar = countryCode === undefined ? null : await calendarOf(countryCode, region)
  const names = new Map(holidays.map((day) => [day, OWN_HOLIDAY]))
  const years = new Set<number>()
  const gaps = new Set<string>()
  const holidayOn: CalendarDays['holidayOn'] = async (day) => {
    const year = new Date(day).getUTCFullYear()
    if (calendar && !years.has(year)) {
      years.add(year)
      for (const { date, name } of calendar.of(year)) names.set(date, name)
      for (const gap of calendar.gapsOf(year)) gaps.add(gap)
      await new Promise(setImmediate)
    }
    const date = isoOf(day)
    const name = names.get(date)
    return name === undefined ? null : { date, name }
  }
  return { holidayOn, worked: calendar?.worked ?? new Set(), gaps }
}
