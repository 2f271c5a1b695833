import type { Commit, Transaction, Statement } from '../../base/core/db.ts'
import { Fault } from '../../base/core/fault.ts'
import { commitWith } from '../../base/core/transaction.ts'
import { dropExpiredMessages } from '../../stores/memory-inbox.ts'
import { addEntry, hashOfEntry } from '../../stores/memory-log.ts'
import {
  readSpace,
  spaceOf,
  writeSpace,
  type Need,
  type Room,
  type SpaceRow,
} from '../../stores/memory-spaces.ts'
import {
  dropExpired,
  dropValue,
  putValue,
  valueRows,
  type ValueKind,
  type ValueRow,
} from '../../stores/memory-values.ts'

/** Keys that a deferred effect will read, so that they are read at once. */
export interface Reads {
  readonly kind: ValueKind
  readonly keys: readonly string[]
}

export const NOTHING: Reads = { kind: 'value', keys: [] }

/**
 * One namespace within a transaction that holds its lock: no other call changes it meanwhile.
 * Changes collect in `writes` and reads are cached, so an effect costs two round trips.
 */
export interface Space {
  readonly ns: string
  /** The actor: the owner, or a wallet with a grant. */
  readonly actor: string
  readonly now: number
  readonly writes: Statement[]
  /** The value that readers see; null when there is none, or it has expired. */
  live(kind: ValueKind, key: string): Transaction<ValueRow | null>
  put(kind: ValueKind, row: ValueRow): Transaction<void>
  drop(kind: ValueKind, key: string): Transaction<void>
  /** Counts something that is not a value and was added or removed. */
  grow(keys: number, bytes: number): void
  /** Appends to the log, and answers the number of the entry. */
  log(action: string, key: string, data: Readonly<Record<string, unknown>>): number
  /** The next number of the namespace, without an entry. */
  count(): number
  /** Removes expired rows, which readers no longer see. */
  purge(): Transaction<void>
  /** Throws `quota_full` when the new room does not fit with the stored and reserved room. */
  assertRoom(needs: readonly Need[], quota: Room): Transaction<void>
  done<T>(answer: T): Commit<T>
}

export interface Entering {
  readonly ns: string
  readonly actor: string
  readonly now: number
}

export function* enter({ ns, actor, now }: Entering, reads: Reads): Transaction<Space> {
  const asked = reads.keys.length > 0 ? [valueRows(ns, reads)] : []
  const [found = [], values = []] = yield [readSpace(ns), ...asked]
  const { space, promised } = spaceOf(ns, found)
  let row = space
  const writes: Statement[] = []
  const known = new Map<string, ValueRow | null>()
  learn(reads, values as readonly ValueRow[])

  function learn({ kind, keys }: Reads, found: readonly ValueRow[]): void {
    for (const key of keys) known.set(nameOf(kind, key), null)
    for (const value of found) known.set(nameOf(kind, value.key), value)
  }

  function* stored(kind: ValueKind, key: string): Transaction<ValueRow | null> {
    const name = nameOf(kind, key)
    if (!known.has(name)) {
      const wanted = { kind, keys: [key] }
      const [found = []] = yield [valueRows(ns, wanted)]
      learn(wanted, found as readonly ValueRow[])
    }
    return known.get(name) ?? null
  }

  function grow(keys: number, bytes: number): void {
    row = { ...row, keys: row.keys + keys, bytes: row.bytes + bytes }
  }

  /** Readers do not see expired rows, so these must not block writers either. */
  function* purge(): Transaction<void> {
    const gone = [yield* dropExpired(ns, now), yield* dropExpiredMessages(ns, now)]
    for (const { count, bytes } of gone) grow(-count, -bytes)
    for (const [name, found] of known) {
      if (found?.expires && found.expires <= now) known.set(name, null)
    }
  }

  function* growthOf(needs: readonly Need[]): Transaction<Room> {
    const growth = { keys: 0, bytes: 0 }
    for (const { key, bytes } of needs) {
      const before = key === null ? null : yield* stored('value', key)
      growth.keys += before ? 0 : 1
      growth.bytes += Math.max(0, bytes - (before?.bytes ?? 0))
    }
    return growth
  }

  function* fits(needs: readonly Need[], beside: Room, quota: Room): Transaction<boolean> {
    const growth = yield* growthOf(needs)
    if (growth.keys === 0 && growth.bytes === 0) return true
    const { keys, bytes } = [beside, growth].reduce(plus, row)
    return keys <= quota.keys && bytes <= quota.bytes
  }

  return {
    ns,
    actor,
    now,
    writes,
    grow,
    purge,
    *live(kind, key) {
      const found = yield* stored(kind, key)
      return found && (found.expires === null || found.expires > now) ? found : null
    },
    *put(kind, value) {
      const before = yield* stored(kind, value.key)
      grow(before ? 0 : 1, value.bytes - (before?.bytes ?? 0))
      known.set(nameOf(kind, value.key), value)
      writes.push(putValue(ns, kind, value))
    },
    *drop(kind, key) {
      const before = yield* stored(kind, key)
      if (!before) return
      grow(-1, -before.bytes)
      known.set(nameOf(kind, key), null)
      writes.push(dropValue(ns, kind, key))
    },
    log(action, key, data) {
      const { seq, head: prevHash } = row
      const entry = {
        seq: seq + 1,
        at: now,
        actor,
        action,
        key,
        data: JSON.stringify(data),
        prevHash,
      }
      const hash = hashOfEntry(entry)
      writes.push(addEntry(ns, { ...entry, hash }))
      row = { ...row, seq: seq + 1, head: hash }
      return seq + 1
    },
    count() {
      row = { ...row, seq: row.seq + 1 }
      return row.seq
    },
    *assertRoom(needs, quota) {
      if (yield* fits(needs, promised, quota)) return
      yield* purge()
      const [again = []] = yield [readSpace(ns)]
      const beside = spaceOf(ns, again).promised
      if (!(yield* fits(needs, beside, quota))) throw quotaFull(row, quota)
    },
    done: (answer) => commitWith(answer, [...writes, writeSpace(row)]),
  }
}

const nameOf = (kind: ValueKind, key: string): string => `${kind} ${key}`

const plus = (a: Room, b: Room): Room => ({ keys: a.keys + b.keys, bytes: a.bytes + b.bytes })

const quotaFull = ({ ns, keys, bytes }: SpaceRow, quota: Room): Fault =>
  new Fault(
    'quota_full',
    `The namespace ${ns} is full: ${keys} of ${quota.keys} keys and ${bytes} of ${quota.bytes} bytes. Delete keys or shrink values.`,
    { body: { keys, bytes, maxKeys: quota.keys, maxBytes: quota.bytes } },
  )
