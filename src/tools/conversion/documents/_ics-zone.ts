import { Temporal } from 'temporal-polyfill'
import { zoneName } from '../../../lib/instants.ts'

/** How far ahead the changes of a zone are written out for readers that do not know it. */
const YEARS_AHEAD = 10

export const utcStamp = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

const zoned = (ms: number, tz: string) =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(tz)

/** The wall clock of a zone as iCalendar writes it. */
export const isoInZone = (ms: number, tz: string): string =>
  localStamp(zoned(ms, tz).toPlainDateTime())

const localStamp = (local: Temporal.PlainDateTime): string =>
  local.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')

const offsetText = (offset: string): string => offset.replaceAll(':', '').slice(0, 5)

/** VTIMEZONE with every change of the clocks from the first year to ten after the last. */
export function zoneLines(tz: string, fromYear: number, toYear: number): readonly string[] {
  let at = Temporal.ZonedDateTime.from({ timeZone: tz, year: fromYear - 1, month: 1, day: 1 })
  const blocks: string[] = observance(at, at.offset)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (!next || next.year > toYear + YEARS_AHEAD) break
    blocks.push(...observance(next, next.subtract({ nanoseconds: 1 }).offset))
    at = next
  }
  return ['BEGIN:VTIMEZONE', `TZID:${tz}`, ...blocks, 'END:VTIMEZONE']
}

/** DTSTART is the wall clock as it was before the change. */
function observance(moment: Temporal.ZonedDateTime, from: string): string[] {
  const january = moment.with({ month: 1, day: 1 }).offsetNanoseconds
  const july = moment.with({ month: 7, day: 1 }).offsetNanoseconds
  const isSummer = january !== july && moment.offsetNanoseconds === Math.max(january, july)
  const kind = isSummer ? 'DAYLIGHT' : 'STANDARD'
  const before = moment.toInstant().toZonedDateTimeISO(from).toPlainDateTime()
  return [
    `BEGIN:${kind}`,
    `DTSTART:${localStamp(before)}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(moment.offset)}`,
    `TZNAME:${zoneName(moment, 'short', 'en')}`,
    `END:${kind}`,
  ]
}
