import { Temporal } from 'temporal-polyfill'

/** How systems count time: their start, and the length of a step in nanoseconds. */
export const EPOCHS = {
  s: { from: '1970-01-01T00:00:00Z', step: 1_000_000_000n },
  ms: { from: '1970-01-01T00:00:00Z', step: 1_000_000n },
  us: { from: '1970-01-01T00:00:00Z', step: 1_000n },
  ns: { from: '1970-01-01T00:00:00Z', step: 1n },
  windows: { from: '1601-01-01T00:00:00Z', step: 100n },
  mac: { from: '1904-01-01T00:00:00Z', step: 1_000_000_000n },
  gps: { from: '1980-01-06T00:00:00Z', step: 1_000_000_000n },
  excel: { from: '1899-12-30T00:00:00Z', step: 86_400_000_000_000n },
  ntp: { from: '1900-01-01T00:00:00Z', step: 1_000_000_000n },
  cocoa: { from: '2001-01-01T00:00:00Z', step: 1_000_000_000n },
} as const

export type EpochUnit = keyof typeof EPOCHS

const FRACTION = 1_000_000_000_000n
const FRACTION_DIGITS = 12

/** The moment that a number means; null if it is beyond all calendars. */
export function momentOf(text: string, unit: EpochUnit, tz: string): Temporal.Instant | null {
  const { from, step } = EPOCHS[unit]
  const [, sign, whole = '0', part = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const scaled = BigInt(whole) * FRACTION + BigInt(part.padEnd(FRACTION_DIGITS, '0'))
  const size = (scaled * step) / FRACTION
  const nanoseconds = Temporal.Instant.from(from).epochNanoseconds + (sign === '-' ? -size : size)
  try {
    if (unit === 'excel') return ofExcel(nanoseconds, tz)
    const moment = Temporal.Instant.fromEpochNanoseconds(nanoseconds)
    return unit === 'gps' ? moment.subtract({ seconds: leapSecondsOfGps(moment, true) }) : moment
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * Excel days are in local time. Excel counts a 29 February 1900 that did not exist, so numbers up
 * to 60 are a day later than their distance says.
 */
function ofExcel(nanoseconds: bigint, tz: string): Temporal.Instant {
  const rounded =
    ((nanoseconds + (nanoseconds < 0n ? -500_000n : 500_000n)) / 1_000_000n) * 1_000_000n
  const wall = Temporal.Instant.fromEpochNanoseconds(rounded).toZonedDateTimeISO('UTC')
  const isBeforeMarch = wall.epochMilliseconds < EXCEL_MARCH_MS
  const plain = wall.toPlainDateTime().add({ days: isBeforeMarch ? 1 : 0 })
  return plain.toZonedDateTime(tz).toInstant()
}

const EXCEL_MARCH_MS = Date.parse('1900-03-01T00:00:00Z')

export interface EpochNumbers extends Readonly<Record<string, string | number | null>> {
  readonly excel: number | null
}

/** A moment in every count, as text; the Excel day as a number. */
export function numbersOf(moment: Temporal.Instant, tz: string) {
  const units = (Object.keys(EPOCHS) as EpochUnit[]).filter((unit) => unit !== 'excel')
  const numbers = units.map((unit) => {
    const { from, step } = EPOCHS[unit]
    const leap = unit === 'gps' ? BigInt(leapSecondsOfGps(moment, false)) * step : 0n
    const since = moment.epochNanoseconds - Temporal.Instant.from(from).epochNanoseconds + leap
    return [unit, decimal(since, step)] as const
  })
  return { ...Object.fromEntries(numbers), excel: excelOf(moment, tz) } as Record<
    string,
    string
  > & {
    excel: number | null
  }
}

function decimal(nanoseconds: bigint, step: bigint): string {
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds
  const digits = String(step).length - 1
  const rest =
    digits === 0
      ? ''
      : String(size % step)
          .padStart(digits, '0')
          .replace(/0+$/, '')
  return `${nanoseconds < 0n ? '-' : ''}${size / step}${rest === '' ? '' : `.${rest}`}`
}

function excelOf(moment: Temporal.Instant, tz: string): number | null {
  const wall = moment.toZonedDateTimeISO(tz).toPlainDateTime()
  const wallMs = wall.toZonedDateTime('UTC').epochMilliseconds
  const days = (wallMs - Date.parse(EPOCHS.excel.from)) / 86_400_000
  return wallMs < EXCEL_MARCH_MS ? null : days
}

/** Days on which UTC fell another second behind GPS, by the leap second of the day before. */
const LEAPS = (
  '1981-07-01 1982-07-01 1983-07-01 1985-07-01 1988-01-01 1990-01-01 1991-01-01 1992-07-01 ' +
  '1993-07-01 1994-07-01 1996-01-01 1997-07-01 1999-01-01 2006-01-01 2009-01-01 2012-07-01 ' +
  '2015-07-01 2017-01-01'
)
  .split(' ')
  .map((day) => Date.parse(`${day}T00:00:00Z`))

/** Seconds by which GPS is ahead of UTC at a moment, given in GPS time or in UTC. */
const leapSecondsOfGps = ({ epochMilliseconds }: Temporal.Instant, isGps: boolean): number =>
  LEAPS.filter((leap, before) => epochMilliseconds >= leap + (isGps ? (before + 1) * 1_000 : 0))
    .length
