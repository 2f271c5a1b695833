import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import calendarConvert from './calendar-convert.ts'
import movableFeasts from './movable-feasts.ts'

const { days } = JSON.parse(await readFile('test/fixtures/chinese-new-years.json', 'utf8')) as {
  days: readonly string[]
}

const chineseOf = async (date: string): Promise<Record<string, unknown>> => {
  const { calendars } = await runExample(calendarConvert, { date, to: 'chinese' })
  return (calendars as Record<string, Record<string, unknown>>)['chinese'] ?? {}
}

describe('the Chinese calendar', () => {
  test('every new year from 1901 to 2099 is on the day of the new moon in Beijing', async () => {
    const wrong: unknown[] = []
    for (const right of days) {
      const year = Number(right.slice(0, 4))
      const { lunarNewYear } = await runExample(movableFeasts, { year })
      if (lunarNewYear !== right) wrong.push([year, lunarNewYear, right])
    }
    expect([days.length, wrong]).toEqual([199, []])
  }, 60_000)

  test.each([
    ['2027-02-06', { year: 2027, month: 1, day: 1, text: 'First Month 1, 2027(ding-wei)' }],
    ['2030-02-02', { year: 2029, month: 12, day: 30 }],
    ['2025-07-25', { year: 2025, month: 7, isLeapMonth: true, monthName: 'Leap Sixth Month' }],
    ['2033-12-22', { year: 2033, month: 12, isLeapMonth: true }],
    ['1887-03-25', { year: 1887, month: 3, day: 1 }],
    ['1906-04-23', { year: 1906, month: 3, day: 30 }],
    ['1906-04-24', { year: 1906, month: 4, day: 1 }],
    ['1922-06-25', { year: 1922, month: 6, isLeapMonth: true, day: 1 }],
  ])('%s', async (date, shown) => {
    expect(await chineseOf(date)).toMatchObject(shown)
  })

  test('a date goes there and back, also in leap months', async () => {
    for (const date of ['1901-02-19', '2023-03-22', '2033-12-25', '2034-01-20', '2099-12-31']) {
      const { year, month, day } = await chineseOf(date)
      const asked = { date: [year, month, day].join('-'), from: 'chinese', to: 'gregorian' }
      expect(await runExample(calendarConvert, asked)).toMatchObject({ gregorian: date })
    }
    const leap = { date: '2025-M06L-01', from: 'chinese', to: 'gregorian' }
    expect(await runExample(calendarConvert, leap)).toMatchObject({ gregorian: '2025-07-25' })
    const none = { date: '2026-M06L-01', from: 'chinese', to: 'gregorian' }
    await expect(runExample(calendarConvert, none)).rejects.toThrow(/^date: /)
  })
})
