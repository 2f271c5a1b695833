import { z } from 'zod'
import { DAY_MS } from '../../../base/core/milliseconds.ts'

export const TREND =
  'Change from the mean of the earlier half to that of the later half, in percent; null if unknown.'

export const trendField = () => z.number().nullable().describe(TREND)

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

export const rounded = (value: number, places: number): number =>
  Math.round(value * 10 ** places) / 10 ** places

/** The trend of values in order of time; with an odd count, the middle one is in neither half. */
export function trendPct(values: readonly number[]): number | null {
  const half = Math.floor(values.length / 2)
  const before = mean(values.slice(0, half))
  const after = mean(values.slice(values.length - half))
  if (before === null || after === null || before === 0) return null
  return rounded((after / before - 1) * 100, 1)
}

export const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)

/** The last whole days before a moment, in UTC. */
export function lastDays(
  nowMs: number,
  days: number,
): { readonly from: string; readonly to: string } {
  return { from: dayOf(nowMs - days * DAY_MS), to: dayOf(nowMs - DAY_MS) }
}

/** The days from one day to another, both included. */
export function daysBetween(from: string, to: string): readonly string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) days.push(dayOf(at))
  return days
}
