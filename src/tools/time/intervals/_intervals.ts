import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { badInput } from '../../../core/fault.ts'
import { isoInstant } from '../../../lib/instants.ts'
import type { Span } from './_spans.ts'

/** Intervals as callers send them. */
export const intervals = (countMax: number) =>
  z
    .array(z.object({ startIso: isoInstant().describe('Start in UTC.'), endIso: isoInstant() }))
    .max(countMax)

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

export const millisecondsOf = (iso: string): number => Temporal.Instant.from(iso).epochMilliseconds

export const isoOf = (milliseconds: number): string =>
  Temporal.Instant.fromEpochMilliseconds(milliseconds).toString()
