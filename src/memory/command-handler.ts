import type { Transaction } from '../core/db.ts'
import type { Need } from '../stores/memory-spaces.ts'
import type { Reads, Space } from './space.ts'

/**
 * One kind of change to a namespace. `check` refuses whatever cannot be; `apply` follows a check,
 * at once or after others have been there, and has an answer to whatever it finds.
 */
export interface CommandHandler<What, Answer> {
  /** `writers`: the owner and whoever was granted `readwrite`. */
  readonly allows: 'owner' | 'writers' | 'anyone'
  /** Values that it will ask for. */
  reads?(what: What): Reads
  /** What doing it takes at most. */
  check(space: Space, what: What): Transaction<readonly Need[]>
  apply(space: Space, what: What): Transaction<Answer>
}

export const work = <What, Answer>(
  spec: CommandHandler<What, Answer>,
): CommandHandler<What, Answer> => spec

/** For work that nothing can stand in the way of. */
// oxlint-disable-next-line require-yield -- it has nothing to ask
export function* nothing(): Transaction<readonly Need[]> {
  return []
}

/** Timestamps are told in seconds, and kept in milliseconds. */
export const secondsOf = (moment: number): number => Math.floor(moment / 1000)

export const expiryOf = (now: number, ttlSeconds: number | undefined): number | null =>
  ttlSeconds === undefined ? null : now + ttlSeconds * 1000
