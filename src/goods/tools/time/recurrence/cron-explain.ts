import { Cron } from 'croner'
import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import {
  CRON_OPTIONS,
  cronExpression,
  everRuns,
  runsEveryDay,
  scheduleOf,
  timesOfDay,
  type Schedule,
  chosenOf,
  type CronField,
} from './_cron.ts'

export default defineTool({
  route: 'POST /api/cron-explain',
  name: 'Explain cron',
  description:
    'A cron expression in words, with its fields, runs per day and pitfalls pointed out.',
  asks: [
    'explain a crontab line',
    'translate a cron schedule to plain English',
    'what does my crontab line mean',
    'when does the job run',
  ],
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
      .describe('False if it is not a cron expression, or if no date fits, as with 30 February.'),
    fields: z.record(z.string(), z.string()).describe('Each field as it is written, by name.'),
    warnings: z.array(z.string()).describe('Known pitfalls of this expression, in English.'),
    runsPerDay: z.number().optional().describe('Runs per day, averaged over four years.'),
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
    // Libraries do not agree on every extension: croner accepts this one, cronstrue cannot describe
    // it.
    return expression
  }
}

/** Four years with one leap day, from a second earlier because a search leaves out its start. */
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

/** Known pitfalls of an expression, in English. */
function warningsOf(schedule: Schedule, isNever: boolean): readonly string[] {
  const checks = [
    isNever ? 'It never runs: no date fits.' : undefined,
    bothDays(schedule),
    ...unevenSteps(schedule),
    isNever ? undefined : shortMonths(schedule),
    everyMinute(schedule),
    clockChange(schedule),
    extensions(schedule),
  ]
  return checks.filter((warning) => warning !== undefined)
}

function bothDays({ pattern, fields }: Schedule): string | undefined {
  if (pattern.starDOM || pattern.starDOW || pattern.useAndLogic) return undefined
  const either =
    'Day of month and day of week are both restricted: it runs on days that match either one, not only both.'
  const isStarred = [fields.dayOfMonth, fields.dayOfWeek].some((field) => field?.startsWith('*'))
  return isStarred
    ? `${either} Vixie cron, on most Linux systems, runs only on days that match both, for one of the two begins with *.`
    : either
}

const CYCLES: readonly (readonly [CronField, number, string])[] = [
  ['second', 60, 'minute'],
  ['minute', 60, 'hour'],
  ['hour', 24, 'day'],
  ['month', 12, 'year'],
]

/** Steps count from the start of each cycle, not from the last run. */
function unevenSteps({ fields }: Schedule): readonly string[] {
  const uneven = CYCLES.flatMap(([name, length, cycle]) => {
    const step = Number(/^\*\/(\d+)$/.exec(fields[name] ?? '')?.[1] ?? 1)
    if (length % step === 0) return []
    return [
      `*/${step} in ${name} starts over every ${cycle}, so the last gap of a ${cycle} is shorter than ${step}.`,
    ]
  })
  const days = /^\*\/(\d+)$/.exec(fields.dayOfMonth ?? '')?.[1]
  if (days === undefined || days === '1') return uneven
  return [...uneven, `*/${days} in dayOfMonth starts over on the 1st of every month.`]
}

function shortMonths({ pattern }: Schedule): string | undefined {
  const { day, lastDayOfMonth, lastWeekday, nearestWeekdays } = pattern
  const days = chosenOf(day).map((at) => at + 1)
  const first = days[0]
  const others = lastDayOfMonth || lastWeekday || nearestWeekdays.some(Boolean)
  if (first === undefined || first <= 28 || others) return undefined
  return `Months without a day ${first} are skipped; L means the last day of every month.`
}

function everyMinute({ fields: { minute, hour } }: Schedule): string | undefined {
  if (minute !== '*' || hour === '*') return undefined
  return 'minute is *, so it runs in every minute of the chosen hours, not once.'
}

/** Most clock changes of the world are between one and three o'clock. */
function clockChange({ pattern }: Schedule): string | undefined {
  const hours = chosenOf(pattern.hour)
  if (!pattern.isFixedTime || !hours.some((hour) => hour === 1 || hour === 2)) return undefined
  return 'In a zone with DST, a time from 01:00 to 02:59 may not exist or come twice on the day of a clock change; some schedulers then skip or repeat the run.'
}

function extensions({ expression, fields }: Schedule): string | undefined {
  const known = [
    'second' in fields ? 'a leading field of seconds' : undefined,
    'year' in fields ? 'a field of years' : undefined,
    /[LW#?]/i.test(`${fields.dayOfMonth} ${fields.dayOfWeek?.replace(/[a-z]{3}/gi, '')}`)
      ? 'L, W, # and ?'
      : undefined,
    / \+/.test(expression) ? '+ for both days' : undefined,
    /(^|[\s,])\d+\//.test(expression) ? 'a step after a single number' : undefined,
  ].filter((extension) => extension !== undefined)
  if (known.length === 0) return undefined
  return `Plain Unix cron does not know ${known.join(', nor ')}.`
}
