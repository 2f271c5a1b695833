import { Cron, CronPattern } from 'croner'
import { z } from 'zod'

/** Allows `5/15`, and no hour of a list is lost on the day of a clock change. */
export const CRON_OPTIONS = { sloppyRanges: true, fixedTimeRule: 'no-wildcard' } as const

export const cronExpression = () =>
  z
    .string()
    .max(200)
    .describe('Five fields, six with seconds, seven with a year, or a nickname such as @daily.')

const FIELDS = [
  { name: 'second', allowed: '0-59' },
  { name: 'minute', allowed: '0-59' },
  { name: 'hour', allowed: '0-23' },
  { name: 'dayOfMonth', allowed: '1-31, L, LW or 15W' },
  { name: 'month', allowed: '1-12 or JAN-DEC' },
  { name: 'dayOfWeek', allowed: '0-7 or SUN-SAT, 5L or 5#2' },
  { name: 'year', allowed: '1-9999' },
] as const

export type CronField = (typeof FIELDS)[number]['name']

export interface Schedule {
  readonly pattern: CronPattern
  /** The expression with nicknames such as `@daily` expanded. */
  readonly expression: string
  readonly fields: Readonly<Partial<Record<CronField, string>>>
}

/** A schedule, or the reason why there is none. */
export function scheduleOf(text: string): Schedule | string {
  const sent = text.trim()
  if (/^@reboot$/i.test(sent)) return '@reboot names an event, not a time'
  const pattern = patternOf(sent)
  // croner reads "12:00" as a date.
  if (pattern && !sent.includes(':')) {
    const expression = pattern.pattern.trim().replace(/\s+/g, ' ')
    return { pattern, expression, fields: fieldsOf(expression) }
  }
  const fields = Object.entries(fieldsOf(sent))
  const count = sent === '' ? 0 : sent.split(/\s+/).length
  if (count < 5 || count > 7) {
    return `must have five fields (minute, hour, day of month, month, day of week), six with seconds before them, seven with a year after them, or be a nickname such as @daily; has ${count}`
  }
  const wrong = FIELDS.find(({ name }) => !isField(name, Object.fromEntries(fields)[name]))
  if (!wrong) return 'is not a cron expression'
  return `${wrong.name} "${Object.fromEntries(fields)[wrong.name]}" is not valid, allowed are * and ${wrong.allowed}, lists (1,5), ranges (1-5, not wrapping) and steps (*/5) no larger than the field`
}

function patternOf(text: string): CronPattern | undefined {
  // A step without a start, as in "/5", is a mistake that croner accepts.
  if (/(^|[\s,])\//.test(text)) return undefined
  try {
    return new CronPattern(text, undefined, CRON_OPTIONS)
  } catch {
    return undefined
  }
}

/** By position: five fields leave out second and year, six the year. */
function fieldsOf(expression: string): Schedule['fields'] {
  const values = expression.split(/\s+/)
  const named = FIELDS.slice(values.length === 5 ? 1 : 0)
  return Object.fromEntries(values.slice(0, 7).map((value, at) => [named[at]?.name ?? '', value]))
}

function isField(name: CronField, value: string | undefined): boolean {
  if (value === undefined) return true
  return (
    patternOf(FIELDS.map((field) => (field.name === name ? value : '*')).join(' ')) !== undefined
  )
}

/** Any moment works, because croner searches more than a thousand years in both directions. */
const SEARCH_START = new Date('2000-01-01T00:00:00Z')

/** Whether any date fits; none does for 30 February. */
export function everRuns({ expression }: Schedule): boolean {
  const cron = new Cron(expression, { ...CRON_OPTIONS, timezone: 'UTC', paused: true })
  return cron.nextRuns(1, SEARCH_START).length > 0 || cron.previousRuns(1, SEARCH_START).length > 0
}

const EVERY_WEEKDAY = 63
const DAY_SECONDS = 86_400

/**
 * Whether it runs every day. If day of month and day of week are both restricted, either one is
 * enough.
 */
export function runsEveryDay(pattern: CronPattern): boolean {
  const { day, month, dayOfWeek, starDOM, starDOW, starYear, useAndLogic } = pattern
  const isEveryDate = day.every(Boolean)
  const isEveryWeekday = dayOfWeek.every((nth) => nth === EVERY_WEEKDAY)
  const isEither = !useAndLogic && !starDOM && !starDOW && (isEveryDate || isEveryWeekday)
  return month.every(Boolean) && starYear && ((isEveryDate && isEveryWeekday) || isEither)
}

/** Seconds after midnight of its runs on a day with runs, in order. */
export function timesOfDay({ hour, minute, second }: CronPattern): readonly number[] {
  const hours = chosenOf(hour)
  const [minutes, seconds] = [chosenOf(minute), chosenOf(second)]
  return hours.flatMap((h) => minutes.flatMap((m) => seconds.map((s) => h * 3600 + m * 60 + s)))
}

export const chosenOf = (flags: readonly number[]): readonly number[] =>
  flags.flatMap((flag, at) => (flag ? [at] : []))

/** The gap between runs in local time, if it is always the same. */
export function evenGapSeconds(pattern: CronPattern): number | undefined {
  const times = timesOfDay(pattern)
  if (runsEveryDay(pattern)) {
    const gap = DAY_SECONDS / times.length
    return times.every((time, at) => time === (times[0] ?? 0) + at * gap) ? gap : undefined
  }
  const { month, dayOfWeek, starDOM, starYear } = pattern
  const isWeekly =
    starDOM && starYear && month.every(Boolean) && dayOfWeek.filter(Boolean).length === 1
  const isEachWeek = isWeekly && dayOfWeek.includes(EVERY_WEEKDAY)
  return isEachWeek && times.length === 1 ? 7 * DAY_SECONDS : undefined
}
