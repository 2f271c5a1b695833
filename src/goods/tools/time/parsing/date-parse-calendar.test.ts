import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import dateParse from './date-parse.ts'

/**
 * A model of the calendar that shares no code with the tool: days since 1970, counted by the rules
 * of the Gregorian calendar, and phrases built from them instead of parsed.
 */
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const lengthOf = (year: number, month: number) =>
  [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0

interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

function numberOf({ year, month, day }: Day): number {
  let days = day - 1
  for (let at = 1970; at < year; at++) days += isLeap(at) ? 366 : 365
  for (let at = 1; at < month; at++) days += lengthOf(year, at)
  return days
}

function dayOf(number: number): Day {
  let [year, month, rest] = [1970, 1, number]
  for (; rest >= (isLeap(year) ? 366 : 365); year++) rest -= isLeap(year) ? 366 : 365
  for (; rest >= lengthOf(year, month); month++) rest -= lengthOf(year, month)
  return { year, month, day: rest + 1 }
}

const plusDays = (day: Day, days: number): Day => dayOf(numberOf(day) + days)

function plusMonths({ year, month, day }: Day, months: number): Day {
  const index = year * 12 + month - 1 + months
  const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1]
  return { year: toYear, month: toMonth, day: Math.min(day, lengthOf(toYear, toMonth)) }
}

/** 0 is Monday: 1 January 1970 was a Thursday. */
const weekdayOf = (day: Day): number => (numberOf(day) + 3) % 7

function nthWeekday(year: number, month: number, weekday: number, nth: number): Day {
  const length = lengthOf(year, month)
  const days = Array.from({ length }, (_, at) => ({ year, month, day: at + 1 }))
  return days.filter((day) => weekdayOf(day) === weekday).at(nth)!
}

const two = (value: number): string => String(value).padStart(2, '0')
const iso = ({ year, month, day }: Day): string => `${year}-${two(month)}-${two(day)}`

const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
const ORDINALS = 'first second third fourth'.split(' ')
const suffix = (day: number): string =>
  day > 3 && day < 21 ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')

const REFERENCES: readonly Day[] = [
  { year: 2024, month: 2, day: 29 },
  { year: 2025, month: 12, day: 31 },
  { year: 2026, month: 1, day: 31 },
  { year: 2026, month: 3, day: 29 },
  { year: 2026, month: 6, day: 17 },
  { year: 2027, month: 2, day: 28 },
  { year: 2028, month: 1, day: 1 },
  { year: 2099, month: 12, day: 15 },
  { year: 2100, month: 2, day: 28 },
]

type Case = readonly [text: string, today: Day, expected: Day]

const relative = (today: Day, at: number): readonly Case[] => {
  const nextMonth = plusMonths({ ...today, day: 1 }, 1)
  const weekday = (at * 3) % 7
  const name = WEEKDAYS[weekday]!
  const coming = plusDays(today, (weekday - weekdayOf(today) + 7) % 7)
  const nth = at % 4
  return [
    ['tomorrow', today, plusDays(today, 1)],
    ['the day before yesterday', today, plusDays(today, -2)],
    [`in ${at + 2} days`, today, plusDays(today, at + 2)],
    [`${at + 2} weeks ago`, today, plusDays(today, -7 * (at + 2))],
    [`in ${at + 2} months`, today, plusMonths(today, at + 2)],
    [`${at + 2} years from now`, today, plusMonths(today, 12 * (at + 2))],
    [`in ${at + 2} fortnights`, today, plusDays(today, 14 * (at + 2))],
    [name, today, coming],
    [`${name} week`, today, plusDays(coming, 7)],
    [`three weeks from ${name}`, today, plusDays(coming, 21)],
    [`${at + 2} days before ${name}`, today, plusDays(coming, -at - 2)],
    ['a week from tomorrow', today, plusDays(today, 8)],
    [`the ${at + 1}${suffix(at + 1)} of next month`, today, { ...nextMonth, day: at + 1 }],
    ['the last day of next month', today, plusDays(plusMonths(nextMonth, 1), -1)],
    [
      `${ORDINALS[nth]} ${name} of next month`,
      today,
      nthWeekday(nextMonth.year, nextMonth.month, weekday, nth),
    ],
    [`last ${name} of this month`, today, nthWeekday(today.year, today.month, weekday, -1)],
    ['the first of next year', today, { year: today.year + 1, month: 1, day: 1 }],
    ['the last day of the year', today, { year: today.year, month: 12, day: 31 }],
  ]
}

const absolute = Array.from({ length: 60 }, (_, at): readonly Case[] => {
  const day = dayOf(18_262 + at * 233)
  const { year, month } = day
  const [name, short] = [MONTHS[month - 1]!, MONTHS[month - 1]!.slice(0, 3)]
  const weekday = WEEKDAYS[weekdayOf(day)]!
  const number = `${day.day}${suffix(day.day)}`
  const today = REFERENCES[at % REFERENCES.length]!
  const other = at % 7
  const texts = [
    `${day.day} ${name} ${year}`,
    `${name} ${number}, ${year}`,
    `${weekday}, ${number} of ${name} ${year}`,
    `${weekday.slice(0, 3)} ${short} ${day.day} ${year}`,
    `the ${number} of ${name} ${year}`,
    `${short}. ${day.day}, ${year}`,
    `${year}/${two(month)}/${two(day.day)}`,
  ]
  return [
    [texts[at % texts.length]!, today, day],
    [
      `${ORDINALS[at % 4]} ${WEEKDAYS[other]} of ${name} ${year}`,
      today,
      nthWeekday(year, month, other, at % 4),
    ],
    [`the last ${WEEKDAYS[other]} in ${name} ${year}`, today, nthWeekday(year, month, other, -1)],
    [`${at + 1} days after ${day.day} ${name} ${year}`, today, plusDays(day, at + 1)],
  ]
}).flat()

async function read(text: string, today: Day): Promise<Record<string, unknown>> {
  return runExample(dateParse, { text, referenceIso: `${iso(today)}T12:00:00Z` })
}

describe.each(REFERENCES.map((today, at) => [iso(today), today, at] as const))(
  'seen from %s',
  (_iso, today, at) => {
    test.each(relative(today, at))('%s', { tags: 'long' }, async (text, from, expected) => {
      expect(await read(text, from)).toMatchObject({ date: iso(expected), ambiguous: false })
    })
  },
)

test.each(absolute)('%s', async (text, today, expected) => {
  expect(await read(text, today)).toMatchObject({ date: iso(expected), ambiguous: false })
})

const HOURS = 'one two three four five six seven eight nine ten eleven'.split(' ')

test.each(HOURS.map((name, at) => [name, at + 1] as const))(
  '%s on the clock',
  async (name, hour) => {
    const today = { year: 2026, month: 6, day: 17 }
    const at = async (text: string) => (await read(text, today))['iso']
    const clock = (minutes: number) =>
      `2026-06-17T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00Z`
    const noon = 720
    expect(await at(`half past ${name} pm`)).toBe(clock(hour * 60 + 30 + noon))
    expect(await at(`quarter past ${name} in the afternoon`)).toBe(clock(hour * 60 + 15 + noon))
    expect(await at(`twenty to ${name} pm`)).toBe(clock(hour * 60 - 20 + noon))
    expect(await at(`ten past ${hour} am`)).toBe(clock(hour * 60 + 10))
    expect(await at(`${name} o'clock in the morning`)).toBe(clock(hour * 60))
  },
)
