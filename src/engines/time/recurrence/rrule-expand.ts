import type { Rule } from './rrule.ts'
import {
  dayOf,
  dayOfYear,
  daysInMonth,
  epochDayOf,
  weekYearOf,
  weekYearStart,
  yearLength,
  type Day,
} from './days.ts'

/**
 * Expansion of a rule on a wall clock without zone, in seconds since 1970 as that clock counts.
 * The `rrule` package is not used for this: rules such as FREQ=HOURLY;INTERVAL=2;BYHOUR=1, or
 * 30 February, keep it busy for ever or for seconds, with no way to stop it. Here each day or tick
 * that is looked at takes from a budget.
 */
const BUDGET = 150_000

const DAY = 86_400
const YEAR_MAX = 9999

/** Times in order, the start among them only if it fits the rule. */
export function* wallTimes(sent: Rule, start: number): Generator<number> {
  const rule = withDefaults(sent, start)
  const unit = UNITS[rule.freq] ?? DAY
  const times = timesWithin(rule, unit)
  for (const all of unit === DAY ? periods(rule, start) : ticks(rule, start, unit)) {
    const bases = rule.bySetPos.length > 0 ? all : all.filter((base) => base + unit > start)
    for (const index of indexes(bases.length * times.length, rule.bySetPos)) {
      const base = bases[Math.floor(index / times.length)] ?? 0
      const time = base + (times[index % times.length] ?? 0)
      if (time >= start) yield time
    }
  }
}

/** Places in a set that may be too large to write out. */
function* indexes(size: number, positions: readonly number[]): Generator<number> {
  if (positions.length === 0) for (let index = 0; index < size; index++) yield index
  const chosen = positions.map((place) => (place > 0 ? place - 1 : size + place))
  const inside = chosen.filter((index) => index >= 0 && index < size)
  yield* [...new Set(inside)].toSorted((one, other) => one - other)
}

/** Seconds into a day, hour, minute or second at which the rule has its times. */
function timesWithin(rule: Rule, unit: number): readonly number[] {
  const hours = unit > 3600 ? rule.byHour : [0]
  const minutes = unit > 60 ? rule.byMinute : [0]
  const seconds = unit > 1 ? rule.bySecond : [0]
  return hours.flatMap((hour) =>
    minutes.flatMap((minute) => seconds.map((second) => hour * 3600 + minute * 60 + second)),
  )
}

const UNITS: Readonly<Partial<Record<Rule['freq'], number>>> = {
  HOURLY: 3600,
  MINUTELY: 60,
  SECONDLY: 1,
}

export const isSubDaily = ({ freq }: Rule): boolean => freq in UNITS

/** What the rule leaves open is taken from the start. */
function withDefaults(rule: Rule, start: number): Rule {
  const { month, day, weekday } = dayOf(Math.floor(start / DAY))
  const second = start - Math.floor(start / DAY) * DAY
  const { freq, byMonth, byWeekNo, byYearDay, byMonthDay, byDay } = rule
  const hasDays = [byYearDay, byMonthDay, byDay].some(({ length }) => length > 0)
  const isDated = !hasDays && byWeekNo.length === 0 && (freq === 'YEARLY' || freq === 'MONTHLY')
  const isOnWeekday = !hasDays && (freq === 'WEEKLY' || byWeekNo.length > 0)
  return {
    ...rule,
    byMonth: isDated && freq === 'YEARLY' && byMonth.length === 0 ? [month] : byMonth,
    byMonthDay: isDated ? [day] : byMonthDay,
    byDay: isOnWeekday ? [{ weekday }] : byDay,
    byHour: or(rule.byHour, freq === 'HOURLY' || isFiner(freq) ? [] : [Math.floor(second / 3600)]),
    byMinute: or(rule.byMinute, isFiner(freq) ? [] : [Math.floor(second / 60) % 60]),
    bySecond: or(rule.bySecond, freq === 'SECONDLY' ? [] : [second % 60]),
  }
}

const isFiner = (freq: Rule['freq']): boolean => freq === 'MINUTELY' || freq === 'SECONDLY'

const or = (given: readonly number[], otherwise: readonly number[]): readonly number[] =>
  given.length > 0 ? given : otherwise

/** The fitting days of each year, month, week or day, by the second at which they begin. */
function* periods(rule: Rule, start: number): Generator<readonly number[]> {
  const first = dayOf(Math.floor(start / DAY))
  let budget = BUDGET
  for (let step = 0; budget > 0; step += rule.interval) {
    const days = candidates(rule, first, step)
    if (days === undefined) return
    budget -= days.length + 1
    yield days.filter((day) => fits(rule, dayOf(day))).map((day) => day * DAY)
  }
}

/** The days of a period, those of other months left out; nothing beyond the last year. */
function candidates(rule: Rule, first: Day, step: number): readonly number[] | undefined {
  if (rule.freq === 'DAILY') return stretch(first.epochDay + step, 1)
  if (rule.freq === 'WEEKLY') {
    const back = (first.weekday - rule.weekStart + 7) % 7
    return stretch(first.epochDay - back + step * 7, 7)
  }
  if (rule.byWeekNo.length > 0) {
    const year = weekYearOf(first, rule.weekStart) + step
    const [start, end] = [year, year + 1].map((at) => weekYearStart(at, rule.weekStart))
    return stretch(start ?? 0, (end ?? 0) - (start ?? 0))
  }
  if (rule.freq === 'YEARLY') {
    const year = first.year + step
    if (year > YEAR_MAX) return undefined
    return or(rule.byMonth, MONTHS).flatMap((month) => monthDays(year, month))
  }
  const months = first.month - 1 + step
  const [year, month] = [first.year + Math.floor(months / 12), (months % 12) + 1]
  if (year > YEAR_MAX) return undefined
  return rule.byMonth.length === 0 || rule.byMonth.includes(month) ? monthDays(year, month) : []
}

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1)
const LAST_DAY = epochDayOf(YEAR_MAX, 12, 31)

const stretch = (first: number, count: number): readonly number[] | undefined =>
  first > LAST_DAY ? undefined : Array.from({ length: count }, (_, at) => first + at)

const monthDays = (year: number, month: number): readonly number[] =>
  stretch(epochDayOf(year, month, 1), daysInMonth(year, month)) ?? []

/** Each fitting hour, minute or second; whole days, hours and minutes that do not fit are leapt. */
function* ticks(rule: Rule, start: number, unit: number): Generator<readonly number[]> {
  const base = Math.floor(start / unit) * unit
  const step = rule.interval * unit
  const end = (LAST_DAY + 1) * DAY
  let time = base
  for (let budget = BUDGET; budget > 0 && time < end; budget--) {
    const next = misfitEnd(rule, time, unit)
    if (next === undefined) yield [time]
    time = next === undefined ? time + step : base + Math.ceil((next - base) / step) * step
  }
}

/** Where the day, hour or minute ends that the rule leaves out, if this is in one. */
function misfitEnd(rule: Rule, time: number, unit: number): number | undefined {
  const day = Math.floor(time / DAY)
  const second = time - day * DAY
  const hour = Math.floor(second / 3600)
  const minute = Math.floor(second / 60)
  if (!fits(rule, dayOf(day))) return (day + 1) * DAY
  if (lacks(rule.byHour, hour)) return day * DAY + (hour + 1) * 3600
  if (unit < 3600 && lacks(rule.byMinute, minute % 60)) return day * DAY + (minute + 1) * 60
  if (unit === 1 && lacks(rule.bySecond, second % 60)) return time + 1
  return undefined
}

const lacks = (allowed: readonly number[], value: number): boolean =>
  allowed.length > 0 && !allowed.includes(value)

/** Whether a day passes all parts that speak of days. */
function fits(rule: Rule, date: Day): boolean {
  const { byMonth, byMonthDay, byYearDay, byWeekNo, byDay } = rule
  return (
    !lacks(byMonth, date.month) &&
    (byDay.length === 0 || byDay.some((day) => isNth(rule, day, date))) &&
    (byMonthDay.length === 0 || isAt(byMonthDay, date.day, daysInMonth(date.year, date.month))) &&
    (byYearDay.length === 0 || isAt(byYearDay, dayOfYear(date), yearLength(date.year))) &&
    (byWeekNo.length === 0 || isInWeek(byWeekNo, rule.weekStart, date))
  )
}

/** Counted from the start, or as a negative number from the end. */
const isAt = (allowed: readonly number[], place: number, length: number): boolean =>
  allowed.includes(place) || allowed.includes(place - length - 1)

function isNth(
  { freq, byMonth }: Rule,
  { weekday, nth }: Rule['byDay'][number],
  date: Day,
): boolean {
  if (weekday !== date.weekday || nth === undefined) return weekday === date.weekday
  const isInMonth = freq === 'MONTHLY' || byMonth.length > 0
  const place = isInMonth ? date.day : dayOfYear(date)
  const length = isInMonth ? daysInMonth(date.year, date.month) : yearLength(date.year)
  return nth === Math.ceil(place / 7) || nth === -Math.ceil((length - place + 1) / 7)
}

function isInWeek(allowed: readonly number[], weekStart: number, date: Day): boolean {
  const year = weekYearOf(date, weekStart)
  const first = weekYearStart(year, weekStart)
  const weeks = (weekYearStart(year + 1, weekStart) - first) / 7
  return isAt(allowed, Math.floor((date.epochDay - first) / 7) + 1, weeks)
}
