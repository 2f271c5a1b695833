import { z } from 'zod'
import { textAt } from './_results.ts'
import { definePack } from './_runtime.ts'
import { numericText } from '../../base/lib/fields.ts'

const YEARS = { first: 1970, last: 2100 }
const DAYS_MAX = 5_000

const yearOf = (date: string): number => Number(date.slice(0, 4))

const startDate = () =>
  z.iso.date().refine((date) => yearOf(date) >= YEARS.first && yearOf(date) <= YEARS.last, {
    error: `must be a date of the years ${YEARS.first} to ${YEARS.last}`,
  })

export default definePack({
  title: 'Deadline check',
  tagline: 'When a term of working days really ends, public holidays counted.',
  asks: [
    'when does a term of working days really end',
    'deadline of a term, public holidays counted',
    'last day of a notice period',
  ],
  input: z.object({
    startDate: startDate().describe('Day from which the term runs, YYYY-MM-DD; not counted.'),
    workingDays: numericText(5)
      .refine((text) => /^[+-]?\d+$/.test(text) && Math.abs(Number(text)) <= DAYS_MAX, {
        error: `must be a whole number of days from -${DAYS_MAX} to ${DAYS_MAX}`,
      })
      .describe(`Working days of the term, -${DAYS_MAX} to ${DAYS_MAX}.`),
    countryCode: z
      .string()
      .regex(/^[A-Za-z]{2}$/, { error: 'must be a two-letter country code such as DE' })
      .describe('Country whose public holidays count (ISO 3166-1 alpha-2).'),
  }),
  steps: [
    {
      tool: 'business-days',
      input: ({ startDate, workingDays, countryCode }) => ({
        from: startDate,
        add: Number(workingDays),
        countryCode,
      }),
    },
    {
      tool: 'date-info',
      after: ['business-days'],
      input(_given, results) {
        const date = textAt(results['business-days'], 'date')
        return date === null ? null : { date }
      },
    },
    {
      tool: 'public-holidays',
      after: ['business-days'],
      // The end of a term that begins in December depends on the holidays of January.
      input({ startDate, countryCode }, results) {
        const end = textAt(results['business-days'], 'date') ?? startDate
        const years = new Set([yearOf(startDate), yearOf(end)])
        return [...years].map((year) => ({ countryCode, year }))
      },
    },
    {
      tool: 'relative-time',
      after: ['business-days'],
      input(_given, results) {
        const time = textAt(results['business-days'], 'date')
        return time === null ? null : { time }
      },
    },
  ],
  examples: [
    {
      at: '2026-12-01T00:00:00Z',
      input: { startDate: '2026-12-18', workingDays: '10', countryCode: 'DE' },
    },
  ],
})
