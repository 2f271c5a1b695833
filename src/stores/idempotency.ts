import type { Db, Statement } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const idempotencyMigrations: readonly Migration[] = [
  {
    name: 'idempotency-1',
    sql: [
      `create table idempotency (
        key text primary key, call_id text not null, reply text, until bigint not null)`,
      'create index idempotency_until on idempotency (until)',
    ],
  },
  { name: 'idempotency-2', sql: ['alter table idempotency add column proof text'] },
]

/** The state of a key. */
export interface KeyedCall {
  /** The name of the key. */
  readonly key: string
  readonly callId: string
  /** The payment behind it, if that can pay only once. */
  readonly proof: string | null
  /** Null while the call is running, or when its result is unknown. */
  readonly reply: string | null
  /** With a reply: until when it is kept. Without one: until when the call holds the key. */
  readonly until: number
  /** The call is a job that has not ended; it holds the key, whatever `until` says. */
  readonly hasJob: boolean
}

export type NewKeyedCall = Pick<KeyedCall, 'callId' | 'proof' | 'until'>

/** Answers kept under a caller's key. */
export interface IdempotencyStore {
  /** By any of its names; where several are known, the one that is kept longest. */
  find(...names: readonly string[]): Promise<KeyedCall | null>
  /** False when another call has the key. */
  begin(key: string, call: NewKeyedCall, now: number): Promise<boolean>
  /** Guarded: the call must still have the key. */
  hold(key: string, callId: string, until: number): Statement
  /** The call is still running: it holds the key for longer. */
  renew(key: string, callId: string, until: number): Statement
  /**
   * The result of the call is unknown: the next request looks it up. No renewal extends it again.
   */
  orphan(key: string, callId: string): Promise<boolean>
  commit(key: string, callId: string, reply: string, until: number): Statement
  /** Leaves an answer that is kept, and the key of another call, as it is. */
  abandon(key: string, callId: string): Promise<boolean>
  /** Keeps the keys of calls whose payment may already be sent, and of jobs. */
  forget(now: number): Promise<boolean>
}

/**
 * Its call is a job that has not ended. When the process of a job dies, the job is resumed after
 * the call's hold on the key is over, so nobody else gets the key until then.
 */
const HAS_JOB = `exists (select 1 from jobs
  where jobs.call_id = idempotency.call_id and jobs.state = 'working')`

export function createIdempotencyStore(db: Db): IdempotencyStore {
  return {
    async find(...names) {
      const row = await db.one<Omit<KeyedCall, 'hasJob'> & { readonly jobs: number }>(
        `select key, call_id as "callId", proof, reply, until,
            case when ${HAS_JOB} then 1 else 0 end as jobs
          from idempotency
          where key in (${names.map((_, at) => `$${at + 1}`).join(', ')})
          order by until desc limit 1`,
        names,
      )
      if (!row) return null
      const { jobs, ...call } = row
      return { ...call, hasJob: jobs > 0 }
    },
    begin: (key, { callId, proof, until }, now) =>
      db.batch(
        [
          {
            sql: `insert into idempotency (key, call_id, reply, until, proof)
              values ($1, $2, null, $3, $4)
            on conflict (key) do update set call_id = excluded.call_id, reply = null,
              until = excluded.until, proof = excluded.proof
            where idempotency.until <= $5 and not ${HAS_JOB}`,
            values: [key, callId, until, proof, now],
            guard: true,
          },
        ],
        'soon',
      ),
    orphan: (key, callId) =>
      db.batch([
        {
          sql: `update idempotency set until = 0
            where key = $1 and call_id = $2 and reply is null`,
          values: [key, callId],
        },
      ]),
    hold: (key, callId, until) => ({ ...renewal(key, callId, until), guard: true }),
    renew: renewal,
    commit: (key, callId, reply, until) => ({
      sql: 'update idempotency set reply = $3, until = $4 where key = $1 and call_id = $2',
      values: [key, callId, reply, until],
    }),
    abandon: (key, callId) =>
      db.batch(
        [
          {
            sql: 'delete from idempotency where key = $1 and call_id = $2 and reply is null',
            values: [key, callId],
          },
        ],
        'soon',
      ),
    forget: (now) =>
      db.batch([
        {
          sql: `delete from idempotency
            where until <= $1 and not ${HAS_JOB} and (
              reply is not null or proof is null or not exists (
                select 1 from payments where payments.proof = idempotency.proof
                  and payments.call_id = idempotency.call_id
                  and payments.state in ('delivering', 'pending')))`,
          values: [now],
        },
      ]),
  }
}

const renewal = (key: string, callId: string, until: number): Statement => ({
  sql: `update idempotency set until = case when until < $3 then $3 else until end
    where key = $1 and call_id = $2 and reply is null and until > 0`,
  values: [key, callId, until],
})
