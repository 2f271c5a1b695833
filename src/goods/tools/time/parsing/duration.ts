import type { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { durationOf, durationText, nominalSeconds } from '../../../../engines/time/durations.ts'

const PARTS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const

export default defineTool({
  route: 'POST /api/duration',
  name: 'Duration',
  description:
    'Parse a duration (1h30m, PT90M, 01:30:00, two days) and write it as ISO 8601, words, seconds, clock and parts.',
  asks: [
    'convert 90 minutes to ISO 8601',
    'how many seconds is 2 hours and 15 minutes',
    'how many seconds is 2h 15m',
    '90 minutes in hours',
    'ISO duration',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    value: durationText().describe(
      'ISO 8601, units, clock (hh:mm or hh:mm:ss), English words, or a bare count of seconds; a leading - makes it negative.',
    ),
    to: z
      .enum(['all', 'iso', 'human', 'seconds', 'clock'])
      .default('all')
      .describe('Form of the answer, or all.'),
  }),
  output: z.object({
    iso: z.string().optional().describe('Duration as ISO 8601.'),
    seconds: z
      .number()
      .optional()
      .describe('Seconds; a day has 24 hours, a year 365.2425 days, a month a twelfth of that.'),
    human: z.string().optional().describe('Duration in English words.'),
    clock: z.string().optional().describe('Total as hh:mm:ss; hours may exceed 24.'),
    parts: z.record(z.enum(PARTS), z.number()).optional().describe('Parts from years to seconds.'),
  }),
  examples: [
    {
      input: { value: '1h 30m' },
      output: {
        iso: 'PT1H30M',
        seconds: 5400,
        human: '1 hour 30 minutes',
        clock: '01:30:00',
        parts: { years: 0, months: 0, weeks: 0, days: 0, hours: 1, minutes: 30, seconds: 0 },
      },
    },
    { input: { value: 'two and a half days', to: 'iso' }, output: { iso: 'P2DT12H' } },
    { input: { value: '-P1DT0.5S', to: 'clock' }, output: { clock: '-24:00:00.5' } },
  ],

  run({ value, to }) {
    const duration = durationOf('value', value)
    const parts = partsOf(duration)
    const seconds = nominalSeconds(duration)
    const all = {
      iso: duration.toString(),
      seconds,
      human: inWords(parts, duration.sign),
      clock: clockOf(duration),
      parts,
    }
    return to === 'all' ? all : { [to]: all[to] }
  },
})

type DurationParts = Readonly<Record<(typeof PARTS)[number], number>>

function partsOf(duration: Temporal.Duration): DurationParts {
  const { years, months, weeks, days, hours, minutes, seconds, nanoseconds } = duration
  return { years, months, weeks, days, hours, minutes, seconds: seconds + nanoseconds / 1e9 }
}

function inWords(parts: DurationParts, sign: number): string {
  const said = PARTS.filter((part) => parts[part] !== 0).map((part) => {
    const count = Math.abs(parts[part])
    return `${count} ${count === 1 ? part.slice(0, -1) : part}`
  })
  return `${sign < 0 ? 'minus ' : ''}${said.join(' ') || '0 seconds'}`
}

function clockOf(duration: Temporal.Duration): string {
  const total = Math.abs(nominalSeconds(duration.with({ nanoseconds: 0 })))
  const [hours, minutes, seconds] = [total / 3600, (total / 60) % 60, total % 60].map((count) =>
    String(Math.floor(count)).padStart(2, '0'),
  )
  const billionths = String(Math.abs(duration.nanoseconds)).padStart(9, '0')
  const fraction = `.${billionths}`.replace(/\.?0+$/, '')
  return `${duration.sign < 0 ? '-' : ''}${hours}:${minutes}:${seconds}${fraction}`
}
