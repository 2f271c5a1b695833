import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { isInstant, TIME_TEXT_MAX } from '../../../../engines/time/instants-notations.ts'
import { INSTANT_ERROR } from '../../../../engines/time/instants.ts'
import type { Span } from './_spans.ts'

/** Intervals as callers send them. */
export const intervals = (countMax: number) =>
  z
    .array(z.object({ startIso: moment('Start'), endIso: moment('End, not included') }))
    .max(countMax)

const moment = (what: string) =>
  z
    .string()
    .max(TIME_TEXT_MAX)
    .refine((iso) => commonMilliseconds(iso) !== undefined || isInstant(iso), {
      error: INSTANT_ERROR,
    })
    .describe(`${what}, in ISO 8601 with Z or an offset.`)

export type Interval = z.output<ReturnType<typeof intervals>>[number]

export function spansOf(field: string, sent: readonly Interval[]): readonly Span[] {
  return sent.map(({ startIso, endIso }, at) => {
    const span = { start: millisecondsOf(startIso), end: millisecondsOf(endIso) }
    if (span.start > span.end) {
      throw badInput(`${field}.${at}: endIso must not be before startIso`)
    }
    return span
  })
}

/**
 * ISO 8601 in its most common form, in whole milliseconds. There may be many, so they are read
 * without a library.
 */
const COMMON =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{3}))?)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/

/** The moment of a common form; undefined for any other form, valid or not. */
function commonMilliseconds(iso: string): number | undefined {
  const found = COMMON.exec(iso)
  if (!found) return undefined
  const [, year, month, day, hour, minute, second = '0', millisecond = '0'] = found
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day))
  // A day that the month does not have became another day; years up to 99 mean other years here.
  if (
    new Date(date).getUTCDate() !== Number(day) ||
    Number(month) > 12 ||
    month === '00' ||
    Number(year) < 100
  )
    return undefined
  const time = (Number(hour) * 60 + Number(minute)) * 60 + Number(second)
  const [, , , , , , , , sign, hours = '0', minutes = '0'] = found
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
  return date + time * 1000 + Number(millisecond) - offset
}

export const millisecondsOf = (iso: string): number =>
  commonMilliseconds(iso) ?? Temporal.Instant.from(iso).epochMilliseconds

/** In the form of Temporal: without a fraction if it is zero. */
export const isoOf = (milliseconds: number): string =>
  new Date(milliseconds)
    .toISOString()
    .replace(/\.(\d*?)0*Z$/, (_, digits: string) => (digits === '' ? 'Z' : `.${digits}Z`))
