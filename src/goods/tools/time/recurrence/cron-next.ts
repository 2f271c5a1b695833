import { Cron } from 'croner'
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { instantOf, NOTATIONS, timeText } from '../../../../engines/time/instants-notations.ts'
import { localOf, zone } from '../../../../engines/time/instants.ts'
import { CRON_OPTIONS, cronExpression, evenGapSeconds, everRuns, scheduleOf } from './_cron.ts'

/** Beyond these years croner gives up the search. */
const YEAR_MIN = 1000
const YEAR_MAX = 2900

export default defineTool({
  route: 'POST /api/cron-next',
  name: 'Next cron runs',
  description:
    'Coming or past run times of a cron expression in a time zone, correct at DST changes.',
  asks: [
    'when does this cron schedule run next',
    'upcoming executions of a crontab line',
    'when does my cron job start again',
    'next runs',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    expression: cronExpression(),
    count: z.int().min(1).max(100).default(5).describe('Runs to list, 1 to 100.'),
    startIso: timeText()
      .optional()
      .describe(`Runs strictly after (or before) this moment. Default: now. ${NOTATIONS}.`),
    tz: zone().default('UTC').describe('IANA time zone of the schedule.'),
    direction: z.enum(['next', 'previous']).default('next').describe('Previous: latest first.'),
  }),
  output: z.object({
    runs: z
      .array(
        z.object({
          iso: z.string().describe('Time in UTC.'),
          local: z.string().describe('Local time in `tz`.'),
        }),
      )
      .describe('Runs in the chosen direction.'),
    valid: z.boolean().describe('False if no date fits, as with 30 February.'),
    everySeconds: z
      .number()
      .optional()
      .describe('Gap between runs, if it is always the same in local time.'),
    count: z.int().describe('Number of runs listed.'),
  }),
  examples: [
    {
      at: '2026-03-27T10:00:00Z',
      input: { expression: '0 9 * * 1-5', count: 3, tz: 'Europe/Paris' },
      output: {
        runs: [
          { iso: '2026-03-30T07:00:00Z', local: '2026-03-30T09:00:00' },
          { iso: '2026-03-31T07:00:00Z', local: '2026-03-31T09:00:00' },
          { iso: '2026-04-01T07:00:00Z', local: '2026-04-01T09:00:00' },
        ],
        valid: true,
        count: 3,
      },
    },
    {
      input: {
        expression: '*/15 * * * *',
        count: 2,
        startIso: '2026-01-05T10:00:00Z',
        direction: 'previous',
      },
      output: {
        runs: [
          { iso: '2026-01-05T09:45:00Z', local: '2026-01-05T09:45:00' },
          { iso: '2026-01-05T09:30:00Z', local: '2026-01-05T09:30:00' },
        ],
        valid: true,
        everySeconds: 900,
        count: 2,
      },
    },
  ],

  run({ expression, count, startIso, tz, direction }, context) {
    const schedule = scheduleOf(expression)
    if (typeof schedule === 'string') throw badInput(`expression: ${schedule}`)
    const start =
      startIso === undefined
        ? Temporal.Instant.fromEpochMilliseconds(context.now())
        : instantOf('startIso', startIso, tz)
    const { year, timeZoneId: timezone } = start.toZonedDateTimeISO(tz)
    if (year < YEAR_MIN || year > YEAR_MAX) {
      throw badInput(`startIso: must be within the years ${YEAR_MIN} to ${YEAR_MAX}`)
    }
    const cron = new Cron(schedule.expression, { ...CRON_OPTIONS, timezone, paused: true })
    const from = new Date(start.epochMilliseconds)
    const dates = direction === 'next' ? cron.nextRuns(count, from) : cron.previousRuns(count, from)
    const runs = dates.map((date) => runAt(date, tz))
    const everySeconds = evenGapSeconds(schedule.pattern)
    return {
      runs,
      valid: runs.length > 0 || everRuns(schedule),
      ...(everySeconds === undefined ? {} : { everySeconds }),
      count: runs.length,
    }
  },
})

function runAt(date: Date, tz: string) {
  const instant = Temporal.Instant.fromEpochMilliseconds(date.getTime())
  return { iso: instant.toString(), local: localOf(instant.toZonedDateTimeISO(tz)) }
}
