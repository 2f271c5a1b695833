import { DAY_MS } from '../../../../base/core/milliseconds.ts'

/** What a number in a cell means, by its display format (ECMA-376, part 1, 18.8.30). */
export type CellFormat = 'number' | 'date' | 'time' | 'elapsed'

const BUILT_IN_TIMES = new Set([18, 19, 20, 21, 45, 47])
const ELAPSED = 46

/** Formats that a workbook names only by number; the later ranges are East Asian and Thai. */
export function builtInFormat(id: number): CellFormat {
  if (id === ELAPSED) return 'elapsed'
  if (BUILT_IN_TIMES.has(id)) return 'time'
  const isDate =
    (id >= 14 && id <= 22) ||
    (id >= 27 && id <= 36) ||
    (id >= 50 && id <= 58) ||
    (id >= 71 && id <= 81)
  return isDate ? 'date' : 'number'
}

/** A format code, such as `[h]:mm` or `yyyy\-mm\-dd;@`. */
export function formatOfCode(code: string): CellFormat {
  const [first = ''] = code
    .slice(0, 1_000)
    .replaceAll(/"[^"]*"|\\.|[_*]./g, ' ')
    .split(';')
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return 'elapsed'
  const bare = first.replaceAll(/\[[^\]]*\]|general/gi, ' ').replaceAll(/s[.,]0+/gi, 's')
  if (/[#0?]/.test(bare) || !/[ymdhs]/i.test(bare)) return 'number'
  return /[yd]/i.test(bare) || !/[hs]/i.test(bare) ? 'date' : 'time'
}

/** Day 60 is 29 February 1900, which never existed. */
const FICTIONAL_DAY = 60
const DAYS_FROM_1900_TO_1904 = 1_462
const BEFORE_FIRST_DAY_MS = Date.UTC(1899, 11, 31)
const DAYS_END = 2_958_466

/**
 * A day, a time or both in ISO 8601, without a zone. Null if there is no such day: below zero, on
 * 29 February 1900, or after the year 9999.
 */
export function isoOfSerial(
  serial: number,
  format: 'date' | 'time',
  is1904: boolean,
): string | null {
  const isTime = serial >= 0 && serial < 1 && (!is1904 || format === 'time')
  if (isTime) {
    return withoutZone(Math.min(Math.round(serial * DAY_MS), DAY_MS - 1)).slice(11)
  }
  const days = is1904 ? serial + DAYS_FROM_1900_TO_1904 : serial
  const isThere = serial >= 0 && days < DAYS_END && Math.floor(days) !== FICTIONAL_DAY
  if (!isThere) return null
  const counted = days > FICTIONAL_DAY ? days - 1 : days
  return withoutZone(BEFORE_FIRST_DAY_MS + Math.round(counted * DAY_MS)).replace(/T00:00:00$/, '')
}

const withoutZone = (ms: number): string => new Date(ms).toISOString().replace(/(?:\.000)?Z$/, '')

/** A length of time in days as an ISO 8601 duration of hours, minutes and seconds. */
export function durationOf(days: number): string | null {
  const ms = Math.round(Math.abs(days) * DAY_MS)
  if (!Number.isSafeInteger(ms)) return null
  const hours = Math.floor(ms / 3_600_000)
  const minutes = Math.floor(ms / 60_000) % 60
  const seconds = (ms % 60_000) / 1_000
  const said = `${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${seconds ? `${seconds}S` : ''}`
  return `${days < 0 && ms > 0 ? '-' : ''}PT${said || '0S'}`
}
