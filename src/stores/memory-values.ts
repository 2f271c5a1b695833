import type { Db, Transaction, SqlValue, Statement } from '../base/core/db.ts'
import { rowsOf } from '../base/core/transaction.ts'
import type { Migration } from './database/migrate.ts'

/** Keys are ordered by their bytes, so that pages and prefixes read the same on both engines. */
const tableOf = (key: string): string =>
  `create table memory_values (
    ns text not null, kind text not null, ${key} not null, value text not null,
    bytes bigint not null, counter bigint, updated bigint not null, expires bigint,
    primary key (ns, kind, key))`

const EXPIRES =
  'create index memory_values_expires on memory_values (expires) where expires is not null'

export const memoryValueMigrations: readonly Migration[] = [
  {
    name: 'memory-values-1',
    sql: {
      sqlite: [tableOf('key text'), EXPIRES],
      postgres: [tableOf('key text collate "C"'), EXPIRES],
    },
  },
]

/** `value`: written by a caller. `bucket`: the state of a rate limit, with names of its own. */
export type ValueKind = 'value' | 'bucket'

export interface ValueRow {
  readonly key: string
  /** JSON, as it was sent. */
  readonly value: string
  readonly bytes: number
  /** The last integer of the key, even if another value has replaced it. */
  readonly counter: number | null
  /** Milliseconds. */
  readonly updated: number
  readonly expires: number | null
}

export interface KeyUsage {
  readonly count: number
  readonly bytes: number
}

export interface Page {
  readonly ns: string
  readonly prefix: string
  /** Keys after this one. */
  readonly after: string
  readonly limit: number
  readonly now: number
}

const COLUMNS = 'key, value, bytes, counter, updated, expires'
const LIVE = '(expires is null or expires > $2)'
export const KEYS_AT_ONCE_MAX = 100

const PLACES = Array.from({ length: KEYS_AT_ONCE_MAX }, (_, at) => `$${at + 3}`).join(', ')
const OF_KEY = `select ${COLUMNS} from memory_values where ns = $1 and kind = $2 and key = $3`
const OF_KEYS = `select ${COLUMNS} from memory_values
  where ns = $1 and kind = $2 and key in (${PLACES})`

/** One SQL text for any number of keys: the first key fills the missing ones. */
function keysQuery(ns: string, kind: ValueKind, keys: readonly string[]): readonly SqlValue[] {
  const [first = ''] = keys
  return [ns, kind, ...keys, ...Array.from({ length: KEYS_AT_ONCE_MAX - keys.length }, () => first)]
}

/** Includes expired rows that are still stored. */
export const valueRows = (
  ns: string,
  { kind, keys }: { readonly kind: ValueKind; readonly keys: readonly string[] },
): Statement => {
  const [only = '', ...others] = keys
  if (others.length > 0) return { sql: OF_KEYS, values: keysQuery(ns, kind, keys) }
  return { sql: OF_KEY, values: [ns, kind, only] }
}

export const putValue = (ns: string, kind: ValueKind, row: ValueRow): Statement => ({
  sql: `insert into memory_values values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (ns, kind, key) do update set value = excluded.value, bytes = excluded.bytes,
      counter = excluded.counter, updated = excluded.updated, expires = excluded.expires`,
  values: [ns, kind, row.key, row.value, row.bytes, row.counter, row.updated, row.expires],
})

export const dropValue = (ns: string, kind: ValueKind, key: string): Statement => ({
  sql: 'delete from memory_values where ns = $1 and kind = $2 and key = $3',
  values: [ns, kind, key],
})

/** Removes expired values of one namespace, and answers their size. */
export function* dropExpired(ns: string, now: number): Transaction<KeyUsage> {
  const rows = yield* rowsOf<{ bytes: number }>(
    'delete from memory_values where ns = $1 and expires <= $2 returning bytes',
    [ns, now],
  )
  return { count: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) }
}

/** Without expired values. */
export interface ValueStore {
  find(ns: string, key: string, now: number): Promise<ValueRow | null>
  findAll(ns: string, keys: readonly string[], now: number): Promise<readonly ValueRow[]>
  /** Newest first, without the values. */
  list(ns: string, now: number): Promise<readonly Omit<ValueRow, 'value'>[]>
  /** In the order of their keys. */
  page(page: Page): Promise<readonly ValueRow[]>
  /** Expired and still stored. */
  expired(ns: string, now: number): Promise<KeyUsage>
  expiringBefore(ns: string, moment: number, now: number): Promise<number>
  /** Namespaces with expired values. */
  toSweep(now: number): Promise<readonly string[]>
}

export function createValueStore(db: Db): ValueStore {
  return {
    find: (ns, key, now) =>
      db.one(
        `select ${COLUMNS} from memory_values
          where ns = $1 and ${LIVE} and kind = 'value' and key = $3`,
        [ns, now, key],
      ),
    async findAll(ns, keys, now) {
      const rows = await db.all<ValueRow>(OF_KEYS, keysQuery(ns, 'value', keys))
      return rows.filter(({ expires }) => expires === null || expires > now)
    },
    list: (ns, now) =>
      db.all(
        `select key, bytes, counter, updated, expires from memory_values
          where ns = $1 and ${LIVE} and kind = 'value' order by updated desc, key`,
        [ns, now],
      ),
    page: ({ ns, prefix, after, limit, now }) =>
      db.all(
        `select ${COLUMNS} from memory_values where ns = $1 and ${LIVE} and kind = 'value'
          and key >= $3 and substr(key, 1, length($3)) = $3 and key > $4 order by key limit $5`,
        [ns, now, prefix, after, limit],
      ),
    async expired(ns, now) {
      const row = await db.one<KeyUsage>(
        `select count(*) as count, coalesce(sum(bytes), 0) as bytes from memory_values
          where ns = $1 and expires <= $2`,
        [ns, now],
      )
      return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) }
    },
    async expiringBefore(ns, moment, now) {
      const row = await db.one<{ count: number }>(
        `select count(*) as count from memory_values
          where ns = $1 and expires > $2 and expires <= $3 and kind = 'value'`,
        [ns, now, moment],
      )
      return Number(row?.count ?? 0)
    },
    async toSweep(now) {
      const rows = await db.all<{ ns: string }>(
        'select distinct ns from memory_values where expires <= $1 limit 100',
        [now],
      )
      return rows.map(({ ns }) => ns)
    },
  }
}
