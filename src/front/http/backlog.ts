/** How far this process is behind with what arrives. */
export type Lateness = 'none' | 'late' | 'very late'

/** Measures how long requests wait before they are read. */
export interface Backlog {
  /** Called for each request; whether the service is behind by now. */
  arrived(): Lateness
}

/** From here on, what can be asked again at no loss is asked to come later. */
const LATE_MS = 40
/** And from here on, whatever has not begun. */
const VERY_LATE_MS = 120
/** A few at once are served, however long a single piece of work has held them up. */
const ALWAYS_TAKEN = 32

/**
 * The event loop reads connections in turns: a request that is read in one turn arrived after the
 * reads of the turn before. So no request has waited longer than the time since then, and most have
 * waited that long.
 */
export function createBacklog(now: () => number = () => performance.now()): Backlog {
  let taken = 0
  let readAt: number | null = null

  /** Runs after the last connection of each turn, until a turn has read nothing. */
  function turn(): void {
    readAt = taken > 0 ? now() : null
    taken = 0
    if (readAt !== null) setImmediate(turn)
  }

  return {
    arrived() {
      taken += 1
      if (readAt === null) {
        readAt = now()
        setImmediate(turn)
      }
      if (taken <= ALWAYS_TAKEN) return 'none'
      const waitedMs = now() - readAt
      if (waitedMs < LATE_MS) return 'none'
      return waitedMs < VERY_LATE_MS ? 'late' : 'very late'
    },
  }
}
