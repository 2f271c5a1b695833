import type { Db, Statement } from '../core/db.ts'
import type { Migration } from './migrate.ts'

export const idempotencyMigrations: readonly Migration[] = [
  {
    name: 'idempotency-1',
    sql: [
      `create table idempotency (
        key text primary key, call_id text not null, reply text, until bigint not null)`,
      'create index idempotency_until on idempotency (until)',
    ],
  },
]

export type Begun =
  | { readonly state: 'first' }
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly reply: string }

/** Answers stored under a caller's key. A row without a reply is a call that still runs. */
export interface IdempotencyStore {
  begin(key: string, callId: string, until: number, now: number): Promise<Begun>
  commit(key: string, callId: string, reply: string, until: number): Statement
  abandon(key: string, callId: string): Promise<boolean>
  forget(now: number): Promise<boolean>
}

export function createIdempotencyStore(db: Db): IdempotencyStore {
  return {
    async begin(key, callId, until, now) {
      const first = await db.batch([
        {
          sql: `insert into idempotency values ($1, $2, null, $3)
            on conflict (key) do update set
              call_id = excluded.call_id, reply = null, until = excluded.until
            where idempotency.until <= $4`,
          values: [key, callId, until, now],
          guard: true,
        },
      ])
      if (first) return { state: 'first' }
      const row = await db.one<{ reply: string | null }>(
        'select reply from idempotency where key = $1',
        [key],
      )
      return row?.reply ? { state: 'done', reply: row.reply } : { state: 'running' }
    },
    commit: (key, callId, reply, until) => ({
      sql: 'update idempotency set reply = $3, until = $4 where key = $1 and call_id = $2',
      values: [key, callId, reply, until],
    }),
    abandon: (key, callId) =>
      db.batch([
        {
          sql: 'delete from idempotency where key = $1 and call_id = $2 and reply is null',
          values: [key, callId],
          guard: true,
        },
      ]),
    forget: (now) =>
      db.batch([{ sql: 'delete from idempotency where until <= $1', values: [now] }]),
  }
}
