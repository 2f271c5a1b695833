import { badInput } from '../../../base/core/fault.ts'

/** Recurrence rules of iCalendar (RFC 5545, 3.3.10), read. */

export const FREQUENCIES = [
  'YEARLY',
  'MONTHLY',
  'WEEKLY',
  'DAILY',
  'HOURLY',
  'MINUTELY',
  'SECONDLY',
] as const

export type Frequency = (typeof FREQUENCIES)[number]

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/** A weekday from 1 (Monday) to 7; `nth` counts within month or year, from the end if negative. */
export interface RuleDay {
  readonly weekday: number
  readonly nth?: number
}

export interface Rule {
  readonly freq: Frequency
  readonly interval: number
  readonly count?: number
  /** As written: a date, or a date and time, with Z if in UTC. */
  readonly until?: string
  readonly weekStart: number
  readonly byMonth: readonly number[]
  readonly byWeekNo: readonly number[]
  readonly byYearDay: readonly number[]
  readonly byMonthDay: readonly number[]
  readonly byDay: readonly RuleDay[]
  readonly byHour: readonly number[]
  readonly byMinute: readonly number[]
  readonly bySecond: readonly number[]
  readonly bySetPos: readonly number[]
}

const KNOWN =
  'FREQ INTERVAL COUNT UNTIL WKST BYMONTH BYWEEKNO BYYEARDAY BYMONTHDAY BYDAY BYHOUR BYMINUTE BYSECOND BYSETPOS'
const INTERVAL_MAX = 1_000_000
const COUNT_MAX = 1_000_000_000

export function parseRule(text: string): Rule {
  const parts = partsOf(text)
  const rule: Rule = {
    freq: frequencyOf(parts.get('FREQ')),
    interval: wholeOf(parts, 'INTERVAL', INTERVAL_MAX) ?? 1,
    ...partOf('count', wholeOf(parts, 'COUNT', COUNT_MAX)),
    ...partOf('until', untilOf(parts.get('UNTIL'))),
    weekStart: weekdayOf('WKST', parts.get('WKST') ?? 'MO'),
    byMonth: numbersOf(parts, 'BYMONTH', 1, 12),
    byWeekNo: numbersOf(parts, 'BYWEEKNO', -53, 53),
    byYearDay: numbersOf(parts, 'BYYEARDAY', -366, 366),
    byMonthDay: numbersOf(parts, 'BYMONTHDAY', -31, 31),
    byDay: daysOf(parts.get('BYDAY')),
    byHour: numbersOf(parts, 'BYHOUR', 0, 23),
    byMinute: numbersOf(parts, 'BYMINUTE', 0, 59),
    bySecond: numbersOf(parts, 'BYSECOND', 0, 59),
    bySetPos: numbersOf(parts, 'BYSETPOS', -366, 366),
  }
  refuseMisfits(rule, parts)
  return rule
}

const refusal = (problem: string) => badInput(`rule: ${problem}`)

const partOf = <K extends string, V>(key: K, value: V | undefined): { readonly [_ in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [_ in K]: V })

type RuleParts = ReadonlyMap<string, string>

function partsOf(text: string): RuleParts {
  const body = text.trim().replace(/^RRULE:/i, '')
  const parts = new Map<string, string>()
  for (const part of body.split(';').filter((part) => part.trim() !== '')) {
    const [, name = '', value = ''] = /^\s*([A-Z]+)\s*=\s*(\S+)\s*$/.exec(part.toUpperCase()) ?? []
    if (!KNOWN.split(' ').includes(name)) {
      const said = JSON.stringify(part.slice(0, 40))
      throw refusal(`${said} is not a part such as FREQ=DAILY, allowed are ${KNOWN}`)
    }
    if (parts.has(name)) throw refusal(`${name} must not occur twice`)
    parts.set(name, value)
  }
  return parts
}

function frequencyOf(value: string | undefined): Frequency {
  const freq = FREQUENCIES.find((name) => name === value)
  if (!freq) throw refusal(`FREQ must be one of ${FREQUENCIES.join(', ')}`)
  return freq
}

function wholeOf(parts: RuleParts, name: string, most: number): number | undefined {
  const value = parts.get(name)
  if (value === undefined) return undefined
  const number = /^\d{1,10}$/.test(value) ? Number(value) : 0
  if (number < 1 || number > most) throw refusal(`${name} must be a whole number from 1 to ${most}`)
  return number
}

function untilOf(value: string | undefined): string | undefined {
  if (value === undefined || /^\d{8}(T\d{6}Z?)?$/.test(value)) return value
  throw refusal('UNTIL must look like 20261231, 20261231T235959 or 20261231T235959Z')
}

function numbersOf(parts: RuleParts, name: string, least: number, most: number): readonly number[] {
  const value = parts.get(name)
  if (value === undefined) return []
  const numbers = value.split(',').map((item) => (/^[+-]?\d{1,3}$/.test(item) ? Number(item) : NaN))
  const isAllowed = (number: number) =>
    number >= least && number <= most && (least >= 0 || number !== 0)
  if (numbers.every(isAllowed)) return ascending(numbers)
  const but = least < 0 ? ', but not 0' : ''
  throw refusal(`${name} must list numbers from ${least} to ${most}${but}`)
}

const ascending = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].toSorted((one, other) => one - other)

function daysOf(value: string | undefined): readonly RuleDay[] {
  if (value === undefined) return []
  return [...new Set(value.split(','))].map((item) => {
    const [, digits, name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(item) ?? []
    const weekday = weekdayOf('BYDAY', name)
    const nth = Number(digits)
    if (digits === undefined) return { weekday }
    if (nth === 0 || Math.abs(nth) > 53) throw refusal('BYDAY must count from 1 to 53 or from -1')
    return { weekday, nth }
  })
}

function weekdayOf(part: string, name: string): number {
  const weekday = DAYS.indexOf(name) + 1
  if (weekday === 0) throw refusal(`${part} must name days by ${DAYS.join(', ')}, as in 2TU`)
  return weekday
}

/** What the RFC forbids to combine, for there it would mean nothing or anything. */
function refuseMisfits({ freq, byDay, byWeekNo, ...rule }: Rule, parts: RuleParts): void {
  const only = (name: string, value: readonly unknown[], ...frequencies: readonly Frequency[]) => {
    if (value.length === 0 || frequencies.includes(freq)) return
    throw refusal(`${name} must not be used with FREQ=${freq}`)
  }
  only('BYWEEKNO', byWeekNo, 'YEARLY')
  only('BYYEARDAY', rule.byYearDay, 'YEARLY', 'HOURLY', 'MINUTELY', 'SECONDLY')
  const counted = byDay.filter(({ nth }) => nth !== undefined)
  only('BYDAY with a number', counted, 'YEARLY', 'MONTHLY')
  if (freq === 'WEEKLY' && rule.byMonthDay.length > 0) {
    throw refusal('BYMONTHDAY must not be used with FREQ=WEEKLY')
  }
  if (counted.length > 0 && byWeekNo.length > 0) {
    throw refusal('BYDAY with a number must not be used with BYWEEKNO')
  }
  if (rule.count !== undefined && rule.until !== undefined) {
    throw refusal('COUNT and UNTIL must not be used together')
  }
  const others = [...parts.keys()].filter((name) => name.startsWith('BY') && name !== 'BYSETPOS')
  if (rule.bySetPos.length > 0 && others.length === 0) {
    throw refusal('BYSETPOS must be used with another BY part')
  }
}
