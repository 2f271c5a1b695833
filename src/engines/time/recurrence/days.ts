import { DAY_MS } from '../../../base/core/milliseconds.ts'

/** The Gregorian calendar on plain numbers, for loops over many thousand days. */

export interface Day {
  /** Days since 1 January 1970. */
  readonly epochDay: number
  readonly year: number
  readonly month: number
  readonly day: number
  /** 1 (Monday) to 7. */
  readonly weekday: number
}

export function dayOf(epochDay: number): Day {
  const date = new Date(epochDay * DAY_MS)
  return {
    epochDay,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay() || 7,
  }
}

/** For years from 100, below which `Date.UTC` means another century. */
export const epochDayOf = (year: number, month: number, day: number): number =>
  Date.UTC(year, month - 1, day) / DAY_MS

export const daysInMonth = (year: number, month: number): number =>
  epochDayOf(year, month + 1, 1) - epochDayOf(year, month, 1)

export const yearLength = (year: number): number =>
  epochDayOf(year + 1, 1, 1) - epochDayOf(year, 1, 1)

export const dayOfYear = ({ epochDay, year }: Day): number => epochDay - epochDayOf(year, 1, 1) + 1

/** The first day of week 1: of the week that has most of its days in the year, and so 4 January. */
export function weekYearStart(year: number, weekStart: number): number {
  const fourth = dayOf(epochDayOf(year, 1, 4))
  return fourth.epochDay - ((fourth.weekday - weekStart + 7) % 7)
}

/** The year whose week a day is in; with weeks from Monday, the ISO week year. */
export function weekYearOf(date: Day, weekStart: number): number {
  return dayOf(date.epochDay - ((date.weekday - weekStart + 7) % 7) + 3).year
}
