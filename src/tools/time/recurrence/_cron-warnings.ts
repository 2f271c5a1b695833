import { chosenOf, type CronField, type Schedule } from './_cron.ts'

/** What commonly surprises people about an expression, in English. */
export function warningsOf(schedule: Schedule, isNever: boolean): readonly string[] {
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

/** Most clock changes of the world fall between one and three. */
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
