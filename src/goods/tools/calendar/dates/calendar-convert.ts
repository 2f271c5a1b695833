import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { weekdayOf } from '../../../../engines/time/instants.ts'
import {
  CALENDAR_NAMES,
  loadCalendars,
  readDate,
  shownIn,
  type CalendarName,
} from './_calendars.ts'

/** Between these years the tables of the engine are right; beyond them it computes by rule. */
const CERTAIN: Readonly<Partial<Record<CalendarName, readonly [number, number]>>> = {
  chinese: [1901, 2099],
  islamic: [1883, 2173],
}

const Shown = z.object({
  year: z.int().describe('Year of the calendar; in the japanese calendar the year of the era.'),
  era: z.string().nullable().describe('Name of the era, if years are counted by it.'),
  month: z.int().describe('Number of the month in its year, counting leap months.'),
  monthName: z.string().describe('Name of the month in English.'),
  isLeapMonth: z.boolean().describe('Whether the month is one that only leap years have.'),
  day: z.int().describe('Day of the month.'),
  text: z.string().describe('The date in English.'),
})

export default defineTool({
  route: 'POST /api/calendar-convert',
  name: 'Calendar convert',
  description:
    'Convert a date between the Gregorian, Julian, Hebrew, Islamic, Persian, Chinese, Japanese, Buddhist, Indian, Coptic, Ethiopic and Minguo calendars.',
  asks: [
    'convert a Gregorian date to the Hebrew and Islamic calendars',
    'Persian or Chinese calendar date of today',
    "what is today's date in the Islamic calendar",
    'Jewish date of my birthday',
    'Chinese year of the dragon',
    'Persian date into ours',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    date: z
      .string()
      .max(60)
      .describe(
        'Year-month-day in the calendar of `from`; a leap month as M05L; japanese also reiwa 8-02-14.',
      ),
    from: z
      .enum(CALENDAR_NAMES)
      .default('gregorian')
      .describe(
        'Calendar of `date`. islamic: Umm al-Qura of Saudi Arabia; islamic-civil: computed by rule.',
      ),
    to: z
      .string()
      .max(200)
      .default('hebrew,islamic,persian,chinese,japanese')
      .describe('Calendars to show, separated by commas.'),
  }),
  output: z.object({
    gregorian: z
      .string()
      .describe('The date as YYYY-MM-DD; a day that begins at sunset has the date of its daytime.'),
    calendars: z.record(z.string(), Shown).describe('The date by calendar.'),
    weekday: z.string().describe('Name of the weekday in English.'),
    warnings: z.array(z.string()).optional().describe('What is computed beyond the known tables.'),
  }),
  examples: [
    {
      input: { date: '2026-02-14', to: 'hebrew,islamic' },
      output: {
        gregorian: '2026-02-14',
        calendars: {
          hebrew: {
            year: 5786,
            era: 'am',
            month: 5,
            monthName: 'Shevat',
            isLeapMonth: false,
            day: 27,
            text: '27 Shevat 5786',
          },
          islamic: {
            year: 1447,
            era: 'ah',
            month: 8,
            monthName: 'Shaʻban',
            isLeapMonth: false,
            day: 26,
            text: 'Shaʻban 26, 1447 AH',
          },
        },
        weekday: 'Saturday',
      },
    },
    { input: { date: 'reiwa 8-02-14', from: 'japanese', to: 'julian' } },
  ],

  async run({ date, from, to }) {
    const wanted = [...new Set(to.split(',').map((name) => name.trim().toLowerCase()))]
    const temporal = await loadCalendars()
    const day = await readDate(temporal, date, from)
    const iso = day.toString().slice(0, 10)
    const names = wanted.map((name) => {
      const known = CALENDAR_NAMES.find((one) => one === name)
      if (known !== undefined) return known
      throw badInput(`to: ${JSON.stringify(name)} must be one of ${CALENDAR_NAMES.join(', ')}`)
    })
    const shown = await Promise.all(
      names.map(async (name) => [name, await shownIn(temporal, day, name)] as const),
    )
    const warnings = [...new Set([from, ...shown.map(([name]) => name)])].flatMap((name) => {
      const [first, last] = CERTAIN[name] ?? [1, 9_999]
      return day.year >= first && day.year <= last
        ? []
        : [`${name}: is known only for ${first} to ${last}; this date is computed by rule`]
    })
    return {
      gregorian: iso,
      calendars: Object.fromEntries(shown),
      weekday: weekdayOf(day),
      ...(warnings.length > 0 && { warnings }),
    }
  },
})
