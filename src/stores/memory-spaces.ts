import type { Db, Statement } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const memorySpaceMigrations: readonly Migration[] = [
  {
    name: 'memory-spaces-1',
    sql: [
      `create table memory_spaces (
        ns text primary key, keys bigint not null, bytes bigint not null,
        seq bigint not null, head text not null)`,
      `create table memory_reserved (
        call_id text not null, ns text not null, key text, bytes bigint not null,
        until bigint not null)`,
      'create index memory_reserved_call on memory_reserved (call_id)',
      'create index memory_reserved_ns on memory_reserved (ns)',
      'create index memory_reserved_until on memory_reserved (until)',
    ],
  },
]

/** The size of a namespace, and the end of its log. */
export interface SpaceRow {
  readonly ns: string
  readonly keys: number
  readonly bytes: number
  readonly seq: number
  /** Hash of the newest entry of the log. */
  readonly head: string
}

/** Room that a change takes: a value under its key, or, without a key, something new. */
export interface Need {
  readonly key: string | null
  readonly bytes: number
}

export interface Room {
  readonly keys: number
  readonly bytes: number
}

export interface Reservation {
  readonly callId: string
  readonly ns: string
  readonly until: number
}

/** The hash before the first entry of every log. */
export const GENESIS = '0'.repeat(64)

/**
 * Growth reserved for calls whose payment is being settled, measured against what is stored now. So
 * it stays right when others overwrite or delete the same keys in between.
 */
const PROMISED = `
  select coalesce(sum(case when v.key is null then 1 else 0 end), 0) as promised_keys,
    coalesce(sum(case when r.bytes > coalesce(v.bytes, 0)
      then r.bytes - coalesce(v.bytes, 0) else 0 end), 0) as promised_bytes
  from memory_reserved r
  left join memory_values v on v.ns = r.ns and v.kind = 'value' and v.key = r.key
  where r.ns = $1`

interface ReadRow extends SpaceRow {
  /** Sums come as text from PostgreSQL. */
  readonly promised_keys: number | string
  readonly promised_bytes: number | string
}

export const readSpace = (ns: string): Statement => ({
  sql: `select ns, keys, bytes, seq, head, promised_keys, promised_bytes
    from memory_spaces, (${PROMISED}) as promised where ns = $1`,
  values: [ns],
})

/** The namespace as `readSpace` found it, and the room in it that is promised. */
export function spaceOf(ns: string, rows: readonly unknown[]): { space: SpaceRow; promised: Room } {
  const [row] = rows as readonly ReadRow[]
  if (!row) return { space: emptySpace(ns), promised: { keys: 0, bytes: 0 } }
  const { promised_keys: keys, promised_bytes: bytes, ...space } = row
  return { space, promised: { keys: Number(keys), bytes: Number(bytes) } }
}

export const writeSpace = ({ ns, keys, bytes, seq, head }: SpaceRow): Statement => ({
  sql: `insert into memory_spaces values ($1, $2, $3, $4, $5)
    on conflict (ns) do update set keys = excluded.keys, bytes = excluded.bytes,
      seq = excluded.seq, head = excluded.head`,
  values: [ns, keys, bytes, seq, head],
})

/** A namespace without any write. */
const emptySpace = (ns: string): SpaceRow => ({
  ns,
  keys: 0,
  bytes: 0,
  seq: 0,
  head: GENESIS,
})

export const reserveRoom = (
  { callId, ns, until }: Reservation,
  { key, bytes }: Need,
): Statement => ({
  sql: 'insert into memory_reserved values ($1, $2, $3, $4, $5)',
  values: [callId, ns, key, bytes, until],
})

export const releaseRoom = (callId: string): Statement => ({
  sql: 'delete from memory_reserved where call_id = $1',
  values: [callId],
})

/** Reservations of calls that died before their payment was sent. */
export const forgetPromises = (db: Db, now: number): Promise<boolean> =>
  db.batch([
    {
      sql: `delete from memory_reserved where until <= $1
        and not exists (select 1 from payments where payments.call_id = memory_reserved.call_id
          and payments.state in ('delivering', 'pending'))`,
      values: [now],
    },
  ])

export async function findSpace(db: Db, ns: string): Promise<SpaceRow> {
  const { sql, values } = readSpace(ns)
  return spaceOf(ns, await db.all(sql, values)).space
}
