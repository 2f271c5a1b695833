import type { Transaction } from '../../base/core/db.ts'
import { badInput } from '../../base/core/fault.ts'
import { isSameJson } from '../../base/lib/canonical-json.ts'
import type { ValueRow } from '../../stores/memory-values.ts'
import type { Reads, Space } from './space.ts'
import type { StoredJson } from '../../engines/formats/stored-json.ts'
import { expiryOf, nothing, secondsOf, work } from './command-handler.ts'

/** One value under its key. */
export interface Entry {
  readonly key: string
  readonly value: StoredJson
  readonly ttlSeconds: number | undefined
}

export interface Written {
  readonly key: string
  readonly bytes: number
  /** Milliseconds. */
  readonly updated: number
  /** Seconds; null when the key stays. */
  readonly expiresAt: number | null
  readonly owner: string
  readonly persistent: boolean
}

const readsKey = ({ key }: { readonly key: string }): Reads => ({ kind: 'value', keys: [key] })

const needOf = ({ key, value }: Entry) => ({ key, bytes: value.bytes })

export const write = work<Entry, Written>({
  allows: 'writers',
  reads: readsKey,
  // oxlint-disable-next-line require-yield -- it reads nothing
  *check(_space, entry) {
    return [needOf(entry)]
  },
  apply: (space, entry) => put(space, 'write', entry),
})

export const writeAll = work<
  { readonly entries: readonly Entry[] },
  { readonly written: number; readonly bytes: number; readonly updated: number; owner: string }
>({
  allows: 'writers',
  reads: ({ entries }) => ({ kind: 'value', keys: entries.map(({ key }) => key) }),
  // oxlint-disable-next-line require-yield -- it reads nothing
  *check(_space, { entries }) {
    return entries.map(needOf)
  },
  *apply(space, { entries }) {
    let bytes = 0
    for (const entry of entries) bytes += (yield* put(space, 'write', entry)).bytes
    return { written: entries.length, bytes, updated: space.now, owner: space.ns }
  },
})

export const remove = work<{ readonly key: string }, Written & { readonly deleted: boolean }>({
  allows: 'writers',
  reads: readsKey,
  check: nothing,
  *apply(space, { key }) {
    const before = yield* space.live('value', key)
    yield* space.drop('value', key)
    if (before) space.log('delete', key, {})
    const gone = { key, bytes: 0, updated: space.now, expiresAt: null }
    return { ...gone, owner: space.ns, persistent: true, deleted: before !== null }
  },
})

interface Increment {
  readonly key: string
  readonly by: number
}

export const increment = work<Increment, { key: string; value: number; owner: string }>({
  allows: 'writers',
  reads: readsKey,
  *check(space, { key, by }) {
    const before = yield* space.live('value', key)
    const value = before ? counterOf(before) : 0
    if (value === null) throw badInput(`key: ${key} does not hold a whole number.`)
    if (!Number.isSafeInteger(value + by))
      throw badInput(`by: takes ${key} past ${Number.MAX_SAFE_INTEGER}.`)
    return [{ key, bytes: COUNTER_BYTES_MAX }]
  },
  /**
   * If another call has written a value that is no number since the check, this call counts as the
   * earlier one: it continues from the last number, and leaves the value.
   */
  *apply(space, { key, by }) {
    const { now, ns } = space
    const before = yield* space.live('value', key)
    const number = before && counterOf(before)
    const value = within(((before ? (number ?? before.counter) : 0) ?? 0) + by)
    if (before && number === null) yield* space.put('value', { ...before, counter: value })
    else {
      const text = String(value)
      const expires = before?.expires ?? null
      const kept = { key, value: text, bytes: text.length, counter: value, updated: now, expires }
      yield* space.put('value', kept)
    }
    space.log('incr', key, { by, value })
    return { key, value, owner: ns }
  },
})

const COUNTER_BYTES_MAX = String(Number.MIN_SAFE_INTEGER).length

/** Calls that pass the check together may go past the largest integer that JSON holds. */
const within = (sum: number): number =>
  Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, sum))

function counterOf({ value }: ValueRow): number | null {
  const number: unknown = JSON.parse(value)
  return Number.isSafeInteger(number) ? (number as number) : null
}

interface Swap {
  readonly key: string
  /** The value that must be there, as JSON; null for none. */
  readonly expected: string | null
  /** The value to write, as JSON; null for none. */
  readonly value: StoredJson | null
  readonly ttlSeconds: number | undefined
}

export interface Swapped {
  readonly key: string
  readonly swapped: boolean
  /** The value that is there now. */
  readonly value: unknown
  readonly owner: string
  readonly expiresAt: number | null
}

export const swap = work<Swap, Swapped>({
  allows: 'writers',
  reads: readsKey,
  // oxlint-disable-next-line require-yield -- it reads nothing
  *check(_space, { key, value }) {
    return value ? [{ key, bytes: value.bytes }] : []
  },
  *apply(space, { key, expected, value, ttlSeconds }) {
    const before = yield* space.live('value', key)
    const current: unknown = before ? JSON.parse(before.value) : null
    const told = { key, owner: space.ns }
    const isExpected =
      expected === null ? !before : before !== null && isSameJson(current, JSON.parse(expected))
    if (!isExpected) {
      return { ...told, swapped: false, value: current, expiresAt: expiresAtOf(before) }
    }
    if (value) {
      const { expiresAt } = yield* put(space, 'cas', { key, value, ttlSeconds })
      return { ...told, swapped: true, value: JSON.parse(value.text) as unknown, expiresAt }
    }
    yield* space.drop('value', key)
    if (before) space.log('cas', key, { deleted: true })
    return { ...told, swapped: true, value: null, expiresAt: null }
  },
})

const expiresAtOf = (row: ValueRow | null): number | null =>
  row?.expires ? secondsOf(row.expires) : null

function* put(
  space: Space,
  action: string,
  { key, value, ttlSeconds }: Entry,
): Transaction<Written> {
  const { now, ns } = space
  const { text, bytes, sha256 } = value
  const before = yield* space.live('value', key)
  const number: unknown = JSON.parse(text)
  const counter = Number.isSafeInteger(number) ? (number as number) : (before?.counter ?? null)
  const expires = expiryOf(now, ttlSeconds)
  yield* space.put('value', { key, value: text, bytes, counter, updated: now, expires })
  const expiresAt = expires === null ? null : secondsOf(expires)
  space.log(action, key, { bytes, sha256, expiresAt })
  return { key, bytes, updated: now, expiresAt, owner: ns, persistent: true }
}
