import { Temporal } from 'temporal-polyfill'

/**
 * The moments of wall-clock times in a zone, in order and none twice. A time that a clock change
 * skips moves forward with the clocks, or for rules of hours and less falls away, for the times it
 * would become are there already. A time that comes twice means the first, or for those rules both.
 */
export function* momentsOf(
  walls: Iterable<number>,
  start: Temporal.ZonedDateTime,
  isSubDaily: boolean,
): Generator<Temporal.ZonedDateTime> {
  const first = wallSecondsOf(start)
  let held: readonly Temporal.ZonedDateTime[] = []
  let latest = -Infinity
  for (const wall of walls) {
    const reading = readWall(wall, start, isSubDaily)
    const now = wall === first ? start : reading.now
    if (now) {
      const due = [...held.filter((moment) => isUpTo(moment, now)), now]
      held = held.filter((moment) => !isUpTo(moment, now))
      for (const moment of due) {
        if (moment.epochMilliseconds <= latest || !isUpTo(start, moment)) continue
        latest = moment.epochMilliseconds
        yield moment
      }
    }
    if (reading.later) held = [...held, reading.later]
  }
  yield* held.filter(({ epochMilliseconds }) => epochMilliseconds > latest)
}

const isUpTo = (one: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime): boolean =>
  one.epochMilliseconds <= other.epochMilliseconds

interface RuleReading {
  readonly now?: Temporal.ZonedDateTime
  /** A moment that times after this one may come before. */
  readonly later?: Temporal.ZonedDateTime
}

function readWall(
  wall: number,
  { timeZoneId }: Temporal.ZonedDateTime,
  isSubDaily: boolean,
): RuleReading {
  const local = Temporal.Instant.fromEpochMilliseconds(wall * 1000)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
  const now = local.toZonedDateTime(timeZoneId)
  if (wallSecondsOf(now) !== wall) return isSubDaily ? {} : { later: now }
  if (!isSubDaily) return { now }
  const second = local.toZonedDateTime(timeZoneId, { disambiguation: 'later' })
  return second.epochMilliseconds === now.epochMilliseconds ? { now } : { now, later: second }
}

/** The wall clock as seconds since its own 1970. */
export const wallSecondsOf = (moment: Temporal.ZonedDateTime): number =>
  Math.floor((moment.epochMilliseconds + Math.floor(moment.offsetNanoseconds / 1_000_000)) / 1000)
