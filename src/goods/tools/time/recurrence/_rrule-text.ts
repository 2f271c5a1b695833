import { WEEKDAYS } from '../../../../engines/time/instants.ts'
import { isSubDaily } from '../../../../engines/time/recurrence/rrule-expand.ts'
import type { Rule, RuleDay } from '../../../../engines/time/recurrence/rrule.ts'

const NOUNS: Readonly<Record<Rule['freq'], string>> = {
  YEARLY: 'year',
  MONTHLY: 'month',
  WEEKLY: 'week',
  DAILY: 'day',
  HOURLY: 'hour',
  MINUTELY: 'minute',
  SECONDLY: 'second',
}

const MONTHS =
  'January February March April May June July August September October November December'.split(' ')

/** The rule in English, without what it takes from its start, such as the time of day. */
export function ruleInWords(rule: Rule): string {
  const { freq, interval, count, until, bySetPos } = rule
  const noun = NOUNS[freq]
  const phrases = [
    interval === 1 ? `every ${noun}` : `every ${interval} ${noun}s`,
    rule.byMonth.length > 0 ? `in ${listed(rule.byMonth.map((month) => MONTHS[month - 1]))}` : '',
    rule.byWeekNo.length > 0 ? `in the ${places(rule.byWeekNo, 'week')}` : '',
    daysInWords(rule),
    timesInWords(rule),
  ].filter((phrase) => phrase !== '')
  const position = bySetPos.length > 0 ? `, only the ${places(bySetPos)} of each ${noun}` : ''
  const end =
    count !== undefined ? `, ${count === 1 ? 'once' : `${count} times`}` : untilInWords(until)
  return phrases.join(' ') + position + end
}

function daysInWords({ byDay, byMonthDay, byYearDay }: Rule): string {
  const dates = [
    byMonthDay.length > 0 ? `the ${places(byMonthDay, 'day')}` : '',
    byYearDay.length > 0 ? `the ${places(byYearDay, 'day of the year')}` : '',
  ].filter((date) => date !== '')
  if (byDay.length === 0) return dates.length > 0 ? `on ${dates.join(' that is ')}` : ''
  const weekdays = weekdaysInWords(byDay)
  return `on ${weekdays}${dates.length > 0 ? ` if it is ${dates.join(' and ')}` : ''}`
}

function weekdaysInWords(days: readonly RuleDay[]): string {
  const plain = days.filter(({ nth }) => nth === undefined).map(({ weekday }) => weekday)
  const isWorkWeek = plain.length === 5 && days.length === 5 && !plain.some((day) => day > 5)
  if (isWorkWeek) return 'weekdays'
  const names = days.map(({ weekday, nth }) => {
    const name = WEEKDAYS[weekday - 1]
    return nth === undefined ? name : `the ${places([nth], name)}`
  })
  return listed(names)
}

const TIMES_MAX = 12

function timesInWords(rule: Rule): string {
  const { byHour, byMinute, bySecond } = rule
  const isClock = !isSubDaily(rule) && byHour.length > 0 && byHour.length * byMinute.length > 0
  const times = byHour.flatMap((hour) => byMinute.map((minute) => `${two(hour)}:${two(minute)}`))
  if (isClock && bySecond.length === 0 && times.length <= TIMES_MAX) return `at ${listed(times)}`
  return [counts('hour', byHour), counts('minute', byMinute), counts('second', bySecond)]
    .filter((phrase) => phrase !== '')
    .join(', ')
}

const counts = (noun: string, values: readonly number[]): string =>
  values.length === 0
    ? ''
    : `in ${noun}${values.length > 1 ? 's' : ''} ${listed(values.map(String))}`

function untilInWords(until: string | undefined): string {
  if (until === undefined) return ''
  const [, year, month, day, hour, minute, zone = ''] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z?))?$/.exec(until) ?? []
  const time = hour === undefined ? '' : ` ${hour}:${minute}${zone && ' UTC'}`
  return `, until ${year}-${month}-${day}${time}`
}

/** `1st and last day`, `2nd to last Friday`. */
const places = (numbers: readonly number[], noun?: string): string =>
  listed(numbers.toSorted(negativesLast).map(place)) + (noun === undefined ? '' : ` ${noun}`)

const negativesLast = (one: number, other: number): number =>
  Number(one < 0) - Number(other < 0) || Math.abs(one) - Math.abs(other)

function place(number: number): string {
  if (number === -1) return 'last'
  return number < 0 ? `${ordinal(-number)} to last` : ordinal(number)
}

function ordinal(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1
  return number + ((isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th')
}

const two = (number: number): string => String(number).padStart(2, '0')

const AND = new Intl.ListFormat('en', { type: 'conjunction' })

const listed = (items: readonly (string | undefined)[]): string =>
  AND.format(items.filter((item) => item !== undefined))
