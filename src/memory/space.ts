import type { Script, Statement } from '../core/db.ts'
import type { Done } from '../core/deed.ts'
import { Fault } from '../core/fault.ts'
import { dropExpiredMessages } from '../stores/memory-inbox.ts'
import { addEntry, hashOfEntry } from '../stores/memory-log.ts'
import {
  enterSpace,
  leaveSpace,
  promisedRoom,
  type Need,
  type Room,
  type SpaceRow,
} from '../stores/memory-spaces.ts'
import {
  dropExpired,
  dropValue,
  putValue,
  valueRows,
  type ValueKind,
  type ValueRow,
} from '../stores/memory-values.ts'

/**
 * One namespace, held by this transaction and by nobody else until that ends. What is changed is
 * written down in `writes`, and what is read is remembered, so that a deed costs two journeys.
 */
export interface Space {
  readonly ns: string
  /** Who acts: the owner, or a wallet that was granted it. */
  readonly actor: string
  readonly now: number
  readonly writes: Statement[]
  /** Reads several values at once, for those who will ask for them. */
  load(kind: ValueKind, keys: readonly string[]): Script<void>
  /** The value that readers see; null when there is none, or it has expired. */
  live(kind: ValueKind, key: string): Script<ValueRow | null>
  put(kind: ValueKind, row: ValueRow): Script<void>
  drop(kind: ValueKind, key: string): Script<void>
  /** Something that is no value has come or gone. */
  grow(keys: number, bytes: number): void
  /** Appends to the log; answers the number of the entry. */
  log(action: string, key: string, data: Readonly<Record<string, unknown>>): number
  /** The next number of the namespace, without an entry. */
  count(): number
  /** Removes what has expired, which readers do not see any more. */
  purge(): Script<void>
  /** Throws `quota_full` when the needs do not fit beside what is there and what was promised. */
  assertRoom(needs: readonly Need[], quota: Room): Script<void>
  done(answer: unknown): Done
}

export interface Entering {
  readonly ns: string
  readonly actor: string
  readonly now: number
}

export function* enter({ ns, actor, now }: Entering): Script<Space> {
  let row = yield* enterSpace(ns)
  const writes: Statement[] = []
  const known = new Map<string, ValueRow | null>()

  function* load(kind: ValueKind, keys: readonly string[]): Script<void> {
    const missing = keys.filter((key) => !known.has(nameOf(kind, key)))
    if (missing.length === 0) return
    for (const key of missing) known.set(nameOf(kind, key), null)
    for (const found of yield* valueRows(ns, kind, missing)) {
      known.set(nameOf(kind, found.key), found)
    }
  }

  function* stored(kind: ValueKind, key: string): Script<ValueRow | null> {
    yield* load(kind, [key])
    return known.get(nameOf(kind, key)) ?? null
  }

  function grow(keys: number, bytes: number): void {
    row = { ...row, keys: row.keys + keys, bytes: row.bytes + bytes }
  }

  /** What has expired is gone for readers, so it must not be in the way of writers either. */
  function* purge(): Script<void> {
    const gone = [yield* dropExpired(ns, now), yield* dropExpiredMessages(ns, now)]
    for (const { count, bytes } of gone) grow(-count, -bytes)
    for (const [name, found] of known) {
      if (found?.expires && found.expires <= now) known.set(name, null)
    }
  }

  function* growthOf(needs: readonly Need[]): Script<Room> {
    yield* load(
      'value',
      needs.flatMap(({ key }) => key ?? []),
    )
    const parts = needs.map(({ key, bytes }) => {
      const before = key === null ? null : (known.get(nameOf('value', key)) ?? null)
      return { keys: before ? 0 : 1, bytes: Math.max(0, bytes - (before?.bytes ?? 0)) }
    })
    return parts.reduce(plus, { keys: 0, bytes: 0 })
  }

  function* fits(needs: readonly Need[], quota: Room): Script<boolean> {
    const growth = yield* growthOf(needs)
    if (growth.keys === 0 && growth.bytes === 0) return true
    const { keys, bytes } = [yield* promisedRoom(ns), growth].reduce(plus, row)
    return keys <= quota.keys && bytes <= quota.bytes
  }

  return {
    ns,
    actor,
    now,
    writes,
    load,
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
      if (yield* fits(needs, quota)) return
      yield* purge()
      if (!(yield* fits(needs, quota))) throw quotaFull(row, quota)
    },
    done: (answer) => ({ answer, writes: [...writes, leaveSpace(row)] }),
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
