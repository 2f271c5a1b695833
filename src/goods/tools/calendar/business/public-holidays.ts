import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { countryField, dayOf } from '../_dates.ts'
import { calendarOf } from './_holidays.ts'

const KINDS = ['public', 'bank', 'school', 'optional', 'observance'] as const
/** A long weekend has at least this many days off in a row, weekend included. */
const LONG_DAYS = 3

export default defineTool({
  route: 'GET /api/public-holidays',
  name: 'Public holidays',
  description:
    'Public holidays of a country or region in a year, in English and the local language, substitute days marked, with the long weekends.',
  asks: [
    'public holidays of a country this year',
    'long weekends and bank holidays in a region',
    'is Monday a bank holiday',
    'days off in Germany this year',
    'when are shops closed in Spain',
    'national holidays',
  ],
  price: '$0.001',
  engine: 'holidays',
  uses: {},
  // The data of all countries take a tenth of a second to load.
  place: 'thread',
  input: z.object({
    countryCode: countryField().describe('Country (ISO 3166-1 alpha-2), such as DE.'),
    year: z.int().min(1_970).max(2_100).describe('Year, 1970 to 2100.'),
    region: z.string().max(20).optional().describe('Its state or province, such as BY or DE-BY.'),
    kinds: z
      .string()
      .max(100)
      .default('public')
      .describe('public, bank, school, optional, observance; several are separated by commas.'),
  }),
  output: z.object({
    holidays: z
      .array(
        z.object({
          date: z.string().describe('Day, YYYY-MM-DD.'),
          name: z.string().describe('Name in English.'),
          localName: z.string().describe('Name in the first language of the country.'),
          kind: z.string().describe('Kind of day.'),
          substitute: z.boolean().describe('Whether it replaces a holiday that fell on a day off.'),
        }),
      )
      .describe('Holidays by date.'),
    longWeekends: z
      .array(
        z.object({
          startDate: z.string().describe('First day off.'),
          endDate: z.string().describe('Last day off.'),
          days: z.int().describe('Days off in a row.'),
        }),
      )
      .describe('Three or more days off in a row, made of public holidays, Saturdays and Sundays.'),
    regions: z.array(z.string()).describe('Codes of the regions that `region` accepts.'),
    count: z.int().describe('Number of holidays.'),
    warnings: z.array(z.string()).optional().describe('What is not known about the year.'),
  }),
  examples: [
    { input: { countryCode: 'US', year: 2026 } },
    { input: { countryCode: 'DE', year: 2026, region: 'BY', kinds: 'public,observance' } },
  ],

  async run({ countryCode, year, region, kinds }) {
    const wanted = kindsOf(kinds)
    const calendar = await calendarOf(countryCode, region)
    const off = calendar.of(year)
    const isOff = new Set(off.map(({ date }) => date))
    const holidays = calendar
      .allOf(year)
      .filter(({ kind, date }) => wanted.has(kind) && (kind !== 'public' || isOff.has(date)))
      .toSorted((a, b) => (a.date === b.date ? 0 : a.date < b.date ? -1 : 1))
    // Days off by decree have no entry of their own in the data.
    const named = new Set(holidays.map(({ date }) => date))
    const decreed = wanted.has('public')
      ? off
          .filter(({ date }) => !named.has(date))
          .map(({ date, name }) => ({
            date,
            name,
            localName: name,
            kind: 'public',
            substitute: false,
          }))
      : []
    const all = [...holidays, ...decreed].toSorted((a, b) =>
      a.date < b.date ? -1 : a.date > b.date ? 1 : 0,
    )
    const warnings = calendar.gapsOf(year)
    return {
      holidays: all,
      longWeekends: longWeekendsOf(year, isOff, calendar.worked),
      regions: calendar.regions,
      count: all.length,
      ...(warnings.length > 0 && { warnings }),
    }
  },
})

function kindsOf(text: string): ReadonlySet<string> {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  const unknown = names.find((name) => !KINDS.some((kind) => kind === name))
  if (unknown !== undefined)
    throw badInput(`kinds: ${JSON.stringify(unknown)} must be one of ${KINDS.join(', ')}`)
  return new Set(names)
}

function longWeekendsOf(year: number, off: ReadonlySet<string>, worked: ReadonlySet<string>) {
  const found: { startDate: string; endDate: string; days: number }[] = []
  const last = dayOf(`${year}-12-31`)
  let run: string[] = []
  let hasHoliday = false
  const close = () => {
    if (hasHoliday && run.length >= LONG_DAYS)
      found.push({ startDate: run[0] ?? '', endDate: run.at(-1) ?? '', days: run.length })
    run = []
    hasHoliday = false
  }
  for (let day = dayOf(`${year}-01-01`); day.until(last).sign >= 0; day = day.add({ days: 1 })) {
    const date = day.toString()
    const isFree = off.has(date) || (day.dayOfWeek > 5 && !worked.has(date))
    if (!isFree) {
      close()
      continue
    }
    run.push(date)
    hasHoliday ||= off.has(date)
  }
  close()
  return found
}
