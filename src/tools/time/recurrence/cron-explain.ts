import { Cron } from 'croner'
import { z } from 'zod'
import { defineTool } from '../../../core/tool.ts'
import {
  CRON_OPTIONS,
  cronExpression,
  everRuns,
  runsEveryDay,
  scheduleOf,
  timesOfDay,
} from './_cron.ts'
import { warningsOf } from './_cron-warnings.ts'
import type { Schedule } from './_cron.ts'

export default defineTool({
  route: 'POST /api/cron-explain',
  name: 'Explain cron',
  description: 'A cron expression in words, with its fields, runs per day and traps pointed out.',
  asks: ['explain a crontab line', 'translate a cron schedule to plain English'],
  price: '$0.001',
  uses: {},
  input: z.object({
    expression: cronExpression(),
    locale: z
      .enum(['en', 'de', 'fr', 'es', 'it', 'pt_BR', 'ja'])
      .default('en')
      .describe('Language of the words; warnings are in English.'),
  }),
  output: z.object({
    text: z.string().describe('The schedule in words, or what is wrong with it.'),
    valid: z
      .boolean()
      .describe('False if it is no expression, or if no date fits, as with 30 February.'),
    fields: z.record(z.string(), z.string()).describe('Each field as written, by name.'),
    warnings: z.array(z.string()).describe('What commonly surprises people, in English.'),
    runsPerDay: z.number().optional().describe('On average over four years.'),
  }),
  examples: [
    {
      input: { expression: '*/15 0-6 1 * *' },
      output: {
        text: 'Every 15 minutes, between 00:00 and 06:59, on day 1 of the month',
        valid: true,
        fields: { minute: '*/15', hour: '0-6', dayOfMonth: '1', month: '*', dayOfWeek: '*' },
        warnings: [],
        runsPerDay: 0.9199,
      },
    },
    {
      input: { expression: '0 0 13 * 5', locale: 'de' },
      output: {
        text: 'Um 00:00, an Tag 13 des Monats, und jeden Freitag',
        valid: true,
        fields: { minute: '0', hour: '0', dayOfMonth: '13', month: '*', dayOfWeek: '5' },
        warnings: [
          'Day of month and day of week are both restricted: it runs on days that match either one, not only both.',
        ],
        runsPerDay: 0.1718,
      },
    },
  ],

  async run({ expression, locale }) {
    const schedule = scheduleOf(expression)
    if (typeof schedule === 'string') {
      return { text: `expression: ${schedule}`, valid: false, fields: {}, warnings: [schedule] }
    }
    const runsPerDay = runsPerDayOf(schedule)
    const valid = runsPerDay > 0 || everRuns(schedule)
    return {
      text: await inWords(schedule, locale),
      valid,
      fields: { ...schedule.fields },
      warnings: warningsOf(schedule, !valid),
      runsPerDay,
    }
  },
})

async function inWords({ expression, pattern }: Schedule, locale: string): Promise<string> {
  const { toString } = await import('cronstrue/dist/cronstrue-i18n.js')
  try {
    return toString(expression.replaceAll('?', '*').replace(/ \+/, ' '), {
      locale,
      use24HourTimeFormat: true,
      logicalAndDayFields: pattern.useAndLogic,
    })
  } catch {
    // Libraries do not agree on every extension: croner took it, cronstrue has no words for it.
    return expression
  }
}

/** Four years with one leap day, entered a second early because a search leaves out its start. */
const SAMPLE_START = new Date('2024-12-31T23:59:59Z')
const SAMPLE_END = '2029-01-01T00:00:00'
const SAMPLE_DAYS = 1461

function runsPerDayOf({ pattern, fields }: Schedule): number {
  const times = timesOfDay(pattern).length
  if (runsEveryDay(pattern)) return times
  const { dayOfMonth, month, dayOfWeek } = fields
  const days = new Cron(`0 0 0 ${dayOfMonth} ${month} ${dayOfWeek}`, {
    ...CRON_OPTIONS,
    timezone: 'UTC',
    paused: true,
    stopAt: SAMPLE_END,
  })
  const runs = days.nextRuns(SAMPLE_DAYS, SAMPLE_START).length
  return Math.round((times * runs * 10_000) / SAMPLE_DAYS) / 10_000
}
