import type { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { dateField, dayOf, daysBetween, todayOf } from '../_dates.ts'

const ADULT_YEARS = 18

export default defineTool({
  route: 'POST /api/age',
  name: 'Age',
  description: 'Exact age on a day in years, months and days, with the days to the next birthday.',
  asks: [
    'exact age of somebody on a day',
    'days to the next birthday',
    'how old am I',
    'how many days to my next birthday',
    'is this person already 18',
    'born in 1990, what age now',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    birthDate: dateField().describe('Day of birth, YYYY-MM-DD.'),
    onDate: dateField().optional().describe('Day of the age. Default: today in UTC.'),
  }),
  output: z.object({
    years: z.int().describe('Whole years; 29 February counts as 1 March in common years.'),
    months: z.int().describe('Whole months beyond those.'),
    days: z.int().describe('Days beyond those.'),
    totalDays: z.int().describe('All days since birth.'),
    nextBirthday: z.string().describe('Next birthday, or that day itself.'),
    daysToBirthday: z.int().describe('Days until the next birthday; 0 on the birthday.'),
    isAdult: z.boolean().describe(`Whether the age is ${ADULT_YEARS} years or more.`),
  }),
  examples: [
    {
      input: { birthDate: '1990-02-28', onDate: '2026-02-14' },
      output: {
        years: 35,
        months: 11,
        days: 17,
        totalDays: 13135,
        nextBirthday: '2026-02-28',
        daysToBirthday: 14,
        isAdult: true,
      },
    },
  ],

  run({ birthDate, onDate }, { now }) {
    const birth = dayOf(birthDate)
    const on = onDate === undefined ? todayOf(now()) : dayOf(onDate)
    const totalDays = daysBetween(birth, on)
    if (totalDays < 0) throw badInput(`birthDate: must not be after ${on.toString()}`)
    const years = fullYears(birth, on)
    const last = birthdayIn(birth, birth.year + years)
    const { months, days } = last.until(on, { largestUnit: 'month' })
    const nextBirthday = last.equals(on) ? on : birthdayIn(birth, birth.year + years + 1)
    return {
      years,
      months,
      days,
      totalDays,
      nextBirthday: nextBirthday.toString(),
      daysToBirthday: daysBetween(on, nextBirthday),
      isAdult: years >= ADULT_YEARS,
    }
  },
})

function fullYears(birth: Temporal.PlainDate, on: Temporal.PlainDate): number {
  const years = on.year - birth.year
  return daysBetween(birthdayIn(birth, on.year), on) >= 0 ? years : years - 1
}

/** Somebody born on 29 February has a birthday on 1 March in common years. */
function birthdayIn(birth: Temporal.PlainDate, year: number): Temporal.PlainDate {
  const day = birth.with({ year })
  return day.day === birth.day ? day : day.add({ days: 1 })
}
