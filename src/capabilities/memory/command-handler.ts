import type { Transaction } from '../../base/core/db.ts'
import type { Need } from '../../stores/memory-spaces.ts'
import type { Reads, Space } from './space.ts'

/**
 * One kind of change to a namespace. `check` refuses what cannot be done. `apply` follows `check`,
 * at once or after other changes, and has an answer for every state that it finds.
 */
export interface CommandHandler<What, Answer> {
  /** `writers`: the owner and every wallet with a `readwrite` grant. */
  readonly allows: 'owner' | 'writers' | 'anyone'
  /** Keys of the values that it reads. */
  reads?(what: What): Reads
  /** The most room that it takes. */
  check(space: Space, what: What): Transaction<readonly Need[]>
  apply(space: Space, what: What): Transaction<Answer>
}

export const work = <What, Answer>(
  spec: CommandHandler<What, Answer>,
): CommandHandler<What, Answer> => spec

/** For a change that is always possible. */
// oxlint-disable-next-line require-yield -- it reads nothing
export function* nothing(): Transaction<readonly Need[]> {
  return []
}

/** Answers give timestamps in seconds; the database keeps milliseconds. */
export const secondsOf = (moment: number): number => Math.floor(moment / 1000)

export const expiryOf = (now: number, ttlSeconds: number | undefined): number | null =>
  ttlSeconds === undefined ? null : now + ttlSeconds * 1000
