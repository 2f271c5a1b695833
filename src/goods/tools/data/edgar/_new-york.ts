/** When a filing reached EDGAR, in New York time. */

const CLOCK = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const OPEN = '09:30'
const CLOSE = '16:00'
/** A later filing counts as filed on the next business day. */
const FILED_UNTIL = '17:30'
const DAY = { begins: '06:00', ends: '22:00' }

export type Timing = 'before the open' | 'during trading' | 'after the close'

/**
 * Before, during or after the trading day. EDGAR writes UTC. Null if the instant is not possible:
 * EDGAR is closed at that hour, or the day of filing does not fit.
 */
export function timingOf(accepted: string, filedDate: string): Timing | null {
  const atMs = Date.parse(accepted)
  if (!Number.isFinite(atMs)) return null
  const { day, time } = newYork(atMs)
  const isFiledLater = filedDate > day
  if (time < DAY.begins || time > DAY.ends || filedDate < day) return null
  if (time <= FILED_UNTIL ? isFiledLater : !isFiledLater) return null
  if (time < OPEN) return 'before the open'
  return time < CLOSE ? 'during trading' : 'after the close'
}

function newYork(atMs: number): { readonly day: string; readonly time: string } {
  const parts = new Map(CLOCK.formatToParts(atMs).map(({ type, value }) => [type, value]))
  const part = (name: Intl.DateTimeFormatPartTypes): string => parts.get(name) ?? ''
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  }
}
